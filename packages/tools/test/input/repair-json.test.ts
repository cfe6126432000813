import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";

import { repairJson } from "../../src/input/repair-json.ts";

const text = fc.string({ unit: "binary" });
const record = fc.dictionary(
  text.filter((key) => key !== "__proto__"),
  fc.oneof(text, fc.integer(), fc.boolean(), fc.array(text)),
);

const UNITS = ["{", "}", "[", "]", "'", '"', ",", ":", "\\", "a", "1", " ", "\n", "`"] as const;

describe("repairing JSON", () => {
  it("takes away commas before closing brackets, and nothing inside texts", () => {
    fc.assert(
      fc.property(record, (value) => {
        const broken = JSON.stringify(value, undefined, 1).replace(/(?<=[^{[,\s])\n(?=\s*[}\]])/g, ",\n");
        expect(repairJson(broken)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("reads texts in single quotes", () => {
    fc.assert(
      fc.property(record, (value) => {
        expect(repairJson(singleQuoted(value))).toEqual(value);
      }),
    );
  });

  it("looks inside one code fence", () => {
    fc.assert(
      fc.property(record, fc.constantFrom("```", "```json", "```JSON "), (value, fence) => {
        expect(repairJson(`\n${fence}\n${JSON.stringify(value, undefined, 2)}\n\`\`\` `)).toEqual(value);
      }),
    );
  });

  it.each([
    ["a comma inside a text", '{"a": "x,}", }', { a: "x,}" }],
    ["both kinds of quotes", `{'say': "it's", "re": 'a "b" \\'c\\'',}`, { say: "it's", re: `a "b" 'c'` }],
    ["escapes in single quotes", "{'a': 'x\\n\\u0041\\\\'}", { a: "x\nA\\" }],
    ["a key __proto__", '{"__proto__": {"admin": true}, "a": 1,}', { a: 1 }],
    ["a lone comma in a list", "{'a': [1, 2,], }", { a: [1, 2] }],
  ])("reads %s", (_what, given, expected) => {
    expect(repairJson(given)).toEqual(expected);
  });

  it.each([
    ["a text that does not end", '{"a": "b'],
    ["a text that ends early", "{'a': 'it's'}"],
    ["a missing bracket", '{"a": 1'],
    ["a list", "[1,]"],
    ["a plain text", "search for tides"],
    ["words without quotes", "{a: 1}"],
    ["two objects", '{"a":1}{"b":2}'],
    ["nothing", ""],
    ["a fence only", "```"],
  ])("gives up on %s", (_what, given) => {
    expect(repairJson(given)).toBeUndefined();
  });

  it("takes any text without throwing, a long one in a moment", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...UNITS) }), (given) => {
        const value = repairJson(given);
        expect(value === undefined || typeof value === "object").toBe(true);
      }),
    );
    const started = performance.now();
    for (const unit of ['\\"', "'", ", ", "`", "\n", '"\\', "[", "',"]) repairJson(`{"a":${unit.repeat(300_000)}`);
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});

function singleQuoted(value: unknown): string {
  if (typeof value === "string")
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return `[${value.map(singleQuoted).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, member]) => `${singleQuoted(key)}:${singleQuoted(member)}`)
    .join(",")}}`;
}
