import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { describe, expect, it } from "@jest/globals";
import { InterceptionPoint } from "boathook";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const guide = readFileSync(path.join(root, "docs/hooks.md"), "utf8");

/** The pieces of code that say which file they are from. */
const EXCERPTS = [...guide.matchAll(/```ts\n\/\/ (\S+)\n([^]*?)```/g)].map(([, file = "", code = ""]) => ({
  file,
  code: lines(code),
}));

/** Lines without their indentation, which differs where they stand deeper. */
function lines(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");
}

describe("the guide to hooks", () => {
  it.each(EXCERPTS)("shows what stands in $file", ({ file, code }) => {
    expect(lines(readFileSync(path.join(root, file), "utf8"))).toContain(code);
  });

  it("has an excerpt of every example", () => {
    const shown = new Set(EXCERPTS.map(({ file }) => path.basename(file)));
    expect([...shown].sort()).toEqual([
      "access-control.ts",
      "approval.ts",
      "crew-scope.ts",
      "defaults.ts",
      "filters.ts",
      "guarded-flow.ts",
      "redaction.ts",
      "safety-guard.ts",
      "task-texts.ts",
      "testing-hooks.test.ts",
      "tracing.ts",
    ]);
  });

  it("has a row for each point, in order", () => {
    const rows = [...guide.matchAll(/^\| `(\w+)` \|/gm)].map(([, point]) => point);
    expect(rows).toEqual(Object.values(InterceptionPoint));
  });

  it("links to files that are there", () => {
    const links = [...guide.matchAll(/\]\(([^)#]+)\)/g)].map(([, target = ""]) => target);
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((target) => !existsSync(path.join(root, "docs", target)))).toEqual([]);
  });
});
