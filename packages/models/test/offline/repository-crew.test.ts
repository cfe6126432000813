import { execFile, execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { converse, object, type Conversation, type TestTool } from "./conversation.ts";

const FILES: Record<string, string> = {
  "README.md":
    "# Tidewise\n\nTidewise predicts tides for small harbours. It reads gauge data and prints tables.\n\n## Install\n\nRun npm install.\n\n## Usage\n\nCall `tidewise Brest`.\n",
  "package.json": JSON.stringify(
    {
      name: "tidewise",
      version: "1.4.2",
      description: "Tide tables for small harbours",
      scripts: { test: "node --test", build: "tsc" },
      dependencies: { zod: "^4.0.0" },
    },
    null,
    2,
  ),
  "src/index.ts":
    "/** Prints a table of the tides of one harbour. */\nexport function printTable(harbour: string): void {\n  console.log(harbour);\n}\n",
  "src/gauge.ts":
    "// Reads gauge files.\n// TODO: read gauges in parallel\nexport function readGauge(): number {\n  return 1;\n}\n\nexport class GaugeError extends Error {}\n",
  "src/moon.ts": "// FIXME leap seconds are ignored\nexport const MOON_PERIOD = 12.42;\n",
  "test/gauge.test.ts": "import { readGauge } from '../src/gauge.ts';\n// TODO: more gauges\nreadGauge();\n",
  "docs/harbours.md": "# Harbours\n\nBrest, Roscoff and Saint-Malo are known.\n",
  "package-lock.json": "{}",
};
const COMMITS = ["Predict tides for Brest", "Read gauges", "Mark what the moon gets wrong"];

let root: string;
let tools: TestTool[];

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "offline-crew-"));
  const git = async (...args: string[]): Promise<string> =>
    (
      await promisify(execFile)("git", [
        "-C",
        root,
        "-c",
        "user.name=Ada",
        "-c",
        "user.email=ada@example.com",
        "-c",
        "commit.gpgsign=false",
        ...args,
      ])
    ).stdout;
  await git("init", "-q");
  for (const [at, [name, text]] of Object.entries(FILES).entries()) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), text);
    await git("add", name);
    const subject = COMMITS[at];
    if (subject !== undefined) await git("commit", "-q", "-m", subject);
  }
  const output = (...args: string[]): string => execFileSync("git", ["-C", root, ...args], { encoding: "utf8" });
  const contents: Record<string, string> = {};
  for (const name of Object.keys(FILES)) contents[name] = await readFile(path.join(root, name), "utf8");
  tools = lookalikes(output, contents);
});

afterAll(() => rm(root, { recursive: true, force: true }));

/** Tools like those of a crew that reports on a repository, under names nobody has planned for. */
function lookalikes(git: (...args: string[]) => string, contents: Readonly<Record<string, string>>): TestTool[] {
  return [
    {
      name: "enumerate_tree",
      description: "Lists the files of the repository.",
      inputSchema: object({ glob: { type: "string", description: "only files that match, e.g. src/**/*.ts" } }, []),
      run: () => git("ls-files"),
    },
    {
      name: "fetch_source",
      description: "Reads one file of the repository.",
      inputSchema: object({ path: { type: "string" }, maxLines: { type: "integer", minimum: 1, default: 100 } }, [
        "path",
      ]),
      run({ path: name }: { path: string }) {
        const text = contents[name];
        if (text === undefined) throw new Error(`no such file: ${name}`);
        return text;
      },
    },
    {
      name: "scan_lines",
      description: "Searches all files for lines that match a regular expression.",
      inputSchema: object({ pattern: { type: "string" } }),
      run: ({ pattern }: { pattern: string }) =>
        Object.entries(contents).flatMap(([file, text]) =>
          text.split("\n").flatMap((line, at) => (line.includes(pattern) ? [{ file, line: at + 1, text: line }] : [])),
        ),
    },
    {
      name: "show_history",
      description: "Shows the history of commits, newest first.",
      inputSchema: object({ limit: { type: "integer", minimum: 1, maximum: 50, description: "how many commits" } }, []),
      run: ({ limit = 10 }: { limit?: number }) =>
        git("log", `-${String(limit)}`, "--format=%h %ad %an: %s", "--date=short"),
    },
  ];
}

/** A task's prompt as a crew writes it. */
function prompt(description: string, expected: string, context: readonly string[] = []): string {
  const parts = [`Task: ${description}`, `Expected output: ${expected}`];
  if (context.length > 0) parts.push(`Context from earlier tasks:\n${context.join("\n\n----------\n\n")}`);
  return parts.join("\n\n");
}

describe("a crew that surveys a repository, analyses it and writes a report", () => {
  let survey: Conversation;
  let analysis: Conversation;
  let report: Conversation;

  beforeAll(async () => {
    survey = await converse(
      prompt(
        "Survey the repository: list its files and look at the last 3 commits.",
        "The number of files, their kinds and the commits.",
      ),
      tools.filter((tool) => ["enumerate_tree", "show_history"].includes(tool.name)),
    );
    analysis = await converse(
      prompt(
        "Analyse the repository. Read the README, the manifest (package.json or Cargo.toml) and the main source files. Search for TODO and FIXME.",
        "What the project is for, its parts, and its open ends with their places.",
        [survey.answer],
      ),
      tools.filter((tool) => ["fetch_source", "scan_lines"].includes(tool.name)),
    );
    report = await converse(
      prompt(
        "Write a report on the repository for a new maintainer.",
        "A Markdown report with the sections: Overview, Files, Key files, History, Open ends.",
        [survey.answer, analysis.answer],
      ),
      [],
    );
  });

  it("asks each tool for what the task says, in its order", () => {
    expect(survey.calls).toEqual(["enumerate_tree {}", 'show_history {"limit":3}']);
    expect(analysis.calls).toEqual([
      'fetch_source {"path":"README.md"}',
      'fetch_source {"path":"package.json"}',
      'scan_lines {"pattern":"TODO"}',
      'scan_lines {"pattern":"FIXME"}',
      'fetch_source {"path":"src/index.ts"}',
      'fetch_source {"path":"src/gauge.ts"}',
    ]);
  });

  it("counts what is there", () => {
    expect(survey.answer).toContain("- 8 files: 4 `.ts`, 2 `.md`, 2 `.json`.");
    expect(survey.answer).toContain("By folder: top level (3), `src` (3), `docs` (1), `test` (1).");
    expect(survey.answer).toMatch(
      /- 3 entries, all of \d{4}-\d{2}-\d{2}:\n- `[0-9a-f]{7}` \d{4}-\d{2}-\d{2} Ada: Mark what the moon gets wrong\n/,
    );
  });

  it("describes files by what they say of themselves", () => {
    expect(analysis.answer).toContain(
      "**README.md**: 11 lines. “Tidewise”: Tidewise predicts tides for small harbours. It reads gauge data and prints tables. Headings: Install, Usage.",
    );
    expect(analysis.answer).toContain(
      "**package.json**: 12 lines. name: tidewise; version: 1.4.2; description: Tide tables for small harbours; scripts: test, build; dependencies: zod.",
    );
    expect(analysis.answer).toContain(
      "**src/gauge.ts**: 7 lines. Reads gauge files. TODO: read gauges in parallel. Declares `readGauge`, `GaugeError`.".replace(
        " TODO: read gauges in parallel.",
        "",
      ),
    );
  });

  it("writes the report under the wanted headings, with real files, counts and commits", () => {
    const sections = new Map(
      report.answer
        .split(/^## /m)
        .slice(1)
        .map((section) => [section.slice(0, section.indexOf("\n")), section]),
    );
    expect(report.answer).toMatch(/^# Report on the repository\n\n## Overview\n/);
    expect([...sections.keys()]).toEqual(["Overview", "Files", "Key files", "History", "Open ends"]);
    expect(sections.get("Files")).toContain("- 8 files: 4 `.ts`, 2 `.md`, 2 `.json`.");
    expect(sections.get("Key files")).toContain("- **README.md**: 11 lines.");
    expect(sections.get("History")).toMatch(/`[0-9a-f]{7}` \S+ Ada: Read gauges/);
    expect(sections.get("Open ends")).toContain(
      "- **TODO**: 2 matches in 2 files: `src/gauge.ts` (1), `test/gauge.test.ts` (1).\n- `src/gauge.ts:2` // TODO: read gauges in parallel",
    );
    expect(sections.get("Open ends")).toContain("`src/moon.ts:1` // FIXME leap seconds are ignored");
  });

  it("says that no language model wrote it, is short, and says nothing twice within a section", () => {
    expect(report.answer).toMatch(
      /_Put together by the offline model from what tools returned; no language model wrote it\._$/,
    );
    expect(report.answer.length).toBeLessThan(4_000);
    for (const section of report.answer.split(/^## /m)) {
      const bullets = section.split("\n").filter((line) => line.startsWith("- "));
      expect(new Set(bullets).size).toBe(bullets.length);
    }
  });
});

describe("the same with other words", () => {
  it("reads the key files of a listing when it is only told to understand the project", async () => {
    const { calls } = await converse(
      "Give an overview of this project: list its files and read the most important ones.",
      tools,
    );
    expect(calls.slice(0, 1)).toEqual(["enumerate_tree {}"]);
    expect(calls).toHaveLength(5);
    expect(calls).toContain('fetch_source {"path":"README.md"}');
    expect(calls.join()).not.toContain("package-lock.json");
  });

  it("narrows a listing to the language that the task names", async () => {
    const { calls } = await converse("List all TypeScript files.", tools);
    expect(calls).toEqual(['enumerate_tree {"glob":"**/*.ts"}']);
  });
});
