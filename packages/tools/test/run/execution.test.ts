import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { clearAllHooks, on } from "@boathook/hooks";
import { childFrame, currentFrame, emit, runInFrame } from "@boathook/kernel";
import { recordEvents } from "@boathook/testing";
import { z } from "zod";

import { runTool, tool, Tool, Toolbox, ToolUsageProgressEvent, type ToolContext } from "../../src/index.ts";
import { callOf, line, searchTool } from "../support/kit.ts";

beforeEach(clearAllHooks);
afterEach(clearAllHooks);

const none = z.object({});

describe("what a tool is told", () => {
  it("is its signal, its ids and whose call it is", async () => {
    const contexts: ToolContext[] = [];
    const look = tool({
      name: "look",
      description: "Looks.",
      inputSchema: none,
      execute: (_input, context) => {
        contexts.push(context);
      },
    });
    const owner = { agent: { role: "Scout" }, agentRole: "Scout", task: { name: "t" } } as never;
    const toolbox = new Toolbox({ tools: [look], owner });
    const frame = childFrame({ execution: { id: "run-1", sequence: 0 } });
    const { text, raw } = await runInFrame(frame, () => runTool(callOf("look", {}, { id: "c1" }), toolbox));
    const { agent, task } = owner;
    expect([text, raw]).toEqual(["The tool finished without a result.", undefined]);
    expect(contexts).toEqual([
      {
        signal: frame.signal,
        toolCallId: "c1",
        idempotencyKey: "run-1:c1",
        executionId: "run-1",
        agent,
        task,
        progress: expect.any(Function),
      },
    ]);
  });

  it("has a key in a recorded run that stays the same when the unit runs again: the unit, and the number of the call in it", async () => {
    const keys: string[] = [];
    const look = tool({
      name: "look",
      description: "Looks.",
      inputSchema: none,
      execute: (_input, { idempotencyKey }) => void keys.push(idempotencyKey),
    });
    for (const ids of [
      ["c1", "c2"],
      ["d1", "d2"],
    ]) {
      const frame = childFrame({ recordedUnit: { key: "run-1:task#1", toolCalls: 0 } });
      for (const id of ids)
        await runInFrame(frame, () => runTool(callOf("look", {}, { id }), new Toolbox({ tools: [look] })));
    }
    expect(keys).toEqual(["run-1:task#1:1", "run-1:task#1:2", "run-1:task#1:1", "run-1:task#1:2"]);
  });

  it("is carried on in its frame: events of its work nest under the call, and belong to a new run outside of any", async () => {
    const recorded = recordEvents();
    const work = tool({
      name: "work",
      description: "Works.",
      inputSchema: none,
      execute: async () => {
        await Promise.resolve();
        emit(ToolUsageProgressEvent, { toolName: "inner", toolCallId: "i", message: "inside", data: undefined });
        return currentFrame().execution?.id;
      },
    });
    const toolbox = new Toolbox({ tools: [work] });
    const [first, second] = [await runTool(callOf("work"), toolbox), await runTool(callOf("work"), toolbox)];
    recorded.stop();
    const [started, inside, completed] = recorded.events;
    expect(inside?.parentId).toBe(started?.id);
    expect([completed?.parentId, completed?.sequence]).toEqual([undefined, 3]);
    expect(started?.executionId).toBe(first.raw);
    expect(first.raw).not.toBe(second.raw);
  });

  it("lets it report progress from anywhere while it runs, and never after", async () => {
    const recorded = recordEvents();
    let late: ToolContext["progress"] = () => undefined;
    const dig = tool({
      name: "dig",
      description: "Digs.",
      inputSchema: none,
      execute: async (_input, { progress }) => {
        late = progress;
        progress("half", { metres: 2 });
        await new Promise<void>((resolve) => {
          setTimeout(() => {
            progress("deeper");
            resolve();
          }, 1);
        });
        return "done";
      },
    });
    await runTool(callOf("dig", {}, { id: "c1" }), new Toolbox({ tools: [dig] }));
    late("ghost");
    recorded.stop();
    expect(recorded.events.map(line)).toEqual(["started dig {}", "progress half", "progress deeper", "completed done"]);
    const [started, half, deeper] = recorded.events;
    expect(half).toMatchObject({ toolName: "dig", toolCallId: "c1", data: { metres: 2 }, parentId: started?.id });
    expect(deeper?.parentId).toBe(started?.id);
  });

  it("stops at its time limit with its signal aborted, and leaves no timer behind", async () => {
    const signals: AbortSignal[] = [];
    const slow = tool({
      name: "slow",
      description: "Is slow.",
      inputSchema: z.object({ ms: z.number() }),
      timeoutMs: 20,
      execute: async ({ ms }, { signal }) => {
        signals.push(signal);
        await new Promise((resolve) => setTimeout(resolve, ms));
        return "done";
      },
    });
    const toolbox = new Toolbox({ tools: [slow] });
    const late = await runTool(callOf("slow", { ms: 60 }), toolbox);
    const inTime = await runTool(callOf("slow", { ms: 1 }), toolbox);
    expect(late.text).toBe('Error executing tool: Tool "slow" took longer than its limit of 20 ms and was stopped.');
    expect(late.failure).toMatchObject({ reason: "timeout", retryable: true });
    expect([inTime.text, signals.map((signal) => signal.aborted)]).toEqual(["done", [true, false]]);
  });

  it("works for a class with field initialisers and a constructor, called on itself", async () => {
    class Greeter extends Tool<{ name: string }, string> {
      readonly name = "greet";
      readonly description = "Greets.";
      readonly inputSchema = z.object({ name: z.string() });
      override readonly resultAsAnswer = true;
      readonly #word: string;
      constructor(word: string) {
        super();
        this.#word = word;
      }
      execute({ name }: { name: string }): string {
        return `${this.#word}, ${name}`;
      }
    }
    const result = await runTool(callOf("greet", { name: "Ada" }), new Toolbox({ tools: [new Greeter("Ahoy")] }));
    expect(result).toMatchObject({ text: "Ahoy, Ada", isFinalAnswer: true });
  });
});

describe("the usage limit", () => {
  const text = "Tool 'search' has reached its usage limit of 2 times and cannot be used anymore.";

  it("counts executions, not calls that were blocked, refused or cached; hooks see its text", async () => {
    const { search, got } = searchTool({ maxUsageCount: 2, cache: true });
    const toolbox = new Toolbox({ tools: [search] });
    const posts: (string | undefined)[] = [];
    const block = on("pre_tool_call", () => false);
    await runTool(callOf("search", { query: "a" }), toolbox);
    block.unregister();
    await runTool(callOf("search", { query: 1 }), toolbox);
    on("post_tool_call", (context) => {
      posts.push(context.toolResult);
      return undefined;
    });
    for (const query of ["a", "a", "b", "a", "c"]) await runTool(callOf("search", { query }), toolbox);
    expect(posts).toEqual(["found a", "found a", "found b", "found a", text]);
    expect(got).toEqual([{ query: "a" }, { query: "b" }]);
    expect(toolbox.failures.map((failure) => failure.reason)).toEqual(["invalid_input", "usage_limit"]);
  });

  it("holds for calls side by side, and is counted per toolbox", async () => {
    const got: string[] = [];
    const search = tool({
      name: "search",
      description: "Searches.",
      inputSchema: z.object({ query: z.string() }),
      maxUsageCount: 2,
      execute: async ({ query }) => {
        await new Promise((resolve) => setTimeout(resolve, 2));
        got.push(query);
        return query;
      },
    });
    on("pre_tool_call", async () => {
      await Promise.resolve();
    });
    const toolbox = new Toolbox({ tools: [search] });
    const queries = ["a", "b", "c", "d"];
    const results = await Promise.all(queries.map((query) => runTool(callOf("search", { query }), toolbox)));
    expect(results.map((result) => result.text)).toEqual(["a", "b", text, text]);
    const other = await runTool(callOf("search", { query: "e" }), new Toolbox({ tools: [search] }));
    expect([other.text, got]).toEqual(["e", ["a", "b", "e"]]);
  });
});

describe("the same call again and again", () => {
  const notice =
    "Tool 'search' was not run: this is the same call, with the same arguments, for the third time in a row. Use the result you already have, change the arguments, or go on without it.";

  it("is answered by a notice the third time, whatever the order of its keys, until another call comes between", async () => {
    const search = tool({
      name: "search",
      description: "Searches.",
      inputSchema: z.object({ query: z.string(), page: z.number() }),
      resultAsAnswer: true,
      execute: ({ query }) => query,
    });
    const toolbox = new Toolbox({ tools: [search] });
    const results = [];
    for (const input of [
      { query: "a", page: 1 },
      { page: 1, query: "a" },
      { query: "a", page: 1, unknown: true },
      { query: "a", page: 1 },
      { query: "a", page: 2 },
      { query: "a", page: 1 },
      { query: "a", page: 1 },
    ]) {
      const { text, skipped, isFinalAnswer, failure } = await runTool(callOf("search", input), toolbox);
      results.push([text, skipped, isFinalAnswer, failure]);
    }
    const ran = ["a", false, true, undefined];
    expect(results).toEqual([
      ran,
      ran,
      [notice, true, false, undefined],
      [notice.replace("third", "4th"), true, false, undefined],
      ran,
      ran,
      ran,
    ]);
  });

  it("does not count across calls that did not come so far", async () => {
    const { search, got } = searchTool();
    const toolbox = new Toolbox({ tools: [search] });
    for (const name of ["search", "search", "missing", "search"]) {
      await runTool(callOf(name, { query: "a" }), toolbox);
    }
    expect(got.length).toBe(3);
  });

  it("is noticed among calls side by side, too", async () => {
    const { search, got } = searchTool();
    const toolbox = new Toolbox({ tools: [search] });
    const results = await Promise.all([1, 2, 3].map(() => runTool(callOf("search", { query: "a" }), toolbox)));
    expect(results.map((result) => result.skipped)).toEqual([false, false, true]);
    expect(got.length).toBe(2);
  });
});

describe("calls side by side", () => {
  it("keep their arguments, results and events apart", async () => {
    const recorded = recordEvents();
    const echo = tool({
      name: "echo",
      description: "Echoes.",
      inputSchema: z.object({ n: z.number() }),
      execute: async ({ n }) => {
        await new Promise((resolve) => setTimeout(resolve, 6 - n));
        if (n === 2) throw new Error("two");
        return n;
      },
    });
    on("pre_tool_call", (context) => (context.toolInput.n === 3 ? false : undefined));
    const toolbox = new Toolbox({ tools: [echo] });
    const frame = childFrame({ execution: { id: "run", sequence: 0 } });
    const results = await runInFrame(frame, () =>
      Promise.all([1, 2, 3, 4, 5].map((n) => runTool(callOf("echo", { n }, { id: `c${n}` }), toolbox))),
    );
    recorded.stop();
    expect(results.map((result) => result.text)).toEqual([
      "1",
      "Error executing tool: two",
      "Tool execution blocked by hook. Tool: echo",
      "4",
      "5",
    ]);
    const closing = recorded.events.filter((event) => event.startedEventId !== undefined);
    const idsOf = (type: string): unknown[] =>
      recorded.events.filter((event) => event.type === type).map((event) => event.id);
    expect(closing.map((event) => event.startedEventId).sort()).toEqual(idsOf("tool_usage_started").sort());
    expect(recorded.events.map((event) => event.sequence)).toEqual(recorded.events.map((_event, index) => index + 1));
  });
});
