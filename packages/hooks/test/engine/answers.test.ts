import { afterEach, describe, expect, it } from "@jest/globals";

import {
  clearAllHooks,
  dispatch,
  HookAborted,
  InvalidHookResultError,
  on,
  SkipOperation,
  type HookPoints,
  type InterceptionPoint,
} from "../../src/index.ts";
import { contextFor, llmContext, toolContext } from "../support/contexts.ts";
import { dispatchesOf, logOf } from "../support/recorders.ts";

afterEach(clearAllHooks);

/** What a hook returns at a point is `unknown` in these tables: also what the types forbid must behave. */
function onAny(point: keyof HookPoints, hook: (ctx: never) => unknown): void {
  on(point, hook as () => undefined);
}

function caught(act: () => unknown): unknown {
  try {
    return act();
  } catch (thrown) {
    return thrown;
  }
}

describe("what a return value means", () => {
  const payloads = [
    ["execution_start"],
    ["input"],
    ["output"],
    ["execution_end"],
    ["pre_step"],
    ["post_step"],
  ] as const;

  it.each(payloads)("at %s anything but nothing replaces the payload", (point) => {
    const results = [{ b: 1 }, "text", false, 0, "", []].map((answer) => {
      clearAllHooks();
      onAny(point, () => answer);
      const context = contextFor(point) as { payload: unknown };
      dispatch(point, context as never);
      return context.payload === answer;
    });
    expect(results).toEqual(results.map(() => true));
  });

  it.each(payloads)("at %s nothing leaves it", (point) => {
    onAny(point, () => undefined);
    onAny(point, () => null);
    const context = contextFor(point) as { payload: unknown };
    const before = context.payload;
    dispatch(point, context as never);
    expect(context.payload).toBe(before);
  });

  it.each([
    ["pre_model_call", "before_llm_call hook returned False"],
    ["pre_tool_call", "before_tool_call hook returned False"],
  ] as const)("at %s exactly false aborts", (point, reason) => {
    for (const answer of [true, undefined, null, 0, "", "no", {}]) onAny(point, () => answer);
    expect(dispatch(point, contextFor(point) as never)).toBeDefined();
    function saysNo(): boolean {
      return false;
    }
    onAny(point, saysNo);
    expect(caught(() => dispatch(point, contextFor(point) as never))).toMatchObject({ reason, source: saysNo });
  });

  it("at post_model_call and post_tool_call a string replaces, anything else is ignored", () => {
    const answers = ["new", "", 5, false, null, { response: "x" }];
    const texts = answers.map((answer) => {
      clearAllHooks();
      onAny("post_model_call", () => answer);
      onAny("post_tool_call", () => answer);
      const [llm, tool] = [llmContext(), toolContext()];
      dispatch("post_model_call", llm);
      dispatch("post_tool_call", tool);
      return [llm.response, tool.toolResult];
    });
    expect(texts).toEqual([["new", "new"], ["", ""], ...[1, 2, 3, 4].map(() => ["answer", "result"])]);
  });
});

describe("the outcome", () => {
  type Case = [name: string, point: InterceptionPoint, hook: (ctx: never) => unknown, outcome: string];
  const cases: Case[] = [
    ["nothing returned", "input", () => undefined, "proceeded"],
    ["the very same payload returned", "input", (ctx: { payload: unknown }) => ctx.payload, "modified"],
    ["edited in place", "input", (ctx: { payload: { a?: number } }) => void (ctx.payload.a = 1), "proceeded"],
    ["payload assigned (A3)", "input", (ctx: { payload: unknown }) => void (ctx.payload = {}), "modified"],
    ["response assigned", "post_model_call", (ctx: { response: string }) => void (ctx.response = "x"), "modified"],
    ["toolResult assigned", "post_tool_call", (ctx: { toolResult: string }) => void (ctx.toolResult = "x"), "modified"],
    ["an equal text returned", "post_model_call", () => "answer", "modified"],
    [
      "toolInput edited",
      "pre_tool_call",
      (ctx: { toolInput: { q?: string } }) => void (ctx.toolInput.q = "x"),
      "proceeded",
    ],
    ["inputs assigned, an alias", "input", (ctx: { inputs: unknown }) => void (ctx.inputs = {}), "proceeded"],
    ["a plain throw", "input", () => Number("x").toFixed(200), "proceeded"],
    ["an abort", "input", () => Promise.reject(new HookAborted("no")), "aborted"],
    ["a skip of a dialect", "pre_tool_call", () => Promise.reject(new SkipOperation("not now")), "skipped"],
  ];

  it.each(cases)("of %s at %s", async (_name, point, hook, outcome) => {
    onAny(point, hook);
    let seen: string[] = [];
    await logOf(async () => {
      seen = (await dispatchesOf(() => dispatch(point, contextFor(point) as never))).map((event) => event.outcome);
    });
    expect(seen).toEqual([outcome]);
  });
});

describe("InvalidHookResultError", () => {
  it("says which hook, where, what came and what to do", () => {
    const error = new InvalidHookResultError("the inputs, a plain object,", "a list", { point: "input", hook: "fill" });
    expect(error.message).toBe(
      'Hook "fill" left a list at input, where the inputs, a plain object, must be. Return that, or nothing.',
    );
    expect([InvalidHookResultError.is(error), HookAborted.is(error)]).toEqual([true, false]);
  });
});
