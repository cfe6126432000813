import { afterEach, describe, expect, it } from "@jest/globals";
import { childFrame, ExecutionTimeoutError, RunCancelledError, runInFrame } from "@boathook/kernel";

import { clearAllHooks, defineHookPoint, dispatch, HookAborted, on } from "../../src/index.ts";
import { inputContext, toolContext } from "../support/contexts.ts";
import { dispatchesOf, logOf, never, sleep } from "../support/recorders.ts";

afterEach(clearAllHooks);

const inRun = <T>(signal: AbortSignal, body: () => T): T => runInFrame(childFrame({ signal }), body);

describe("a time limit", () => {
  it("counts as a throw: the next hook runs, the late answer is ignored", async () => {
    let answer: (payload: Record<string, unknown>) => void = () => undefined;
    on("input", { timeoutMs: 5 }, function slow() {
      return new Promise<Record<string, unknown>>((resolve) => (answer = resolve));
    });
    on("input", (ctx) => ({ ...ctx.payload, next: true }));
    const context = inputContext();
    const [event] = await dispatchesOf(() => logOf(() => dispatch("input", context)));
    answer({ late: true });
    await sleep(1);
    expect(context.payload).toEqual({ next: true });
    expect(event?.swallowedErrors).toEqual([
      { hook: "slow", message: 'Hook "slow" at input took longer than its 5 ms.' },
    ]);
  });

  it("stops the operation with onError: abort", async () => {
    on("pre_tool_call", { timeoutMs: 5, onError: "abort", name: "gate" }, () => never);
    await expect(dispatch("pre_tool_call", toolContext())).rejects.toMatchObject({
      code: "hook_aborted",
      cause: { code: "hook_timeout", point: "pre_tool_call", hook: "gate" },
    });
  });

  it("leaves a late rejection unseen, not unhandled", async () => {
    let fail: (error: Error) => void = () => undefined;
    on("input", { timeoutMs: 5 }, () => new Promise<undefined>((_, reject) => (fail = reject)));
    await logOf(() => dispatch("input", inputContext()));
    fail(new Error("late"));
    await sleep(1); // Jest fails the run on an unhandled rejection
  });

  it("does not touch a hook that is in time", async () => {
    on("output", { timeoutMs: 10_000 }, async () => Promise.resolve("in time"));
    expect(await dispatch("output", { ...inputContext(), output: {} })).toMatchObject({
      payload: "in time",
    });
  });
});

describe("cancellation of the run", () => {
  it.each([[undefined], [60_000]])(
    "ends a hook that hangs (time limit %p) with RunCancelledError",
    async (timeoutMs) => {
      const controller = new AbortController();
      let after = false;
      on("input", { timeoutMs }, () => never);
      on("input", () => void (after = true));
      const running = inRun(controller.signal, () => dispatch("input", inputContext()));
      controller.abort("the user left");
      await expect(running).rejects.toMatchObject({ code: "run_cancelled", cause: "the user left" });
      expect(after).toBe(false);
    },
  );

  it("is not swallowed, nor turned into an abort, whatever the hook answers it with", async () => {
    for (const onError of ["continue", "abort"] as const) {
      for (const answer of [new Error("fetch failed"), new HookAborted("stopped", "policy"), undefined]) {
        clearAllHooks();
        const controller = new AbortController();
        on("input", { onError }, async () => {
          controller.abort();
          throw answer ?? (controller.signal.reason as Error);
        });
        await expect(inRun(controller.signal, () => dispatch("input", inputContext()))).rejects.toThrow(
          RunCancelledError,
        );
      }
    }
  });

  it("wins over a synchronous throw of a hook that was called although the run is cancelled (A4)", () => {
    on("input", () => {
      throw new HookAborted("no");
    });
    expect(() => inRun(AbortSignal.abort(), () => dispatch("input", inputContext()))).toThrow(RunCancelledError);
  });

  it("by a time limit of the run is that very error", async () => {
    const controller = new AbortController();
    on("input", () => never);
    const running = inRun(controller.signal, () => dispatch("input", inputContext()));
    const limit = new ExecutionTimeoutError("The run", 50);
    controller.abort(limit);
    await expect(running).rejects.toBe(limit);
  });

  it("still has its event", async () => {
    const controller = new AbortController();
    on("input", (ctx) => ({ ...ctx.payload }));
    on("input", () => never);
    const events = await dispatchesOf(async () => {
      const running = inRun(controller.signal, () => dispatch("input", inputContext()));
      controller.abort();
      await running;
    });
    expect(events.map(({ outcome, abortReason }) => [outcome, abortReason])).toEqual([["modified", undefined]]);
  });
});

declare module "../../src/index.ts" {
  interface HookPoints {
    test_permission: { context: { payload: string; toolName?: string }; result: unknown };
  }
}
defineHookPoint("test_permission", { failsClosed: true });

describe("a point that fails closed", () => {
  it.each([
    ["throws", () => JSON.parse("{") as unknown],
    ["rejects", async () => Promise.reject(new Error("down"))],
    ["is too slow", () => never],
  ])("takes a hook that %s for a no", async (_how, hook) => {
    on("test_permission", { timeoutMs: 5, onError: "continue" }, hook);
    await expect((async () => dispatch("test_permission", { payload: "rm" }))()).rejects.toThrow(HookAborted);
  });

  it("takes a filter that cannot be asked for a no", () => {
    on("test_permission", { tools: ["rm"] }, () => undefined);
    const context = {
      payload: "rm",
      get toolName(): string {
        throw new Error("no name");
      },
    };
    expect(() => dispatch("test_permission", context)).toThrow("no name");
  });
});
