import { beforeToolCall, clearAllHooks, HookAborted, InterceptionPoint, on } from "@boathook/hooks";
import { childFrame, runInFrame } from "@boathook/kernel";
import { afterEach, describe, expect, it } from "@jest/globals";

import { dispatchTo } from "../../src/index.ts";

afterEach(clearAllHooks);

describe("dispatchTo", () => {
  it("runs the hooks of one point and gives the context as they left it", async () => {
    beforeToolCall({ tools: ["delete_file"] }, (ctx) => {
      ctx.toolInput = { ...ctx.toolInput, dryRun: true };
    });
    const ctx = await dispatchTo("pre_tool_call", { toolName: "deleteFile", toolInput: { path: "a.txt" } });
    expect([ctx.toolName, ctx.toolInput]).toEqual(["delete_file", { path: "a.txt", dryRun: true }]);
  });

  it("rejects with the abort of a hook", async () => {
    on(InterceptionPoint.PRE_TOOL_CALL, () => {
      throw new HookAborted("not today", "policy");
    });
    await expect(dispatchTo("pre_tool_call", {})).rejects.toMatchObject({ reason: "not today", source: "policy" });
  });

  it("waits for asynchronous hooks", async () => {
    on("output", async (ctx) => Promise.resolve(`${String(ctx.payload)}!`));
    expect((await dispatchTo("output", { payload: "done" })).payload).toBe("done!");
  });

  it("fills in a whole context at each of the ten points", async () => {
    const shapes: Record<string, unknown> = {};
    for (const point of Object.values(InterceptionPoint)) {
      const { executionId, signal, ...own } = (await dispatchTo(point)) as unknown as Record<string, unknown>;
      expect([executionId, (signal as AbortSignal).aborted]).toEqual(["test", false]);
      shapes[point] = own;
    }
    const nobody = { crew: undefined, flow: undefined, agent: undefined, agentRole: undefined, task: undefined };
    const model = {
      ...nobody,
      messages: [],
      llm: expect.objectContaining({ modelId: "scripted" }),
      purpose: "direct",
      executor: undefined,
      iterations: 0,
      toolCalls: [],
      requestHumanInput: expect.any(Function),
    };
    const tool = {
      ...nobody,
      toolName: "test_tool",
      toolInput: {},
      tool: undefined,
      toolCallId: "c1",
      rawToolResult: undefined,
      failure: undefined,
      blocked: false,
      requestHumanInput: expect.any(Function),
    };
    expect(shapes).toEqual({
      execution_start: { ...nobody, payload: {}, inputs: {} },
      input: { ...nobody, payload: {}, inputs: {} },
      output: { ...nobody, payload: undefined, output: undefined },
      execution_end: { ...nobody, payload: undefined, output: undefined, status: "completed", error: undefined },
      pre_model_call: { ...model, response: undefined },
      post_model_call: { ...model, response: "" },
      pre_tool_call: { ...tool, toolResult: undefined },
      post_tool_call: { ...tool, toolResult: "" },
      pre_step: { ...nobody, kind: "task", stepName: "test_step", payload: "", output: undefined },
      post_step: { ...nobody, kind: "task", stepName: "test_step", payload: undefined, output: undefined },
    });
  });

  it("makes the aliases the very object that the payload is", async () => {
    const payload = { topic: "tides" };
    const input = await dispatchTo("input", { payload });
    const output = await dispatchTo("output", { payload });
    expect([input.inputs, output.output].every((alias) => alias === payload)).toBe(true);
  });

  it("takes role, kind and step from what it is given", async () => {
    const byAgent = (await dispatchTo("pre_tool_call", {
      agent: { role: "Researcher" },
    })) as { agentRole: unknown };
    const step = (await dispatchTo("pre_step", { kind: "flow_method", stepName: "outline" })) as {
      kind: unknown;
      payload: unknown;
    };
    const failed = await dispatchTo("execution_end", { error: new Error("x") });
    expect([byAgent.agentRole, step.kind, step.payload, failed.status]).toEqual([
      "Researcher",
      "flow_method",
      {},
      "failed",
    ]);
  });

  it("carries the signal of the code around it", async () => {
    const { signal } = new AbortController();
    const context = await runInFrame(childFrame({ signal }), () => dispatchTo("input"));
    expect(context.signal).toBe(signal);
  });

  it("refuses fields that the point does not have, at compile time", async () => {
    // @ts-expect-error -- a tool call has no payload
    const context: unknown = await dispatchTo("pre_tool_call", { payload: 1 });
    expect(context).toMatchObject({ payload: 1 });
  });
});
