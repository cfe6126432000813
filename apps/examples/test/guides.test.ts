import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { describe, expect, it } from "@jest/globals";

const root = fileURLToPath(new URL("../../..", import.meta.url));

const GUIDES = readdirSync(path.join(root, "docs"))
  .filter((file) => file.endsWith(".md"))
  .map((file) => ({ file: `docs/${file}`, text: readFileSync(path.join(root, "docs", file), "utf8") }));

/** The pieces of code that say which file they are from: its path is their first line, as a comment. */
const EXCERPTS = GUIDES.flatMap(({ file: guide, text }) =>
  [...text.matchAll(/```\w+\n(?:\/\/|#) ((?:apps|packages)\/\S+)\n([^]*?)```/g)].map(([, file = "", code = ""]) => ({
    guide,
    file,
    code: lines(code),
  })),
);

/** Lines without their indentation, which differs where they stand deeper. */
function lines(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");
}

describe("the guides", () => {
  it.each(EXCERPTS)("$guide shows what stands in $file", ({ file, code }) => {
    expect(lines(readFileSync(path.join(root, file), "utf8"))).toContain(code);
  });

  it.each(GUIDES)("$file links to files that are there", ({ text }) => {
    const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, target = ""]) => target);
    expect(links.filter((target) => !existsSync(path.join(root, "docs", target)))).toEqual([]);
  });

  it("show every example that is a page of its own", () => {
    const shown = new Set(EXCERPTS.map(({ file }) => file));
    const folders = readdirSync(path.join(root, "apps/examples/src"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !APPS.includes(entry.name))
      .map(({ name }) => name);
    const pages = folders.flatMap((folder) =>
      readdirSync(path.join(root, "apps/examples/src", folder))
        .filter((file) => file.endsWith(".ts"))
        .map((file) => `apps/examples/src/${folder}/${file}`),
    );
    expect(pages.filter((page) => !shown.has(page))).toEqual([]);
  });
});

/** Programs of several files. */
const APPS = [
  "code-reviewer",
  "invoice-checker",
  "personal-assistant",
  "release-crew",
  "repo-report",
  "support-desk",
  "trip-planner",
];
