import path from "node:path";
import { describe, expect, it } from "@jest/globals";
import { formatFault } from "@boathook/kernel";
import fc from "fast-check";
import { readConfigFile } from "../../src/config/config-file.ts";
import { agentEntries, taskEntries } from "../../src/config/entry-kinds.ts";
import { parseYaml } from "../../src/config/parse-yaml.ts";
import { folderWith, yaml } from "../files.ts";

async function read(text: string | Uint8Array, kind = agentEntries) {
  const folder = await folderWith({ "a.yaml": text });
  const file = await readConfigFile(path.join(folder, "a.yaml"), kind);
  return { ...file, shown: file.faults.map((fault) => formatFault(fault).replace(`${folder}/`, "")) };
}

async function faultsOf(text: string | Uint8Array, kind = agentEntries): Promise<string[]> {
  return (await read(text, kind)).shown;
}

describe("a file of agents", () => {
  it("keeps what was written, what it stands for, and where", async () => {
    const { entries, shown, file } = await read(
      yaml(`
        # the team
        researcher:
          role: Researcher of {topic}
          max_iter: 3
          max_execution_time: 1.5
          tools: [search, read]
          llm: fast
          goal:
      `),
    );
    expect(shown).toEqual([]);
    expect(entries).toEqual([
      {
        name: "researcher",
        place: { file, line: 2, column: 1 },
        fields: [
          { key: "role", option: "role", value: "Researcher of {topic}", place: { file, line: 3, column: 3 } },
          { key: "max_iter", option: "maxIter", value: 3, place: { file, line: 4, column: 3 } },
          { key: "max_execution_time", option: "maxExecutionTimeMs", value: 1.5, place: { file, line: 5, column: 3 } },
          { key: "tools", option: "tools", value: ["search", "read"], place: { file, line: 6, column: 3 } },
          { key: "llm", option: "llm", value: "fast", place: { file, line: 7, column: 3 } },
        ],
      },
    ]);
  });

  it("reads YAML 1.2: yes is a word, 010 is ten, << merges", async () => {
    const { entries, shown } = await read(
      yaml(`
        base: &base {role: yes, goal: a, max_iter: 010}
        other:
          <<: *base
          goal: b
      `),
    );
    expect(shown).toEqual([]);
    const other = entries[1]?.fields.map(({ key, value, place }) => [key, value, place.line]);
    expect(other).toEqual([
      ["goal", "b", 4],
      ["role", "yes", 1],
      ["max_iter", 10, 1],
    ]);
  });

  it.each([
    ["nothing", ""],
    ["comments only", "# one\n\n# two\n"],
    ["a document of nothing", "---\n"],
    ["a byte order mark", "\uFEFF"],
  ])("takes %s for an empty file", async (_what, text) => {
    expect(await read(text)).toMatchObject({ entries: [], shown: [] });
  });

  it.each([
    ["an entry without options", "a:\nb: {}\n"],
    ["an entry with empty keys", "a:\n  role:\n  tools: ~\nb:\n"],
  ])("takes %s for one that says nothing", async (_what, text) => {
    const { entries, shown } = await read(text);
    expect([entries.map(({ name, fields }) => [name, fields]), shown]).toEqual([
      [
        ["a", []],
        ["b", []],
      ],
      [],
    ]);
  });

  it("reads both spellings of a key", async () => {
    const { shown, entries } = await read("a:\n  maxIter: 3\n  max_retry_limit: 1\n");
    expect([shown, entries[0]?.fields.map(({ option }) => option)]).toEqual([[], ["maxIter", "maxRetryLimit"]]);
  });
});

describe("a bad file of agents", () => {
  it.each([
    [
      "an unknown key",
      "a:\n  role: x\n  rol: y\n",
      ['a.yaml:3:3: a.rol: unknown key; an agent has no such option (did you mean "role"?)'],
    ],
    [
      "a key of Object",
      "a:\n  constructor: y\n  __proto__: z\n",
      [
        expect.stringContaining("a.yaml:2:3: a.constructor: unknown key"),
        expect.stringContaining("a.yaml:3:3: a.__proto__: unknown key"),
      ],
    ],
    [
      "both spellings",
      "a:\n  max_iter: 1\n  maxIter: 2\n",
      ['a.yaml:3:3: a.maxIter: "maxIter" is given twice, in two spellings; keep one of them'],
    ],
    [
      "both units",
      "a:\n  max_execution_time: 1\n  maxExecutionTimeMs: 2\n",
      ['a.yaml:3:3: a.maxExecutionTimeMs: "maxExecutionTimeMs" is given twice, in two spellings; keep one of them'],
    ],
    [
      "a duplicate key",
      "a:\n  role: x\n  role: y\n",
      ['a.yaml:3:3: the key "role" stands here for the second time; keep one of them'],
    ],
    [
      "a duplicate name",
      "a: {role: x}\nb: {}\na: {role: y}\n",
      ['a.yaml:3:1: the key "a" stands here for the second time; keep one of them'],
    ],
    [
      "a tab",
      "a:\n\trole: x\n",
      [
        "a.yaml:2:1: a tab stands where YAML wants spaces; indent with spaces only (Tabs are not allowed as indentation)",
      ],
    ],
    [
      "two documents",
      "a: {}\n---\nb: {}\n",
      ["a.yaml:2:1: the file holds a second document (---); keep one document per file"],
    ],
    ["a list", "- a\n- b\n", ["a.yaml:1:1: expected names with their options, got a list"]],
    ["a text", "hello\n", ["a.yaml:1:1: expected names with their options, got a single value"]],
    ["an entry that is a text", "a: hello\n", ["a.yaml:1:1: a: expected options under the name, got a single value"]],
    ["an unknown anchor", "a: *base\n", ['a.yaml:1:4: there is no anchor "base" before this alias']],
    ["a tag", "a:\n  role: !!js/function x\n", [expect.stringContaining("a.yaml:2:9: tags (!…) are not allowed here")]],
    ["an open quote", 'a:\n  role: "x\n', [expect.stringContaining("a quote or bracket is not closed")]],
    ["a text with a colon", "a:\n  role: Pump: operator\n", [expect.stringContaining('a.yaml:2:9: a text holds ": "')]],
    [
      "a text that begins with a placeholder",
      "a:\n  role: {topic} expert\n",
      [expect.stringContaining("put quotes round a text that begins with {")],
    ],
    [
      "a text that is only a placeholder",
      "a:\n  role: {topic}\n",
      [
        'a.yaml:2:3: a.role: Invalid input: expected string, received object (put quotes round a text that begins with "{")',
      ],
    ],
    [
      "a number for a text",
      "a:\n  role: 007\n",
      ["a.yaml:2:3: a.role: Invalid input: expected string, received number"],
    ],
    [
      "a text for a number",
      'a:\n  max_iter: "many"\n',
      ["a.yaml:2:3: a.max_iter: Invalid input: expected number, received string"],
    ],
    [
      "a negative time",
      "a:\n  max_execution_time: -1\n",
      [expect.stringContaining("a.yaml:2:3: a.max_execution_time: ")],
    ],
    ["a single tool", "a:\n  tools: search\n", ["a.yaml:2:3: a.tools: expected a list of names, e.g. [one, two]"]],
    ["a tool that is no name", "a:\n  tools: [1]\n", ["a.yaml:2:3: a.tools: expected a name"]],
    ["a compound key", "a:\n  ? [x, y]\n  : z\n", ["a.yaml:2:5: a key must be one text"]],
    [
      "a bomb of aliases",
      yaml(`
      a: &a {x: [1,1,1,1,1,1,1,1,1]}
      b: &b {x: [*a,*a,*a,*a,*a,*a,*a,*a,*a]}
      c: &c {x: [*b,*b,*b,*b,*b,*b,*b,*b,*b]}
      d: {x: [*c,*c,*c,*c,*c,*c,*c,*c,*c]}
    `),
      expect.arrayContaining([expect.stringMatching(/^a\.yaml:\d:1: [cd]: Excessive alias count/)]),
    ],
  ])("names the place of %s", async (_what, text, faults) => {
    expect(await faultsOf(text)).toEqual(faults);
  });

  it("reports everything at once", async () => {
    expect(await faultsOf("a:\n  rol: x\n  max_iter: 0\nb:\n  gole: x\n  gole: y\n")).toEqual([
      expect.stringContaining('a.yaml:6:3: the key "gole"'),
      expect.stringContaining("a.yaml:2:3: a.rol"),
      expect.stringContaining("a.yaml:3:3: a.max_iter"),
      expect.stringContaining("b.gole"),
    ]);
  });

  it("shows a broken line once, not what would follow from it", async () => {
    expect(await faultsOf("a:\n  rol: x\n b: 1\n")).toHaveLength(1);
  });
});

describe("a file of tasks", () => {
  it("reads the documented keys of an output's form", async () => {
    const { entries, shown } = await read(
      "a: {output_json: true}\nb: {output_json: Report}\nc: {output_pydantic: Report}\nd: {output_schema: Report}\n",
      taskEntries,
    );
    expect(shown).toEqual([]);
    expect(entries.map(({ fields }) => fields[0]?.option)).toEqual([
      "outputJson",
      "outputSchema",
      "outputSchema",
      "outputSchema",
    ]);
  });

  it("takes one form only, and no keys of agents", async () => {
    expect(await faultsOf("a:\n  output_schema: A\n  output_pydantic: B\n  backstory: x\n", taskEntries)).toEqual([
      'a.yaml:3:3: a.output_pydantic: "outputSchema" is given twice, in two spellings; keep one of them',
      expect.stringContaining("a.yaml:4:3: a.backstory: unknown key; a task has no such option"),
    ]);
  });
});

describe("for every text", () => {
  it("the reader gives entries or faults with a place, and never throws", () => {
    const piece = fc.constantFrom(
      "a",
      ":",
      " ",
      "\n",
      "\t",
      "-",
      "[",
      "]",
      "{",
      "}",
      "&x ",
      "*x",
      "!t ",
      "'",
      '"',
      "|",
      ">",
      "? ",
      "---\n",
      "<<: ",
      "#",
      "\u0000",
      "é",
    );
    const text = fc.oneof(
      fc.array(piece, { maxLength: 40 }).map((parts) => parts.join("")),
      fc.string({ unit: "binary" }),
    );
    fc.assert(
      fc.property(text, (given) => {
        const { entries, faults } = parseYaml(given, "f.yaml");
        for (const fault of faults)
          expect([fault.line, fault.column].every((n) => n !== undefined && n >= 1)).toBe(true);
        for (const entry of entries) expect(typeof entry.name).toBe("string");
      }),
      { numRuns: 500 },
    );
  });
});
