import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { z } from "zod";

import { runTool, tool, Toolbox } from "../../src/index.ts";
import { formatResult } from "../../src/run/format-result.ts";
import { callOf } from "../support/kit.ts";

describe("the text of a result", () => {
  it("is a text as it is, everything else as compact JSON", () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), (text, value) => {
        expect(formatResult(text)).toBe(text);
        expect(formatResult([value])).toBe(JSON.stringify([value]));
      }),
    );
  });

  const circular: Record<string, unknown> = { name: "loop", twice: [] };
  const shared = { a: 1 };
  circular.self = circular;
  circular.deep = { up: circular, one: shared, other: shared };

  it.each([
    ["nothing", undefined, "The tool finished without a result."],
    ["null", null, "null"],
    ["false", false, "false"],
    ["an empty text", "", ""],
    ["a bigint", 12345678901234567890n, "12345678901234567890"],
    ["a bigint inside", { id: 10n, list: [1n] }, '{"id":"10","list":["1"]}'],
    [
      "a cycle",
      circular,
      '{"name":"loop","twice":[],"self":"[circular]","deep":{"up":"[circular]","one":{"a":1},"other":{"a":1}}}',
    ],
    ["bytes", new Uint8Array(70_000), "[70000 bytes of binary data]"],
    ["an error", new Error("lost"), "lost"],
    ["a date", new Date(0), '"1970-01-01T00:00:00.000Z"'],
    ["a function", () => 1, "[a function]"],
    ["a symbol", Symbol("s"), "[a symbol]"],
    [
      "an object whose toJSON throws",
      {
        toJSON() {
          throw new Error("secret door");
        },
      },
      "The tool gave a result that cannot be shown: secret door",
    ],
  ])("says of %s what it is", (_what, result, text) => {
    expect(formatResult(result)).toBe(text);
  });

  it("is cut after a million characters, and never inside one", async () => {
    const long = "x".repeat(999_999) + "🌊".repeat(10_000);
    const cut = formatResult(long);
    expect(cut).toBe(`${"x".repeat(999_999)}\n[cut: the result has 1019999 characters]`);
    const dump = tool({
      name: "dump",
      description: "Gives 50 MB.",
      inputSchema: z.object({}),
      execute: () => ({ rows: Array.from({ length: 50 }, () => "y".repeat(1_000_000)) }),
    });
    const { text } = await runTool(callOf("dump"), new Toolbox({ tools: [dump] }));
    expect(text.length).toBe(1_000_042);
    expect(text.endsWith("y\n[cut: the result has 50000160 characters]")).toBe(true);
  });

  it("of a huge error is cut as well", async () => {
    const shout = tool({
      name: "shout",
      description: "Throws much.",
      inputSchema: z.object({}),
      execute: () => Promise.reject(new Error("z".repeat(5_000_000))),
    });
    const { text, failure } = await runTool(callOf("shout"), new Toolbox({ tools: [shout] }));
    expect(text.length).toBeLessThan(1_000_200);
    expect(failure?.message.length).toBeLessThan(1_000_100);
  });
});
