import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { z } from "zod";

import type { Message, ModelRequest } from "../../src/model-types.ts";
import { OfflineModel } from "../../src/offline/offline-model.ts";
import { fitsSchema } from "../../src/offline/schema/fits.ts";
import { request } from "./conversation.ts";

type Json = Record<string, unknown>;

const text: fc.Arbitrary<Json> = fc.oneof(
  fc.record({
    type: fc.constant("string"),
    description: fc.constantFrom("the city", "a path, e.g. src/a.ts", "what to search for", "SQL", ""),
  }),
  fc.record({
    type: fc.constant("string"),
    minLength: fc.integer({ min: 0, max: 5 }),
    maxLength: fc.integer({ min: 6, max: 40 }),
  }),
  fc.record({ type: fc.constant("string"), format: fc.constantFrom("date", "date-time", "email", "uri", "uuid") }),
  fc.record({
    type: fc.constant("string"),
    pattern: fc.constantFrom("^[A-Z]{3}-\\d{4}$", "^(low|high)$", "^\\w+@\\w+$", "^[a-z0-9_-]{2,8}$", "^v\\d+\\.\\d+$"),
  }),
  fc.record({ type: fc.constant("string"), enum: fc.constantFrom(["celsius", "fahrenheit"], ["a"], ["asc", "desc"]) }),
  fc.record({ const: fc.constantFrom("fixed", 7, true) }),
);
const number: fc.Arbitrary<Json> = fc.oneof(
  fc.record({
    type: fc.constantFrom("number", "integer"),
    minimum: fc.integer({ min: -5, max: 5 }),
    maximum: fc.integer({ min: 6, max: 90 }),
  }),
  fc.record({
    type: fc.constant("integer"),
    exclusiveMinimum: fc.integer({ min: 0, max: 9 }),
    multipleOf: fc.constantFrom(1, 5),
  }),
  fc.record({ type: fc.constant("integer"), default: fc.integer({ min: 1, max: 9 }) }),
);
const scalar = fc.oneof(text, number, fc.constant<Json>({ type: "boolean" }));
const names = fc.constantFrom(
  "city",
  "path",
  "query",
  "expression",
  "limit",
  "recursive",
  "unit",
  "columns",
  "filter",
  "date",
  "orderId",
  "text",
  "from",
  "to",
  "amount",
  "url",
  "options",
  "x",
);

const { object } = fc.letrec<{ object: Json; value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    fc.record({ type: fc.constant("array"), items: tie("value"), minItems: fc.integer({ min: 0, max: 2 }) }),
    tie("value").map((one): Json => ({ anyOf: [one, { type: "null" }] })),
    tie("object"),
  ),
  object: fc
    .uniqueArray(fc.tuple(names, tie("value"), fc.boolean()), { maxLength: 5, selector: ([name]) => name })
    .map((properties): Json => ({
      type: "object",
      properties: Object.fromEntries(properties.map(([name, schema]) => [name, schema])),
      required: properties.filter(([, , required]) => required).map(([name]) => name),
      additionalProperties: false,
    })),
}));

const sentence = fc.constantFrom(
  "What is the weather in Paris and Oslo in celsius?",
  "Read src/a.ts and docs/b.md, then search for `TODO`.",
  "Work out 12 * (3 + 4).",
  "List the last 20 rows where city is Oslo, columns city and amount.",
  'Find "red shoes" at https://shop.example/a from 2026-12-01, limit: 5, recursive.',
  "Mail bob@example.com about order ABC-1234 and order 17.",
  "Convert 100 USD to EUR. Expected output: a JSON object",
  "Context:\n- city: Rome\n- amount: 12",
);
const task = fc
  .array(fc.oneof({ weight: 4, arbitrary: sentence }, { weight: 1, arbitrary: fc.string({ unit: "grapheme" }) }), {
    maxLength: 5,
  })
  .map((parts) => parts.join("\n"));

describe("whatever the schemas and the texts", () => {
  it("arguments fit the tool's schema, by zod's reading of it", async () => {
    await fc.assert(
      fc.asyncProperty(
        task,
        fc.array(object, { minLength: 1, maxLength: 3 }),
        fc.constantFrom("auto" as const, "required" as const),
        async (content, schemas, toolChoice) => {
          const tools = schemas.map((inputSchema, at) => ({
            name: ["find_city", "read_file", "run_query"][at] ?? "",
            description: "Finds, reads or runs it",
            inputSchema,
          }));
          const { toolCalls } = await new OfflineModel().generate(
            request({ messages: [{ role: "user", content }], tools, toolChoice }),
          );
          if (toolChoice === "required") expect(toolCalls.length).toBeGreaterThan(0);
          for (const call of toolCalls) {
            const schema = tools.find((tool) => tool.name === call.name)?.inputSchema;
            expect({
              input: call.input,
              faults: z.fromJSONSchema(schema ?? false).safeParse(call.input).error?.issues,
            }).toEqual({ input: call.input, faults: undefined });
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it("a structured answer fits the wanted schema, and its text is the same", async () => {
    await fc.assert(
      fc.asyncProperty(task, object, async (content, outputSchema) => {
        const { parsed, text: written } = await new OfflineModel().generate(
          request({ messages: [{ role: "user", content }], outputSchema }),
        );
        expect(JSON.parse(written)).toEqual(parsed);
        expect({ parsed, faults: z.fromJSONSchema(outputSchema).safeParse(parsed).error?.issues }).toEqual({
          parsed,
          faults: undefined,
        });
      }),
      { numRuns: 300 },
    );
  });

  it("says of a value what zod says of it", () => {
    // Zod's reading lets a default stand in for a value that is required.
    const strict = object.filter((schema) => !JSON.stringify(schema).includes('"default"'));
    fc.assert(
      fc.property(
        strict,
        fc.jsonValue(),
        fc.record({ city: fc.jsonValue(), limit: fc.integer(), unit: fc.constantFrom("celsius", "a", 3) }),
        (schema, ...values) => {
          for (const value of values)
            expect({ value, fits: fitsSchema(value, schema) }).toEqual({
              value,
              fits: z.fromJSONSchema(schema).safeParse(value).success,
            });
        },
      ),
      { numRuns: 300 },
    );
  });

  const anyText = fc.oneof(
    task,
    fc.string({ unit: "binary" }),
    fc.json(),
    fc.constantFrom("Error executing tool: no", "| a | b |\n|---|---|\n| 1 | 2 |", "a,b\n1,2", "x.ts:3: y"),
  );
  const messages = fc.array(
    fc.oneof(
      fc.record({ role: fc.constantFrom("system" as const, "user" as const), content: anyText }),
      fc.record({
        role: fc.constant("user" as const),
        content: fc.array(
          fc.oneof(
            anyText.map((one) => ({ type: "text" as const, text: one })),
            fc.constant({ type: "file" as const, mediaType: "image/png", data: "aGk=" }),
          ),
        ),
      }),
      fc.record({
        role: fc.constant("assistant" as const),
        content: anyText,
        toolCalls: fc.array(
          fc.record({
            id: fc.constantFrom("1", "2"),
            name: fc.constantFrom("find_city", "read_file"),
            input: fc.dictionary(names, fc.jsonValue()),
          }),
        ),
      }),
      fc.record({
        role: fc.constant("tool" as const),
        toolCallId: fc.constantFrom("1", "2"),
        toolName: fc.constantFrom("find_city", "read_file"),
        content: anyText,
      }),
    ),
    { maxLength: 8 },
  );
  const requests: fc.Arbitrary<ModelRequest> = fc
    .record({
      messages: messages, // what fast-check infers is a message, only wider in its literals
      tools: fc.array(
        fc.record({
          name: fc.oneof(fc.constantFrom("find_city", "read_file"), fc.string()),
          description: fc.string(),
          inputSchema: fc.oneof(object, fc.object()),
        }),
        { maxLength: 3 },
      ),
      toolChoice: fc.constantFrom("auto" as const, "none" as const, "required" as const),
      outputSchema: fc.option(fc.oneof(object, fc.object()), { nil: undefined }),
    })
    .map((parts) => request(parts));

  it("answers any conversation, always alike", async () => {
    await fc.assert(
      fc.asyncProperty(requests, async (one) => {
        const [first, second] = [await new OfflineModel().generate(one), await new OfflineModel().generate(one)];
        expect(second).toEqual(first);
        if (one.toolChoice === "none") expect(first.toolCalls).toEqual([]);
        expect([first.finishReason, first.text !== ""]).toEqual(
          first.toolCalls.length > 0 ? ["tool-calls", false] : ["stop", true],
        );
      }),
      { numRuns: 400 },
    );
  });
});

describe("a megabyte of anything", () => {
  const repeat = (piece: string): string => piece.repeat(Math.ceil(1_000_000 / piece.length));
  const pieces = [
    "the quick brown Fox jumps over 13 dogs in Paris. ",
    " ",
    "\n",
    "a",
    "/",
    ".",
    "1+",
    "`",
    "# a\n",
    "- a: b\n",
    "| a | b |\n",
    "x.ts:1:b\n",
    "天气",
    "[",
    '{"a":',
    "Ab ",
    "where a is b and ",
    "columns a, and b, ",
  ];
  const tools = ["read_file path", "search query", "weather city", "calc expression"].map((words) => {
    const [name = "", key = ""] = words.split(" ");
    return {
      name,
      description: `Does ${words} with files`,
      inputSchema: {
        type: "object",
        properties: { [key]: { type: "string" }, limit: { type: "integer" } },
        required: [key],
      },
    };
  });
  it.each(pieces)("%j is read in bounded time as task, result and context", async (piece) => {
    const huge = repeat(piece);
    const conversations: Message[][] = [
      [{ role: "user", content: huge }],
      [{ role: "user", content: `Write a report.\n\nExpected output: sections: A, B\n\nContext:\n${huge}` }],
      [
        { role: "user", content: "Analyse a.ts and write a report." },
        { role: "assistant", content: "", toolCalls: [{ id: "1", name: "read_file", input: { path: "a.ts" } }] },
        { role: "tool", toolCallId: "1", toolName: "read_file", content: huge },
      ],
    ];
    const begun = performance.now();
    for (const messages of conversations) {
      const { text: answer } = await new OfflineModel().generate(request({ messages, tools }));
      expect(answer.length).toBeLessThan(20_000);
    }
    // Seconds on a busy machine; what is not linear takes minutes.
    expect(performance.now() - begun).toBeLessThan(10_000);
  });
});
