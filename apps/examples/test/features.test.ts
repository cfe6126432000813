import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { describe, expect, it } from "@jest/globals";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** The rows of the table: number, feature, what is here, tests. */
const ROWS = readFileSync(path.join(root, "docs/features.md"), "utf8")
  .split("\n")
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, number = "", feature = "", here = "", tests = ""]) => ({ number: Number(number), feature, here, tests }));

describe("the table of features", () => {
  it("has every row once, in order", () => {
    expect(ROWS.map(({ number }) => number)).toEqual(Array.from({ length: 130 }, (_, index) => index + 1));
  });

  it.each(ROWS)("row $number, $feature, names tests that are there, or says why it was left out", ({ here, tests }) => {
    const files = [...tests.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => `packages/${file}.test.ts`);
    expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
    if (files.length === 0) expect(here).toMatch(/^Left out: ./);
  });
});
