import { readFileSync } from "node:fs";

import { expect, it } from "@jest/globals";
import { InterceptionPoint } from "boathook";

const guide = readFileSync(new URL("../../../../docs/hooks.md", import.meta.url), "utf8");

it("the guide to hooks has a row for each point, in order", () => {
  const rows = [...guide.matchAll(/^\| `(\w+)` \|/gm)].map(([, point]) => point);
  expect(rows).toEqual(Object.values(InterceptionPoint));
});
