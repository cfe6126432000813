import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { clearAllHooks, on } from "@boathook/hooks";
import { runInFrame } from "@boathook/kernel";
import { recordEvents } from "@boathook/testing";
import { z } from "zod";

import { runTool, tool, Toolbox, ToolCacheService, ToolFailure, type Tool, type ToolCache } from "../../src/index.ts";
import { callOf, frameWith, line, searchTool } from "../support/kit.ts";

beforeEach(clearAllHooks);
afterEach(clearAllHooks);

/** Calls a tool with each query and says how often it ran. */
async function runsOf(tools: Tool, queries: readonly unknown[], cache?: boolean): Promise<number> {
  let runs = 0;
  const recorded = recordEvents();
  const toolbox = new Toolbox({ tools: [tools], cache });
  for (const query of queries) {
    const { fromCache } = await runTool(callOf(tools.name, { query }), toolbox);
    if (!fromCache) runs += 1;
  }
  recorded.stop();
  return runs;
}

describe("the tool cache", () => {
  it("gives the same call's result without running the tool, through both hooks and the permission point", async () => {
    const { search, got } = searchTool({ cache: true, resultAsAnswer: true });
    const toolbox = new Toolbox({ tools: [search] });
    await runTool(callOf("search", { query: "a" }), toolbox);
    const trail: unknown[] = [];
    on("pre_tool_call", () => {
      trail.push("pre");
    });
    on("tool_permission", () => {
      trail.push("permission");
    });
    on("post_tool_call", (context) => {
      trail.push(["post", context.toolResult, context.rawToolResult]);
      return "seen";
    });
    const recorded = recordEvents();
    const result = await runTool(callOf("search", { query: "a" }), toolbox);
    recorded.stop();
    expect(result).toMatchObject({ text: "seen", raw: "found a", fromCache: true, isFinalAnswer: true });
    expect(trail).toEqual(["pre", "permission", ["post", "found a", "found a"]]);
    expect(recorded.events.map(line).at(-1)).toBe("completed seen (fromCache)");
    expect(got.length).toBe(1);
  });

  it("is off unless the tool or the toolbox says so; the tool's word counts, and what writes is not cached by the way", async () => {
    const runs: unknown[] = [];
    for (const own of [undefined, true, false]) {
      for (const outer of [undefined, true]) {
        for (const access of ["read", "write"] as const) {
          const t = tool({
            name: "search",
            description: "Searches.",
            inputSchema: z.object({ query: z.string() }),
            execute: () => "x",
            cache: own,
            access,
          });
          runs.push([own, outer, access, await runsOf(t, ["a", "a"], outer)]);
        }
      }
    }
    expect(runs).toEqual([
      [undefined, undefined, "read", 2],
      [undefined, undefined, "write", 2],
      [undefined, true, "read", 1],
      [undefined, true, "write", 2],
      [true, undefined, "read", 1],
      [true, undefined, "write", 1],
      [true, true, "read", 1],
      [true, true, "write", 1],
      [false, undefined, "read", 2],
      [false, undefined, "write", 2],
      [false, true, "read", 2],
      [false, true, "write", 2],
    ]);
  });

  it("goes by the arguments after hooks, in any order of keys, and shares nothing with another tool of the name", async () => {
    const { search, got } = searchTool({ cache: true });
    const other = searchTool({ cache: true });
    on("pre_tool_call", (context) => {
      context.toolInput = { query: String(context.toolInput.query).trim() };
    });
    const toolbox = new Toolbox({ tools: [search] });
    for (const query of ["a", " a", "a ", "b"]) await runTool(callOf("search", { query }), toolbox);
    await runTool(callOf("search", { query: "a" }), new Toolbox({ tools: [search] }));
    await runTool(callOf("search", { query: "a" }), new Toolbox({ tools: [other.search] }));
    expect([got, other.got]).toEqual([[{ query: "a" }, { query: "b" }], [{ query: "a" }]]);
  });

  it("never keeps a failure", async () => {
    const answers = [
      () => Promise.reject(new Error("down")),
      () => Promise.resolve(new ToolFailure({ message: "busy" })),
      () => Promise.resolve("up"),
    ];
    const flaky = tool({
      name: "flaky",
      description: "Fails at first.",
      inputSchema: z.object({ query: z.string() }),
      cache: true,
      execute: () => (answers.shift() ?? (() => Promise.resolve("again")))(),
    });
    const toolbox = new Toolbox({ tools: [flaky] });
    const texts: string[] = [];
    for (const name of ["flaky", "flaky", "other", "flaky", "flaky"]) {
      texts.push((await runTool(callOf(name, { query: "a" }), toolbox)).text);
    }
    expect(texts).toEqual(["Error executing tool: down", "busy", "Tool not found", "up", "up"]);
  });

  it("keeps what the tool's own rule says true of", async () => {
    const asked: unknown[] = [];
    const search = tool({
      name: "search",
      description: "Searches.",
      inputSchema: z.object({ query: z.string() }),
      execute: ({ query }) => ({ hits: query.length }),
      cache: (input, result) => {
        asked.push([input, result]);
        return result.hits > 1;
      },
    });
    expect(await runsOf(search, ["a", "a", "ab", "ab"])).toBe(3);
    expect(asked.length).toBe(3);
    expect(asked.at(-1)).toEqual([{ query: "ab" }, { hits: 2 }]);
  });

  it("gives every caller a result of its own", async () => {
    const list = tool({
      name: "list",
      description: "Lists.",
      inputSchema: z.object({}),
      cache: true,
      execute: () => ({ items: ["a"] }),
    });
    on("post_tool_call", (context) => {
      (context.rawToolResult as { items: string[] }).items.push("planted");
      return undefined;
    });
    const toolbox = new Toolbox({ tools: [list] });
    const texts = [await runTool(callOf("list"), toolbox), await runTool(callOf("list"), toolbox)];
    expect(texts.map(({ text, fromCache }) => [text, fromCache])).toEqual([
      ['{"items":["a"]}', false],
      ['{"items":["a"]}', true],
    ]);
  });

  it("keeps nothing, even nothing at all, apart from what is not there", async () => {
    const quiet = tool({
      name: "quiet",
      description: "Gives nothing.",
      inputSchema: z.object({ query: z.string() }),
      cache: true,
      execute: () => undefined,
    });
    expect(await runsOf(quiet, ["a", "a"])).toBe(1);
  });

  it("forgets what was not used for longest", async () => {
    const { search } = searchTool({ cache: true });
    const many = Array.from({ length: 999 }, (_none, index) => `q${index}`);
    // "a" is used again in time and stays; "b" makes room.
    expect(await runsOf(search, ["a", "b", ...many.slice(0, 998), "a", "one more", "a", "b"])).toBe(1_002);
  });
});

describe("a cache of one's own", () => {
  it("is asked by the tool's name and its canonical arguments", async () => {
    const entries = new Map<string, unknown>();
    const cache: ToolCache = {
      get: async (key) => entries.get(key),
      set: async (key, value) => {
        entries.set(key, JSON.parse(JSON.stringify(value)));
      },
    };
    const point = tool({
      name: "Find Point",
      description: "Finds.",
      inputSchema: z.object({ y: z.number(), x: z.number() }),
      cache: true,
      execute: () => ({ found: true }),
    });
    const { frame, warnings } = frameWith(ToolCacheService, cache);
    const toolbox = new Toolbox({ tools: [point] });
    const first = await runInFrame(frame, () => runTool(callOf("find_point", { y: 1, x: 2 }), toolbox));
    const second = await runInFrame(frame, () => runTool(callOf("find_point", { x: 2, y: 1 }), toolbox));
    expect([...entries]).toEqual([['find_point:{"x":2,"y":1}', { result: { found: true } }]]);
    expect([first.fromCache, second.fromCache, second.raw, warnings]).toEqual([false, true, { found: true }, []]);
  });

  it("that fails, or gives something strange, costs a warning and nothing else", async () => {
    const down = (): never => {
      throw new Error("cache is down");
    };
    const { search, got } = searchTool({ cache: true });
    const { frame, warnings } = frameWith(ToolCacheService, {
      get: down,
      set: () => Promise.reject(new Error("cache is down")),
    });
    const strange = frameWith(ToolCacheService, { get: () => "what?", set: () => undefined });
    const texts = [
      await runInFrame(frame, () => runTool(callOf("search", { query: "a" }), new Toolbox({ tools: [search] }))),
      await runInFrame(strange.frame, () =>
        runTool(callOf("search", { query: "a" }), new Toolbox({ tools: [search] })),
      ),
    ].map((result) => result.text);
    expect([texts, got.length]).toEqual([["found a", "found a"], 2]);
    expect(warnings).toEqual([
      [{ tool: "search", error: "cache is down" }, "the tool cache could not be read; the tool runs"],
      [{ tool: "search", error: "cache is down" }, "a result could not be kept in the tool cache"],
    ]);
  });
});
