import { describe, expect, it } from "@jest/globals";
import { ConfigurationError } from "@boathook/kernel";
import fc from "fast-check";
import { z } from "zod";

import { isStandardSchema, parseOutput, toJsonSchema, toToolSpecs, validateOutput } from "../../src/index.ts";
import { findJson } from "../../src/schema/parse-output.ts";

describe("toJsonSchema", () => {
  it("says what the model has to write, closed and without the dialect, once per schema", () => {
    const schema = z.object({
      level: z.number().describe("In metres"),
      when: z.string().default("now"),
      marks: z.array(z.object({ name: z.string() })),
      more: z.looseObject({ a: z.string() }).optional(),
      either: z.union([z.object({ b: z.string() }), z.string()]),
      length: z.string().transform((text) => text.length),
    });
    const json = toJsonSchema(schema);
    expect(json).toEqual({
      type: "object",
      additionalProperties: false,
      required: ["level", "marks", "either", "length"],
      properties: {
        level: { type: "number", description: "In metres" },
        when: { type: "string", default: "now" },
        marks: {
          type: "array",
          items: {
            type: "object",
            additionalProperties: false,
            properties: { name: { type: "string" } },
            required: ["name"],
          },
        },
        more: { type: "object", additionalProperties: {}, properties: { a: { type: "string" } }, required: ["a"] },
        either: {
          anyOf: [
            { type: "object", additionalProperties: false, properties: { b: { type: "string" } }, required: ["b"] },
            { type: "string" },
          ],
        },
        length: { type: "string" },
      },
    });
    expect(toJsonSchema(schema)).toBe(json);
  });

  it("takes any Standard Schema that gives JSON Schema, and zod that does not give it under the standard's name", () => {
    const foreign = {
      "~standard": {
        version: 1 as const,
        vendor: "acme",
        validate: (value: unknown) => ({ value }),
        jsonSchema: { input: () => ({ type: "string" }), output: () => ({}) },
      },
    };
    expect(toJsonSchema(foreign)).toEqual({ type: "string" });
    const older = Object.create(z.string(), {
      "~standard": { value: { version: 1, vendor: "zod", validate: () => ({ value: "" }) } },
    }) as z.ZodString;
    expect(toJsonSchema(older)).toEqual({ type: "string" });
  });

  it("refuses what JSON cannot say, and schemas that say nothing", () => {
    expect(() => toJsonSchema(z.object({ at: z.date() }))).toThrow(/cannot be said in JSON Schema.*z\.iso\.datetime/);
    const mute = { "~standard": { version: 1 as const, vendor: "acme", validate: (value: unknown) => ({ value }) } };
    expect(() => toJsonSchema(mute)).toThrow(ConfigurationError);
    expect(() => toJsonSchema(mute)).toThrow("it gives no JSON Schema");
    expect([isStandardSchema(mute), isStandardSchema({}), isStandardSchema(null)]).toEqual([true, false, false]);
  });

  it("keeps a recursive schema's references", () => {
    const node = z.object({
      name: z.string(),
      get children() {
        return z.array(node);
      },
    });
    const text = JSON.stringify(toJsonSchema(node));
    expect(text).toContain('"$ref"');
    expect(text).toContain('"additionalProperties":false');
  });

  it("describes tools", () => {
    const inputSchema = z.object({ q: z.string() });
    expect(toToolSpecs([{ name: "look_up", description: "Looks up", inputSchema }])).toEqual([
      { name: "look_up", description: "Looks up", inputSchema: toJsonSchema(inputSchema) },
    ]);
  });
});

describe("parseOutput", () => {
  const schema = z.object({ level: z.number(), when: z.string().default("now") });

  it.each([
    ['{"level":3}'],
    ['  {"level":3}\n'],
    ['```json\n{"level":3}\n```'],
    ['Here you are:\n```\n{"level":3}\n```\nGood luck!'],
    ['The answer is {"level":3}, I think.'],
  ])("finds the object in %j", async (text) => {
    expect(await parseOutput(schema, text)).toEqual({ ok: true, value: { level: 3, when: "now" } });
  });

  it("reads lists, says what does not fit with its path, and what is no JSON at all", async () => {
    expect(await parseOutput(z.array(z.number()), "numbers: [1, 2]")).toEqual({ ok: true, value: [1, 2] });
    expect(await parseOutput(z.object({ a: z.object({ b: z.number() }) }), '{"a":{"b":"x"}}')).toEqual({
      ok: false,
      error: expect.stringMatching(/^a\.b: .*number/),
    });
    expect(await parseOutput(schema, "three")).toEqual({ ok: false, error: "expected JSON, but the answer is: three" });
    expect(await validateOutput(z.string(), "x")).toEqual({ ok: true, value: "x" });
  });

  it("gives back any JSON value that was written, fenced or in words", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        const plain: unknown = JSON.parse(text);
        expect(findJson(text)).toEqual({ value: plain });
        expect(findJson(`Here:\n\`\`\`json\n${text}\n\`\`\``)).toEqual({ value: plain });
        expect(findJson(`It is {"answer":${text}}.`)).toEqual({ value: { answer: plain } });
      }),
    );
  });

  it("never throws, whatever the text", () => {
    fc.assert(fc.property(fc.string(), (text) => void findJson(text)));
  });
});
