import { describe, expect, it } from "@jest/globals";
import { on, type Ref } from "@boathook/hooks";
import { z } from "zod";

import { tool, Tool, Toolbox, ToolFailure, type Schema, type ToolContext } from "../src/index.ts";

/** True when both types take each other's values. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

const query = z.object({ query: z.string(), limit: z.number().default(3) });
const count = z.object({ count: z.number() });

/** Compiled, never called: what `tool()` infers. */
export function mustCompile(): unknown[] {
  const search = tool({
    name: "search",
    description: "Searches.",
    inputSchema: query,
    execute: async (input, context) => {
      const given: Same<typeof input, { query: string; limit: number }> = true;
      const told: Same<typeof context, ToolContext> = true;
      return { hits: input.limit, given, told, signal: context.signal };
    },
    cache: (input, result) => input.limit > result.hits,
  });
  const risky = tool({
    name: "risky",
    description: "Fails.",
    inputSchema: z.object({}),
    execute: () => (Math.random() > 2 ? { cups: 5 } : new ToolFailure({ message: "no" })),
  });
  const cups: Tool<Record<string, never>, { cups: number }> = risky;
  const ref: Same<Ref<"tool">, Tool> = true;
  return [search, cups, ref];
}

/** Compiled, never called. */
export function mustNotCompile(): unknown[] {
  const wrongResult = tool({
    name: "count",
    description: "Counts.",
    inputSchema: z.object({}),
    outputSchema: count,
    // @ts-expect-error -- the count is a text
    execute: () => ({ count: "three" }),
  });
  const wrongLater = tool({
    name: "count",
    description: "Counts, later.",
    inputSchema: z.object({}),
    outputSchema: count,
    // @ts-expect-error -- the count is a text
    execute: async () => ({ count: "three" }),
  });
  const wrongOption = tool({
    name: "search",
    description: "Searches.",
    inputSchema: query,
    // @ts-expect-error -- there is no such option
    resultAsAnser: true,
    execute: (input) => {
      // @ts-expect-error -- there is no such key
      return String(input.qery);
    },
  });
  // @ts-expect-error -- an object that only looks like options is no tool's schema
  const wrongSchema = tool({ name: "a", description: "A.", inputSchema: { type: "object" }, execute: () => "" });
  on("tool_permission", (context) => {
    // @ts-expect-error -- what was approved is what runs
    context.toolInput.query = "other";
    // @ts-expect-error -- nor can it be replaced
    context.toolInput = {};
    return false;
  });
  // @ts-expect-error -- a permission hook gives no arguments
  on("tool_permission", () => ({ query: "other" }));
  on("post_tool_call", (context) => {
    const name: string | undefined = context.tool?.name;
    // @ts-expect-error -- the tool is fixed
    context.tool = undefined;
    return name;
  });
  return [wrongResult, wrongLater, wrongOption, wrongSchema];
}

describe("the types of tools", () => {
  it("take any tool where a Tool is asked for", () => {
    class Shout extends Tool<{ text: string }, string> {
      readonly name = "shout";
      readonly description = "Shouts.";
      readonly inputSchema: Schema<{ text: string }> = z.object({ text: z.string() });
      override readonly cache = (input: { text: string }): boolean => input.text !== "";
      execute(input: { text: string }): string {
        return input.text.toUpperCase();
      }
    }
    const search = tool({
      name: "search",
      description: "Searches.",
      inputSchema: query,
      execute: (input) => input.query,
    });
    const tools: readonly Tool[] = [new Shout(), search];
    expect(new Toolbox({ tools }).tools).toEqual(tools);
  });
});
