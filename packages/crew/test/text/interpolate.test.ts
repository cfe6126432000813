import { describe, expect, it } from "@jest/globals";
import { InvalidInputsError } from "@boathook/kernel";
import fc from "fast-check";

import { MissingInputError } from "../../src/index.ts";
import { interpolate, placeholdersOf } from "../../src/text/interpolate.ts";

const at = { field: "description", owner: 'task "research"' };

function fill(text: string, inputs: Record<string, unknown> = {}): string {
  return interpolate(text, inputs, at);
}

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

class Pump {
  readonly litres = 1;
}

describe("interpolation", () => {
  it.each([
    ["a name", "about {topic}", { topic: "tides" }, "about tides"],
    ["a name twice", "{a}{a}", { a: 1 }, "11"],
    ["names with digits, underscores and hyphens", "{_a-1}", { "_a-1": "x" }, "x"],
    ["an escaped name", "write {{topic}}", { topic: "tides" }, "write {topic}"],
    ["an escaped name in braces", "{{{topic}}}", { topic: "tides" }, "{{topic}}"],
    ["one brace more on the left", "{{topic}", { topic: "tides" }, "{tides"],
    ["one brace more on the right", "{topic}}", { topic: "tides" }, "tides}"],
    ["JSON", 'like {"x": {"y": 1}}', {}, 'like {"x": {"y": 1}}'],
    ["other braces", "{1x} {a b} {} { a } {{ a }}", {}, "{1x} {a b} {} { a } {{ a }}"],
    ["a text without braces", "plain", {}, "plain"],
    ["no text", "", {}, ""],
  ])("%s", (_what, text, inputs, expected) => {
    expect(fill(text, inputs)).toBe(expected);
  });

  it.each([
    ["a string", "$& $1 $$ `x` $`", "$& $1 $$ `x` $`"],
    ["a number", 1.5, "1.5"],
    ["zero", 0, "0"],
    ["a boolean", false, "false"],
    ["a bigint", 12n, "12"],
    ["null", null, ""],
    ["no text", "", ""],
    ["a list", [1, "b", null], '[1,"b",null]'],
    ["a record", { a: { b: [true] } }, '{"a":{"b":[true]}}'],
    ["a date", new Date(0), "1970-01-01T00:00:00.000Z"],
    ["a URL", new URL("https://example.com/a"), "https://example.com/a"],
    ["a record without prototype", Object.assign(Object.create(null) as object, { a: 1 }), '{"a":1}'],
  ])("writes %s", (_what, value, expected) => {
    expect(fill("{value}", { value })).toBe(expected);
  });

  it.each([
    ["a function", () => 1, "value"],
    ["a symbol", Symbol("x"), "value"],
    ["a Map", new Map([["a", 1]]) as unknown, "value"],
    ["an object of a class", new Pump(), "value"],
    ["a function inside", { pumps: [{ run: () => 1 }] }, "value.pumps.0.run"],
    ["a Set inside", { tags: new Set() }, "value.tags"],
    ["a bigint inside", { n: 1n }, "value.n"],
  ])("refuses %s and names the path", (_what, value, path) => {
    const error = thrownBy(() => fill("{value}", { value })) as InvalidInputsError;
    expect(InvalidInputsError.is(error)).toBe(true);
    expect(error.faults.map((fault) => fault.path)).toEqual([path]);
  });

  it("refuses a value that contains itself, and one nested beyond all measure", () => {
    const self: Record<string, unknown> = {};
    self["self"] = { self };
    let deep: unknown = 1;
    for (let n = 0; n < 100_000; n += 1) deep = [deep];
    expect(() => fill("{value}", { value: self })).toThrow("value.self.self: the value contains itself");
    expect(() => fill("{value}", { value: deep })).toThrow("nested more than 500 deep");
  });

  it("shows the same object twice, side by side", () => {
    const one = { a: 1 };
    expect(fill("{value}", { value: [one, one] })).toBe('[{"a":1},{"a":1}]');
  });

  it("names the missing key, the field, whose text it is, and what was given", () => {
    const error = thrownBy(() => fill("about {topic}", { topics: "x", year: 1 })) as MissingInputError;
    expect(MissingInputError.is(error)).toBe(true);
    expect(error).toMatchObject({
      code: "missing_input",
      key: "topic",
      field: "description",
      given: ["topics", "year"],
    });
    expect(error.message).toBe(
      'the description of task "research" needs the input "topic"; given: "topics", "year" (did you mean "topics"?). Pass it to kickoff, or write {{topic}} for the literal text.',
    );
    expect(() => fill("{topic}")).toThrow("no inputs were given");
  });

  it("takes nothing from the prototype, and undefined for not given", () => {
    expect(() => fill("{constructor}", {})).toThrow('needs the input "constructor"');
    expect(() => fill("{a}", { a: undefined })).toThrow('needs the input "a"');
  });

  it("does not look at inputs that no text names", () => {
    expect(fill("{a}", { a: 1, tool: () => 1 })).toBe("1");
  });
});

describe("placeholdersOf", () => {
  it("lists each name once, in order, without escaped ones", () => {
    expect(placeholdersOf('{b} {a} {{c}} {b} {"x": 1} {1d}')).toEqual(["b", "a"]);
  });
});

const NASTY = ["$&", "$1", "$$", "$`", "`", "{other}", "{{x}}", "}", "{", '{"a":1}', "🦑", "\u200F", "\u202E", "\n"];
const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(fc.constantFrom(...NASTY)).map((parts) => parts.join("")),
);

describe("for every value", () => {
  it("puts it in as it is and never looks into it again", () => {
    fc.assert(
      fc.property(anyText, anyText, (value, other) => {
        expect(fill("a {value} b {other} c", { value, other })).toBe(`a ${value} b ${other} c`);
      }),
    );
  });

  it("writes any JSON value so that it reads back", () => {
    fc.assert(
      fc.property(fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())), (value) => {
        expect(JSON.parse(fill("{value}", { value }))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("gives any text back when every placeholder in it is escaped", () => {
    const name = fc.stringMatching(/^[A-Za-z_][\w-]{0,5}$/);
    const piece = fc.oneof(
      name.map((text) => `{${text}}`),
      fc.stringMatching(/^[^{}]{0,10}$/),
      fc.constant(' {"x": 1} '),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join("");
        const escaped = pieces.map((part) => part.replace(/^\{([A-Za-z_][\w-]*)\}$/, "{{$1}}")).join("");
        expect(placeholdersOf(escaped)).toEqual([]);
        expect(fill(escaped)).toBe(text);
      }),
    );
  });

  it("needs exactly the names that placeholdersOf lists", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const inputs = Object.fromEntries(placeholdersOf(text).map((name) => [name, "v"]));
        expect(typeof fill(text, inputs)).toBe("string");
        for (const missing of Object.keys(inputs)) {
          const { [missing]: _left, ...rest } = inputs;
          expect(() => fill(text, rest)).toThrow(MissingInputError);
        }
      }),
    );
  });

  it("takes a megabyte in no time", () => {
    const value = "{x} $& ".repeat(150_000);
    const started = performance.now();
    expect(fill("a {value} b", { value })).toBe(`a ${value} b`);
    expect(fill("{{".repeat(500_000))).toHaveLength(1_000_000);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
