import { describe, expect, it } from "@jest/globals";
import { ConfigurationError } from "@boathook/kernel";
import { z } from "zod";

import { isTool, runTool, tool, Tool, Toolbox, ToolFailure, type ToolOptions } from "../../src/index.ts";
import { callOf, searchTool } from "../support/kit.ts";

/** The faults that a declaration is refused with, as `path: message (suggestion)`. */
function faultsOf(declare: () => unknown): string[] {
  try {
    declare();
  } catch (error) {
    if (ConfigurationError.is(error)) {
      return error.faults.map(({ path, message, suggestion }) =>
        suggestion === undefined ? `${path}: ${message}` : `${path}: ${message} (${suggestion})`,
      );
    }
    throw error;
  }
  return [];
}

const named = (name: string, execute: () => unknown = () => name): Tool =>
  tool({ name, description: `Does ${name}.`, inputSchema: z.object({}), execute });

describe("declaring a tool", () => {
  it("names everything that is wrong, at once", () => {
    const options = {
      name: "!?",
      description: "",
      inputSchema: z.string(),
      outputSchema: {},
      execute: "run",
      resultAsAnser: true,
      resultAsAnswer: "yes",
      maxUsageCount: 0,
      cache: "always",
      failurePolicy: "explode",
      access: "rw",
      timeoutMs: -1,
    };
    expect(faultsOf(() => tool(options as never))).toEqual([
      "name: expected a name with at least one ASCII letter or digit: nothing is left of it as models are shown it",
      "description: expected a text that tells a model what the tool does",
      "outputSchema: expected a schema (zod 4, or any Standard Schema that gives JSON Schema), got object",
      "execute: expected a function, got string",
      "resultAsAnswer: Invalid input: expected boolean, received string",
      "maxUsageCount: Too small: expected number to be >0",
      "cache: expected true, false, or a function of input and result",
      'failurePolicy: Invalid option: expected one of "ignore"|"warn"|"raise"',
      'access: Invalid option: expected one of "read"|"write"',
      "timeoutMs: Too small: expected number to be >0",
      'resultAsAnser: unknown option (did you mean "resultAsAnswer"?)',
      'inputSchema: expected the schema of an object, got one of type "string"',
    ]);
  });

  it.each([
    ["nothing", undefined],
    ["a list", []],
    ["a text", "search"],
  ])("refuses %s instead of options", (_what, options) => {
    expect(faultsOf(() => tool(options as never))).not.toEqual([]);
  });

  it("refuses a schema that JSON Schema cannot say, with the reason and the tool's name", () => {
    const declare = (): Tool<{ when: Date }, string> =>
      tool({ name: "plan", description: "Plans.", inputSchema: z.object({ when: z.date() }), execute: () => "" });
    expect(faultsOf(declare)).toEqual([
      expect.stringMatching(/^inputSchema: it cannot be said in JSON Schema: .*z\.iso\.datetime\(\)/),
    ]);
    expect(declare).toThrow('Invalid tool "plan": inputSchema: ');
  });

  it("takes options given as undefined, and calls execute on the options", async () => {
    const options: ToolOptions<Record<string, never>, string> & { word: string } = {
      name: "say",
      description: "Says.",
      inputSchema: z.object({}),
      outputSchema: undefined,
      resultAsAnswer: undefined,
      maxUsageCount: undefined,
      cache: undefined,
      failurePolicy: undefined,
      access: undefined,
      timeoutMs: undefined,
      word: "ahoy",
      execute() {
        return this.word;
      },
    };
    expect(faultsOf(() => tool(options))).toEqual([
      'word: unknown option (known: "name", "description", "inputSchema", "outputSchema", "execute", "resultAsAnswer", "maxUsageCount", "cache", "failurePolicy", "access", "timeoutMs")',
    ]);
    const { word: _word, ...known } = options;
    expect(isTool(tool(known))).toBe(true);
  });

  it("is known as a tool by its brand only", () => {
    class Sub extends Tool {
      readonly name = "sub";
      readonly description = "Is one.";
      readonly inputSchema = z.object({});
      execute(): string {
        return "";
      }
    }
    expect([new Sub(), named("a"), { name: "a", execute: () => 1 }, null, "a"].map(isTool)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it("refuses a ToolFailure without a message", () => {
    expect(faultsOf(() => new ToolFailure({ reason: "x", retriable: true } as never))).toEqual([
      "message: Invalid input: expected string, received undefined",
      'retriable: unknown option (did you mean "retryable"?)',
    ]);
    const failure = new ToolFailure({ message: "no" });
    expect(Object.assign({}, failure)).toEqual({
      message: "no",
      reason: "failed",
      code: undefined,
      retryable: false,
      details: undefined,
    });
    expect([ToolFailure.is(failure), ToolFailure.is({ message: "no" })]).toEqual([true, false]);
  });
});

describe("a toolbox", () => {
  it("names everything that is wrong with its tools, by their place", () => {
    class Nameless extends Tool {
      readonly name = "";
      readonly description = "Has no name.";
      readonly inputSchema = z.array(z.string());
      readonly extra = "fields of its own are no fault";
      execute(): string {
        return "";
      }
    }
    class Bare extends Tool {
      declare readonly name: string;
      readonly description = "Forgot its schema.";
      declare readonly inputSchema: never;
      execute(): string {
        return "";
      }
    }
    expect(faultsOf(() => new Toolbox({ tools: [named("ok"), new Nameless(), new Bare()] }))).toEqual([
      "tools.1.name: expected a name with at least one ASCII letter or digit: nothing is left of it as models are shown it",
      'tools.1.inputSchema: expected the schema of an object, got one of type "array"',
      "tools.2.name: Invalid input: expected string, received undefined",
      "tools.2.inputSchema: expected a schema (zod 4, or any Standard Schema that gives JSON Schema), got undefined",
    ]);
    const wrong = { tools: [{ name: "shape" }], cache: "yes", owner: { agnt: 1 }, polcy: 1 } as never;
    expect(faultsOf(() => new Toolbox(wrong))).toEqual([
      "tools.0: expected a tool, made with tool() or of a subclass of Tool, got object",
      "owner.agnt: unknown option",
      "cache: Invalid input: expected boolean, received string",
      expect.stringMatching(/^polcy: unknown option/),
    ]);
  });

  it("numbers tools whose names are the same to a model, and finds each in any spelling", async () => {
    const long = "a".repeat(70);
    const tools = ["search", "Search", "search 2", "SEARCH", long, long].map((name, index) => named(name, () => index));
    const toolbox = new Toolbox({ tools: [...tools, ...tools] });
    const names = toolbox.toolsForModel().map((spec) => spec.name);
    expect(names.slice(0, 4)).toEqual(["search", "search_2", "search_2_2", "search_3"]);
    expect(names.length).toBe(6);
    expect(new Set(names).size).toBe(6);
    expect(names.every((name) => name.length <= 64 && /^[a-z0-9_]+$/.test(name))).toBe(true);
    const results = [];
    for (const name of names) results.push((await runTool(callOf(name), toolbox)).raw);
    expect(results).toEqual([0, 1, 2, 3, 4, 5]);
    expect(toolbox.find("Search-3")).toBe(tools[3]);
    expect(toolbox.find("nothing")).toBeUndefined();
    expect(toolbox.tools).toEqual(tools);
  });

  it("tells models of its tools in JSON Schema, made once per tool", () => {
    const union = z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("a"), x: z.number() }),
      z.object({ kind: z.literal("b") }),
    ]);
    const search = tool({
      name: "Web Search",
      description: "Searches.",
      inputSchema: z.object({ query: z.string().describe("what to look for"), limit: z.number().default(3) }),
      execute: () => "",
    });
    const either = tool({ name: "either", description: "Does either.", inputSchema: union, execute: () => "" });
    const one = new Toolbox({ tools: [search, either] }).toolsForModel();
    const other = new Toolbox({ tools: [search, either] }).toolsForModel();
    expect(one[0]).toEqual({
      name: "web_search",
      description: "Searches.",
      inputSchema: {
        type: "object",
        properties: {
          query: { type: "string", description: "what to look for" },
          limit: { type: "number", default: 3 },
        },
        required: ["query"],
        additionalProperties: false,
      },
    });
    expect(one[1]?.inputSchema).toMatchObject({ type: "object" });
    expect(other[0]?.inputSchema).toBe(one[0]?.inputSchema);
  });
});

describe("what a toolbox refuses", () => {
  it("does not run, and blocks before arguments and permission are looked at; what it lets through runs", async () => {
    const { search, got } = searchTool();
    const asked: string[] = [];
    const refuses = (name: string): string | undefined => {
      asked.push(name);
      return asked.length === 1 ? "not now." : undefined;
    };
    const toolbox = new Toolbox({ tools: [search], refuses });
    const first = await runTool(callOf("Search", {}), toolbox);
    const second = await runTool(callOf("search", { query: "a" }), toolbox);
    expect([first.text, first.blocked, second.text, second.blocked]).toEqual([
      "Tool 'search' was not run: not now.",
      true,
      "found a",
      false,
    ]);
    expect([asked, got]).toEqual([["search", "search"], [{ query: "a" }]]);
  });
});
