import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { clearAllHooks, HookAborted, on } from "@boathook/hooks";
import { childFrame, eventFromJson, linkSignals, runInFrame, RunCancelledError } from "@boathook/kernel";
import { z } from "zod";

import { runTool, tool, Toolbox, ToolExecutionFailedError, ToolFailure } from "../../src/index.ts";
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

describe("a call that cannot run", () => {
  it("because there is no such tool, passes both hooks and is a failure", async () => {
    watcher.watchAllPoints();
    const toolbox = new Toolbox({ tools: [searchTool().search] });
    const result = await runTool(callOf("Open Door", { force: true }), toolbox);
    expect(result).toMatchObject({ text: "Tool not found", raw: "Tool not found", isFinalAnswer: false });
    expect(result.failure).toMatchObject({
      reason: "unknown_tool",
      message: 'There is no tool "open_door". Known: search',
    });
    expect(watcher.trail).toEqual([
      'pre open_door {"force":true} undefined',
      'post Tool not found raw="Tool not found" blocked=false',
    ]);
    expect(watcher.lines()).toEqual([
      "pre_tool_call proceeded",
      'started open_door {"force":true}',
      "post_tool_call proceeded",
      'failed Tool "open_door" failed (unknown_tool): There is no tool "open_door". Known: search',
      "failure unknown_tool",
    ]);
  });

  it("because its arguments do not fit, says where and what was expected, and passes both hooks", async () => {
    watcher.watchAllPoints();
    const { search, got } = searchTool({ resultAsAnswer: true });
    const toolbox = new Toolbox({ tools: [search] });
    const result = await runTool(callOf("search", { query: 7 }), toolbox);
    const text =
      "Invalid arguments for tool 'search': query: Invalid input: expected string, received number. Call it again with arguments that fit its schema.";
    expect(result).toMatchObject({ text, failure: { reason: "invalid_input" }, isFinalAnswer: false });
    expect(watcher.trail).toEqual([
      'pre search {"query":7} search',
      `post ${text} raw=${JSON.stringify(text)} blocked=false`,
    ]);
    expect(watcher.lines().at(-1)).toBe("failure invalid_input");
    expect([got, toolbox.failures]).toEqual([[], [result.failure]]);
  });

  it("because the input was no JSON, even where a hook fills it in; what can be read plainly is", async () => {
    const { search, got } = searchTool();
    const toolbox = new Toolbox({ tools: [search] });
    const repaired = await runTool(callOf("search", {}, { invalidInput: "{'query': 'tides',}" }), toolbox);
    expect(repaired.text).toBe("found tides");
    on("pre_tool_call", (context) => {
      context.toolInput.query = "guess";
    });
    const broken = await runTool(callOf("search", {}, { invalidInput: '{"query": "ti' }), toolbox);
    expect(broken.failure?.reason).toBe("invalid_input");
    expect(broken.text).toBe(
      'Invalid arguments for tool \'search\': expected a JSON object, got: {"query": "ti. Call it again with arguments that fit its schema.',
    );
    expect(got).toEqual([{ query: "tides" }]);
  });

  it.each([
    ["a list", [1], "expected a JSON object, got a list"],
    ["null", null, "expected a JSON object, got null"],
    ["a text", "query", 'expected a JSON object, got the text "query"'],
  ])("because a model written by hand gave %s", async (_what, input, problem) => {
    const toolbox = new Toolbox({ tools: [searchTool().search] });
    const { text } = await runTool(callOf("search", input as never), toolbox);
    expect(text).toContain(`: ${problem}.`);
  });

  it("because it is nested without end", async () => {
    const deep: Record<string, unknown> = {};
    deep.self = deep;
    const open = tool({
      name: "open",
      description: "Takes all.",
      inputSchema: z.looseObject({}),
      execute: () => "ran",
    });
    const toolbox = new Toolbox({ tools: [open] });
    expect((await runTool(callOf("open", deep), toolbox)).failure?.reason).toBe("invalid_input");
    on("pre_tool_call", (context) => {
      context.toolInput.self = context.toolInput;
    });
    const { text } = await runTool(callOf("open"), toolbox);
    expect(text).toContain("nested more than 200 levels deep");
  });
});

describe("a tool that fails", () => {
  const failing = (execute: () => unknown, more: object = {}): Toolbox =>
    new Toolbox({
      tools: [
        tool({
          name: "lamp",
          description: "Lights.",
          inputSchema: z.object({}),
          resultAsAnswer: true,
          execute,
          ...more,
        }),
      ],
    });

  it("by throwing gives the model its message, POST included, and the event the very error", async () => {
    watcher.watchAllPoints();
    const error = new TypeError("no oil");
    const toolbox = failing(() => {
      throw error;
    });
    const result = await runTool(callOf("lamp"), toolbox);
    const text = "Error executing tool: no oil";
    expect(result).toMatchObject({ text, raw: text, failure: { reason: "exception", message: "no oil" } });
    expect(result.isFinalAnswer).toBe(false);
    expect(watcher.trail.at(-1)).toBe(`post ${text} raw=${JSON.stringify(text)} blocked=false`);
    expect(watcher.lines().slice(-3)).toEqual(["post_tool_call proceeded", "failed no oil", "failure exception"]);
    expect(watcher.events.at(-2)).toMatchObject({ error });
    expect(toolbox.failures).toEqual([result.failure]);
  });

  it.each([
    ["a text", "wet wick", "wet wick"],
    ["nothing", undefined, "undefined"],
    ["an object", { code: 4 }, '{"code":4}'],
    ["null", null, "null"],
  ])("by throwing or rejecting with %s, works the same", async (_what, thrown: unknown, shown) => {
    const throwing = failing(() => {
      throw thrown;
    });
    const rejecting = failing(() => Promise.reject(thrown));
    const texts = [(await runTool(callOf("lamp"), throwing)).text, (await runTool(callOf("lamp"), rejecting)).text];
    expect(texts).toEqual([`Error executing tool: ${shown}`, `Error executing tool: ${shown}`]);
  });

  it("by returning a ToolFailure gives its message to the model and itself to programs", async () => {
    const failure = new ToolFailure({ message: "Out of oil. Ask for more.", reason: "empty", retryable: true });
    const result = await runTool(
      callOf("lamp"),
      failing(() => failure),
    );
    expect(result).toMatchObject({ text: "Out of oil. Ask for more.", isFinalAnswer: false });
    expect([result.raw, result.failure]).toEqual([failure, failure]);
    expect(watcher.lines().slice(-2)).toEqual([
      'failed Tool "lamp" failed (empty): Out of oil. Ask for more.',
      "failure empty",
    ]);
  });

  it("by a result that does not fit its output schema", async () => {
    const result = await runTool(
      callOf("lamp"),
      failing(() => ({ lit: "yes" }), { outputSchema: z.object({ lit: z.boolean() }) }),
    );
    expect(result.failure?.reason).toBe("invalid_output");
    expect(result.text).toBe(
      "Error executing tool: the result does not fit the tool's output schema: lit: Invalid input: expected boolean, received string",
    );
  });

  it("is recorded, raised or ignored as the most specific policy says", async () => {
    const outcomes: unknown[] = [];
    for (const own of [undefined, "ignore", "warn", "raise"] as const) {
      for (const outer of [undefined, "ignore", "raise"] as const) {
        const lamp = tool({
          name: "lamp",
          description: "Lights.",
          inputSchema: z.object({}),
          execute: () => Promise.reject(new Error("dark")),
          failurePolicy: own,
        });
        const toolbox = new Toolbox({ tools: [lamp], failurePolicy: outer });
        const ended = await runTool(callOf("lamp"), toolbox).then(
          (result) => result.failure?.reason,
          (error: unknown) => ToolExecutionFailedError.is(error) && `raised ${error.toolName}`,
        );
        outcomes.push([own, outer, ended, toolbox.failures.length]);
      }
    }
    expect(outcomes).toEqual([
      [undefined, undefined, "exception", 1],
      [undefined, "ignore", "exception", 0],
      [undefined, "raise", "raised lamp", 1],
      ["ignore", undefined, "exception", 0],
      ["ignore", "ignore", "exception", 0],
      ["ignore", "raise", "exception", 0],
      ["warn", undefined, "exception", 1],
      ["warn", "ignore", "exception", 1],
      ["warn", "raise", "exception", 1],
      ["raise", undefined, "raised lamp", 1],
      ["raise", "ignore", "raised lamp", 1],
      ["raise", "raise", "raised lamp", 1],
    ]);
  });

  it("under the policy raise is raised after POST saw it, which cannot prevent it", async () => {
    const cause = new Error("dark");
    on("post_tool_call", () => "all is well");
    const toolbox = failing(() => Promise.reject(cause), { failurePolicy: "raise" });
    await expect(runTool(callOf("lamp"), toolbox)).rejects.toMatchObject({
      code: "tool_failed",
      toolName: "lamp",
      cause,
      message: 'Tool "lamp" failed (exception): dark',
    });
    expect(watcher.lines()).toEqual(["started lamp {}", "post_tool_call modified", "failed dark", "failure exception"]);
  });
});

describe("the events of a tool call", () => {
  it("survive JSON, secrets left out", async () => {
    const lamp = tool({
      name: "lamp",
      description: "Lights.",
      inputSchema: z.looseObject({}),
      execute: (_input, { progress }) => {
        progress("trying", { apiKey: "k-123" });
        throw new Error("dark");
      },
    });
    await runTool(callOf("lamp", { password: "hunter2", room: "hall" }, { id: "c1" }), new Toolbox({ tools: [lamp] }));
    const read = watcher.events.map((event) => eventFromJson(JSON.parse(JSON.stringify(event))));
    const own = { toolName: "lamp", toolCallId: "c1" };
    expect(read).toMatchObject([
      { type: "tool_usage_started", ...own, input: { password: "[REDACTED]", room: "hall" } },
      { type: "tool_usage_progress", ...own, message: "trying", data: { apiKey: "[REDACTED]" } },
      { type: "tool_usage_failed", ...own, error: { name: "Error", message: "dark", aborted: false } },
      { type: "tool_failure_detected", ...own, failure: { message: "dark", reason: "exception", retryable: false } },
    ]);
    expect(read.map((event) => event.constructor)).toEqual(watcher.events.map((event) => event.constructor));
  });
});

describe("a deliberate stop that leaves the tool", () => {
  it.each<[string, Error]>([
    ["a hook's abort", new HookAborted("inner policy", "policy")],
    ["a cancellation", new RunCancelledError("enough")],
  ])("%s goes through as it is, with one closing event and no POST", async (_what, stop) => {
    watcher.watchAllPoints();
    const nested = tool({
      name: "nested",
      description: "Runs a crew.",
      inputSchema: z.object({}),
      execute: () => Promise.reject(stop),
    });
    const toolbox = new Toolbox({ tools: [nested], failurePolicy: "ignore" });
    await expect(runTool(callOf("nested"), toolbox)).rejects.toBe(stop);
    expect(watcher.lines()).toEqual([
      "pre_tool_call proceeded",
      "started nested {}",
      "tool_permission proceeded",
      `failed ${stop.message}`,
    ]);
    expect(toolbox.failures).toEqual([]);
  });

  it("the run's cancellation ends the wait for a tool that never settles, and begins nothing any more", async () => {
    const run = linkSignals();
    const signals: AbortSignal[] = [];
    const stuck = tool({
      name: "stuck",
      description: "Waits.",
      inputSchema: z.object({}),
      execute: (_input, { signal }) => {
        signals.push(signal);
        return new Promise<string>(() => undefined);
      },
    });
    const toolbox = new Toolbox({ tools: [stuck] });
    await runInFrame(childFrame({ signal: run.signal }), async () => {
      const running = runTool(callOf("stuck"), toolbox);
      setTimeout(() => {
        run.abort("enough");
      }, 5);
      await expect(running).rejects.toMatchObject({ code: "run_cancelled", cause: "enough" });
      await expect(runTool(callOf("stuck"), toolbox)).rejects.toMatchObject({ code: "run_cancelled" });
    });
    expect(signals.map((signal) => signal.aborted)).toEqual([true]);
    expect(watcher.lines()).toEqual(["started stuck {}", "failed The run was cancelled."]);
  });
});
