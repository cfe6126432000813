import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { clearAllHooks, HookAborted, on, SkipOperation } from "@boathook/hooks";
import { childFrame, runInFrame } from "@boathook/kernel";

import { runTool, Toolbox, toolCallOf } from "../../src/index.ts";
import { callOf, searchTool } from "../support/kit.ts";
import { Watcher } from "../support/watcher.ts";

let watcher: Watcher;

beforeEach(() => {
  clearAllHooks();
  watcher = new Watcher();
});
afterEach(() => {
  watcher.stop();
  clearAllHooks();
});

describe("the course of a tool call", () => {
  it("is PRE, started, permission, the tool, POST, completed, in one execution", async () => {
    watcher.watchAllPoints();
    const { search, got } = searchTool();
    const result = await runTool(callOf("search", { query: "tides" }), new Toolbox({ tools: [search] }));
    expect(result).toEqual({
      text: "found tides",
      raw: "found tides",
      failure: undefined,
      blocked: false,
      skipped: false,
      fromCache: false,
      isFinalAnswer: false,
    });
    expect(watcher.trail).toEqual([
      'pre search {"query":"tides"} search',
      'permission search {"query":"tides"}',
      'post found tides raw="found tides" blocked=false',
    ]);
    expect(watcher.lines()).toEqual([
      "pre_tool_call proceeded",
      'started search {"query":"tides"}',
      "tool_permission proceeded",
      "post_tool_call proceeded",
      "completed found tides",
    ]);
    expect(got).toEqual([{ query: "tides" }]);
    const [, started, permission, post, completed] = watcher.events;
    expect([permission?.parentId, post?.parentId, completed?.startedEventId]).toEqual([
      started?.id,
      started?.id,
      started?.id,
    ]);
    expect(new Set(watcher.events.map((event) => event.executionId)).size).toBe(1);
  });

  it("is one object for hooks that keep something from one point to the next, also where a model repeats its ids", async () => {
    const seen: object[] = [];
    for (const point of ["pre_tool_call", "tool_permission", "post_tool_call"] as const) {
      on(point, (ctx) => {
        seen.push(toolCallOf(ctx));
      });
    }
    const { search } = searchTool();
    const toolbox = new Toolbox({ tools: [search] });
    for (const query of ["a", "b"]) await runTool(callOf("search", { query }, { id: "same" }), toolbox);
    expect(seen).toHaveLength(6);
    expect([new Set(seen.slice(0, 3)).size, new Set(seen).size]).toEqual([1, 2]);
  });

  it("gives hooks the owner of the toolbox and the run's own execution and signal", async () => {
    const seen: unknown[] = [];
    for (const point of ["pre_tool_call", "tool_permission", "post_tool_call"] as const) {
      on(point, ({ agent, agentRole, task, crew, executionId, toolCallId }) => {
        seen.push({ agent, agentRole, task, crew, executionId, toolCallId });
        return undefined;
      });
    }
    const owner = { agent: { role: "Scout" }, agentRole: "Scout", task: { name: "t" }, crew: { name: "c" } } as never;
    const frame = childFrame({ execution: { id: "run-1", sequence: 0 } });
    const toolbox = new Toolbox({ tools: [searchTool().search], owner });
    await runInFrame(frame, () => runTool(callOf("search", { query: "a" }, { id: "c7" }), toolbox));
    const { agent, task, crew } = owner;
    const one = { agent, agentRole: "Scout", task, crew, executionId: "run-1", toolCallId: "c7" };
    expect(seen).toEqual([one, one, one]);
    expect(watcher.events.map((event) => event.id)).toEqual(["run-1.1", "run-1.2", "run-1.3", "run-1.4", "run-1.5"]);
  });

  it("lets POST rewrite the text, by returning and by assigning, but not the raw result", async () => {
    on("post_tool_call", (context) => `${context.toolResult}!`);
    on("post_tool_call", (context) => {
      context.toolResult = `[${context.toolResult}]`;
    });
    const { text, raw } = await runTool(
      callOf("search", { query: "a" }),
      new Toolbox({ tools: [searchTool().search] }),
    );
    expect([text, raw]).toEqual(["[found a!]", "found a"]);
    expect(watcher.lines().at(-1)).toBe("completed [found a!]");
  });

  it("keeps the text when POST leaves nothing, and writes out what is no text", async () => {
    const left: unknown[] = [undefined, null, { redacted: true }];
    on("post_tool_call", (context) => {
      context.toolResult = left.shift() as string;
    });
    const toolbox = new Toolbox({ tools: [searchTool().search] });
    const texts: string[] = [];
    for (const query of ["a", "b", "c"]) texts.push((await runTool(callOf("search", { query }), toolbox)).text);
    expect(texts).toEqual(["found a", "found b", '{"redacted":true}']);
  });
});

describe("a call that a hook stops", () => {
  it("at PRE does not run; POST and both events see it; the reason is told, save that of a plain false", async () => {
    watcher.watchAllPoints();
    const answers: (() => boolean)[] = [
      () => {
        throw new HookAborted("not today", "policy");
      },
      () => false,
      () => {
        throw new HookAborted("");
      },
    ];
    on("pre_tool_call", () => answers.shift()?.());
    const { search, got } = searchTool({ resultAsAnswer: true });
    const toolbox = new Toolbox({ tools: [search] });
    const results = [];
    for (let round = 0; round < 3; round += 1) results.push(await runTool(callOf("search", { query: "a" }), toolbox));
    const told = "Tool execution blocked by hook. Tool: search. Reason: not today";
    const plain = "Tool execution blocked by hook. Tool: search";
    expect(
      results.map(({ text, raw, blocked, failure, isFinalAnswer }) => [text, raw, blocked, failure, isFinalAnswer]),
    ).toEqual([
      [told, told, true, undefined, false],
      [plain, plain, true, undefined, false],
      [plain, plain, true, undefined, false],
    ]);
    expect(watcher.trail.slice(0, 2)).toEqual([
      'pre search {"query":"a"} search',
      `post ${told} raw=${JSON.stringify(told)} blocked=true`,
    ]);
    expect(watcher.lines().slice(0, 4)).toEqual([
      "pre_tool_call aborted",
      'started search {"query":"a"}',
      "post_tool_call proceeded",
      `completed ${told} (blocked)`,
    ]);
    expect([got, toolbox.failures]).toEqual([[], []]);
  });

  it("is left out when a dialect skips it", async () => {
    watcher.watchAllPoints();
    on("pre_tool_call", () => {
      throw new SkipOperation("quiet hours");
    });
    const { search, got } = searchTool({ resultAsAnswer: true });
    const result = await runTool(callOf("search", { query: "a" }), new Toolbox({ tools: [search] }));
    const text = "Tool call skipped by hook. Tool: search";
    expect(result).toMatchObject({ text, raw: text, skipped: true, blocked: false, isFinalAnswer: false });
    expect(watcher.lines()).toEqual([
      "pre_tool_call skipped",
      'started search {"query":"a"}',
      "post_tool_call proceeded",
      `completed ${text} (skipped)`,
    ]);
    expect(got).toEqual([]);
  });

  it("at POST fails the run, with a closing event; a skip there changes nothing", async () => {
    const { search } = searchTool();
    const toolbox = new Toolbox({ tools: [search] });
    const skip = on("post_tool_call", () => {
      throw new SkipOperation("too late");
    });
    expect((await runTool(callOf("search", { query: "a" }), toolbox)).text).toBe("found a");
    skip.unregister();
    const abort = new HookAborted("leaked", "dlp");
    on("post_tool_call", () => {
      throw abort;
    });
    await expect(runTool(callOf("search", { query: "b" }), toolbox)).rejects.toBe(abort);
    expect(watcher.lines().slice(-3)).toEqual([
      'started search {"query":"b"}',
      "post_tool_call aborted",
      "failed leaked",
    ]);
  });
});
