import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { isDeepStrictEqual } from "node:util";

import { canonicalJson } from "../../src/input/canonical-json.ts";

/** JSON as it comes out of a parser: no -0, and no two spellings of one value. */
const json = fc.jsonValue().map((value): unknown => JSON.parse(JSON.stringify(value)));

describe("canonical JSON", () => {
  it("is JSON of the same value", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.parse(canonicalJson(value) ?? "")).toEqual(value);
      }),
    );
  });

  it("does not depend on the order of keys", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      }),
    );
  });

  it("is the same for equal values only", () => {
    fc.assert(
      fc.property(json, json, (one, other) => {
        expect(canonicalJson(one) === canonicalJson(other)).toBe(isDeepStrictEqual(one, other));
      }),
    );
  });

  it.each([
    ["a date", new Date(0)],
    ["a map", new Map()],
    ["a function", () => 1],
    ["a bigint", 1n],
    ["NaN", Number.NaN],
    ["nothing in a list", [undefined]],
    ["an object of a class", new URL("http://localhost/")],
  ])("does not exist for %s, at any level", (_what, value) => {
    expect([canonicalJson(value), canonicalJson({ a: [value] })]).toEqual([undefined, undefined]);
  });

  it("leaves out members that are undefined, as JSON does", () => {
    expect(canonicalJson({ b: undefined, a: 1 })).toBe('{"a":1}');
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}
