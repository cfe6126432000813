import { describe, expect, it } from "@jest/globals";
import { HookDispatchedEvent, InterceptionPoint, on } from "@boathook/hooks";
import { Memory } from "@boathook/memory";
import { callTool, recordEvents } from "@boathook/testing";
import "@boathook/testing/reset";

import { HookResult, LIFECYCLE_EVENTS, type LifecycleContext, type LifecycleEvent } from "@boathook/lifecycle-hooks";
import { attach, office, stopAt, watch } from "./office.ts";
import { Abort, ContinueWith, makeRegistry, Skip } from "./support.ts";

describe("a registry on a runtime", () => {
  it("is told of run, tool and memory events, each with its payload, agent and run", async () => {
    const { registry, runtime } = attach();
    const seen: LifecycleContext[] = [];
    watch(registry, seen);
    const memory = new Memory({ file: ":memory:", tools: false });
    await memory.remember("the harbour is blue", { scope: "/crew/office" });
    const { crew } = office(runtime, [callTool("look", { at: "sea" }), "done"], memory);
    await crew.kickoff({ x: 1 });
    await runtime.close();
    await memory.close();
    const brief = seen.map(({ event, agentId, runId, payload }) => [
      event,
      agentId,
      runId === seen[0]?.runId,
      Object.keys(payload),
    ]);
    expect(brief).toEqual([
      ["run_start", undefined, true, ["automation_id", "trigger", "inputs"]],
      ["post_memory_extract", "Worker", true, ["memories", "stage"]],
      ["pre_memory_inject", "Worker", true, ["memories"]],
      ["pre_tool_call", "Worker", true, ["tool_name", "tool_call_id", "arguments"]],
      [
        "post_tool_call",
        "Worker",
        true,
        ["tool_name", "tool_call_id", "arguments", "result", "is_error", "duration_ms"],
      ],
      ["pre_memory_store", "Worker", true, ["content", "metadata", "kind"]],
      ["run_success", undefined, true, ["result", "duration_ms"]],
    ]);
    expect([seen[0]?.payload, seen[4]?.payload]).toMatchObject([
      { automation_id: "office", trigger: "crew", inputs: { x: 1 } },
      { tool_name: "look", arguments: { at: "sea" }, result: "saw sea", is_error: false },
    ]);
  });

  it("emits one HookDispatchedEvent of its dialect per publish with hooks, and none without", async () => {
    const { registry } = makeRegistry();
    const events = recordEvents();
    registry.register({ id: "a", event: "pre_memory_store", handler: () => ContinueWith({ content: "x" }) });
    registry.register({ id: "b", event: "pre_memory_store", handler: () => Promise.reject(new Error("down")) });
    registry.register({ id: "s", event: "pre_turn", handler: () => Skip("no") });
    registry.register({ id: "a", event: "post_turn", handler: () => Abort("never") });
    registry.register({ id: "p", event: "session_end", handler: () => undefined });
    registry.register({ id: "other", event: "session_start", scope: "other", handler: () => undefined });
    for (const event of LIFECYCLE_EVENTS) await registry.publish(event, { agentId: "me" });
    events.stop();
    expect(
      events
        .of(HookDispatchedEvent)
        .map((e) => [
          e.interceptionPoint,
          e.outcome,
          e.hookCount,
          e.dialect,
          e.abortReason,
          e.abortSource,
          e.swallowedErrors,
        ]),
    ).toEqual([
      ["lifecycle_session_end", "proceeded", 1, "lifecycle", undefined, undefined, []],
      ["lifecycle_pre_turn", "skipped", 1, "lifecycle", "no", "s", []],
      ["lifecycle_post_turn", "aborted", 1, "lifecycle", "never", "a", []],
      [
        "lifecycle_pre_memory_store",
        "modified",
        2,
        "lifecycle",
        undefined,
        undefined,
        [{ hook: "b", message: "down" }],
      ],
    ]);
  });

  it("rewrites the arguments and the result of a tool", async () => {
    const { registry, runtime } = attach();
    registry.register({
      id: "args",
      event: "pre_tool_call",
      handler: ({ payload }) => HookResult.ContinueWith({ arguments: { ...payload.arguments, at: "sky" } }),
    });
    registry.register({ id: "result", event: "post_tool_call", handler: () => ContinueWith({ result: "[masked]" }) });
    // Hooks after it may still write to the arguments.
    on(InterceptionPoint.PRE_TOOL_CALL, (ctx) => void (ctx.toolInput["extra"] = 1));
    const { crew, ran, texts } = office(runtime, [callTool("look", { at: "sea" }), "done"]);
    await crew.kickoff();
    expect([ran, texts().includes("[masked]"), texts().includes("saw sky")]).toEqual([["sky"], true, false]);
  });

  it.each<[string, HookResult, string]>([
    ["skip", Skip("not now"), "Tool call skipped by hook. Tool: look"],
    ["abort", Abort("not allowed"), "Tool execution blocked by hook. Tool: look. Reason: not allowed"],
  ])(
    "can %s a tool call: it does not run, the model reads why, and there is no post_tool_call",
    async (_name, answer, text) => {
      const { registry, runtime } = attach();
      const seen: LifecycleContext[] = [];
      stopAt(registry, "pre_tool_call", answer);
      registry.register({ id: "after", event: "post_tool_call", handler: (ctx) => void seen.push(ctx) });
      const { crew, ran, texts } = office(runtime, [callTool("look", { at: "sea" }), "done"]);
      expect((await crew.kickoff()).raw).toBe("done");
      expect([ran, texts().includes(text), seen]).toEqual([[], true, []]);
    },
  );

  it("tells an error of a tool, and lets its result stand where a hook skips or aborts", async () => {
    const { registry, runtime } = attach();
    const seen: unknown[] = [];
    registry.register({
      id: "see",
      event: "post_tool_call",
      priority: 1,
      handler: ({ payload }) => void seen.push(payload.is_error),
    });
    stopAt(registry, "post_tool_call", Abort("too late"));
    const { crew, texts } = office(runtime, [
      callTool("look", { at: "nowhere" }),
      callTool("look", { at: "sea" }),
      "done",
    ]);
    expect((await crew.kickoff()).raw).toBe("done");
    expect([seen, texts().includes("saw sea")]).toEqual([[true, false], true]);
  });

  it.each<[LifecycleEvent, HookResult, boolean, number]>([
    ["pre_memory_inject", Skip(), false, 2],
    ["pre_memory_inject", Abort("no"), false, 2],
    ["post_memory_extract", Skip(), false, 2],
    ["post_memory_extract", Abort("no"), false, 2],
    ["pre_memory_store", Skip(), true, 1],
    ["pre_memory_store", Abort("no"), true, 1],
  ])("%s, answered %j: shown %s, stored %d", async (event, answer, isShown, count) => {
    const { registry, runtime } = attach();
    const memory = new Memory({ file: ":memory:", tools: false });
    await memory.remember("the harbour is blue", { scope: "/crew/office" });
    stopAt(registry, event, answer);
    const { crew, texts } = office(runtime, ["done"], memory);
    expect((await crew.kickoff()).raw).toBe("done");
    expect([texts().includes("harbour is blue"), await memory.count()]).toEqual([isShown, count]);
    await runtime.close();
    await memory.close();
  });

  it("rewrites memories on their way in and out", async () => {
    const { registry, runtime } = attach();
    const memory = new Memory({ file: ":memory:", tools: false });
    await memory.remember("the harbour is blue", { scope: "/crew/office" });
    registry.register({
      id: "out",
      event: "pre_memory_inject",
      handler: ({ payload }) =>
        HookResult.ContinueWith({
          memories: (payload.memories as { text: string }[]).map((each) => ({ ...each, text: "the harbour is ***" })),
        }),
    });
    registry.register({
      id: "in",
      event: "pre_memory_store",
      handler: () => ContinueWith({ content: "masked work", metadata: { by: "hook" } }),
    });
    const { crew, texts } = office(runtime, ["done"], memory);
    await crew.kickoff();
    const stored = (await memory.recall("masked work")).map(({ text, metadata }) => ({ text, metadata }));
    expect([texts().includes("harbour is ***"), texts().includes("harbour is blue"), stored[0]]).toEqual([
      true,
      false,
      { text: "masked work", metadata: { by: "hook" } },
    ]);
    await runtime.close();
    await memory.close();
  });
});
