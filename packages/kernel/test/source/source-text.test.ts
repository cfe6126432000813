import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";

import { readSourceText } from "../../src/index.ts";

const lines = (...texts: readonly string[]): string => texts.join("\n");
const faultsOf = (text: string): string[] =>
  readSourceText(text, "f.yaml").faults.map(({ line, column, message }) => `${line}:${column} ${message}`);

describe("a source text", () => {
  it("is YAML 1.2 or JSON; without a document it is nothing", () => {
    const value = (text: string): unknown => readSourceText(text, "f").value;
    expect(value("yes: no\nn: 012\nlist: [1, ~]")).toEqual({ yes: "no", n: 12, list: [1, null] });
    expect(value('{"a": {"b": [true]}}')).toEqual({ a: { b: [true] } });
    expect(["", "# only a comment\n", "~", "---\n"].map(value)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it("knows where each part stands, also through aliases and merges, and from which line of the file it begins", () => {
    const source = readSourceText(
      lines("base: &b", "  x: 1", "  y: [1, { z: 2 }]", "one:", "  <<: *b", "  x: 3", "two: *b"),
      "f.yaml",
      10,
    );
    const at = (...path: (string | number)[]): string => {
      const { file, line, column } = source.placeOf(path);
      return `${file}:${line}:${column}`;
    };
    expect([at(), at("base", "y", 1, "z"), at("one", "x"), at("one", "y"), at("two", "y", 0)]).toEqual([
      "f.yaml:10:1",
      "f.yaml:12:12",
      "f.yaml:15:3",
      "f.yaml:12:3",
      "f.yaml:12:7",
    ]);
    expect([at("nobody"), at("one", "nobody", 7), at("base", "y", 9)]).toEqual([
      "f.yaml:10:1",
      "f.yaml:13:1",
      "f.yaml:12:3",
    ]);
    expect([source.keysAt(["one"]), source.keysAt(["nobody"]), source.keysAt(["one", "x"])]).toEqual([
      ["x", "y"],
      [],
      [],
    ]);
  });

  it("keeps the order of keys that look like numbers, and takes the first of several merged maps", () => {
    const source = readSourceText(
      lines("a: &a { p: 1, q: 1 }", "b: &b { q: 2, r: 2 }", "10: first", "2: second", "c: { <<: [*a, *b], s: 3 }"),
      "f.yaml",
    );
    expect(source.keysAt([])).toEqual(["a", "b", "10", "2", "c"]);
    expect(source.value).toMatchObject({ c: { p: 1, q: 1, r: 2, s: 3 } });
    expect(source.placeOf(["c", "q"])).toEqual({ file: "f.yaml", line: 1, column: 15 });
    expect([...source.keysAt(["c"])].sort()).toEqual(["p", "q", "r", "s"]);
  });

  it.each([
    ["a tab", "a:\n\tb: 1", "2:1 a tab stands where YAML wants spaces; indent with spaces only"],
    [
      "a colon in a text",
      "a: what: else",
      '1:4 a text holds ": ", which YAML takes for a key; put quotes round the text',
    ],
    ["a second document", "a: 1\n---\nb: 2", "2:1 the file holds a second document (---); keep one document per file"],
    ["a key that is a list", "? [a, b]\n: 1", "1:3 a key must be one text"],
    ["a key that is nothing", "~: 1", "1:1 a key must be one text"],
    ["an unknown alias", "a: *nobody", '1:4 there is no anchor "nobody" before this alias'],
    ["an alias in what it names", "a: &a\n  b: *a", '2:6 the alias "a" stands in what it names'],
    ["a tag", "a: !js/function x", "1:4 tags (!…) are not allowed here"],
    ["an open quote", 'a: "b', "1:6 a quote or bracket is not closed"],
  ])("refuses %s", (_, text, expected) => {
    expect(faultsOf(text).map((fault) => fault.slice(0, expected.length))).toContain(expected);
    if (!text.includes("!js")) expect(readSourceText(text, "f.yaml").value).toBeUndefined();
  });

  it("says that a key stands twice, and goes on with the later one", () => {
    const source = readSourceText("a: 1\nb: 2\na: 3", "f.yaml");
    expect(source.faults).toEqual([
      {
        path: "",
        message: 'the key "a" stands here for the second time; keep one of them',
        file: "f.yaml",
        line: 3,
        column: 1,
      },
    ]);
    expect(source.value).toEqual({ a: 3, b: 2 });
  });

  it("refuses aliases that multiply", () => {
    const levels = ["a", "b", "c", "d", "e", "f", "g", "h"];
    const text = levels
      .map((name, index) => {
        const from = levels[index - 1];
        return `${name}: &${name} [${Array.from({ length: 9 }, () => (from === undefined ? "x" : `*${from}`)).join(", ")}]`;
      })
      .join("\n");
    expect(faultsOf(text)).toEqual([expect.stringContaining("Excessive alias count")]);
  });

  it("reads all JSON as it is, without touching a prototype", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const read = readSourceText(JSON.stringify(value), "f.json");
        expect([read.faults, JSON.stringify(read.value ?? null)]).toEqual([[], JSON.stringify(value)]);
      }),
    );
    const { value } = readSourceText('{"__proto__": {"isAdmin": true}}', "f.json");
    expect([({} as { isAdmin?: unknown }).isAdmin, Object.keys(value as object)]).toEqual([undefined, ["__proto__"]]);
  });

  it("never throws, whatever it is given", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from("ab:-?[]{}&*!|>'\"#%<,~ \n\t\r")) }), (text) => {
        const { faults, value, placeOf, keysAt } = readSourceText(text, "f.yaml");
        expect([Array.isArray(faults), typeof placeOf, typeof keysAt]).toEqual([true, "function", "function"]);
        if (faults.length === 0) expect(() => JSON.stringify(value)).not.toThrow();
      }),
      { numRuns: 500 },
    );
  });
});
