import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import "@boathook/testing/reset";

import type { LifecycleHandler } from "@boathook/lifecycle-hooks";
import { Abort, Continue, makeRegistry, registerAll, shown, Skip } from "./support.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const never: LifecycleHandler = () => new Promise(() => undefined);
const after =
  (ms: number, answer: ReturnType<typeof Skip>): LifecycleHandler =>
  async () => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return answer;
  };

describe("time limits", () => {
  it("let a hook that never returns count as Continue after 30 s, 120 s with a model, or what it says itself", async () => {
    const { registry, logger } = makeRegistry();
    registerAll(registry, {
      plain: never,
      llm: { handler: never, llm: true },
      own: { handler: never, llm: true, timeoutMs: 60_000 },
    });
    const running = registry.publish("pre_turn");
    await jest.advanceTimersByTimeAsync(209_999);
    expect(jest.getTimerCount()).toBe(1);
    await jest.advanceTimersByTimeAsync(1);
    expect([shown(await running), jest.getTimerCount()]).toEqual([
      {
        status: "completed",
        by: undefined,
        ran: ["plain", "llm", "own"],
        notRun: [],
        problems: ["plain: timeout", "llm: timeout", "own: timeout"],
      },
      0,
    ]);
    expect(logger.lines.map(({ level }) => level)).toEqual(["warn", "warn", "warn"]);
  });

  it("abort the hook's signal, and throw its late answer away, whatever it is", async () => {
    const { registry } = makeRegistry();
    const signals: AbortSignal[] = [];
    registerAll(registry, {
      skip: { timeoutMs: 10, handler: after(20, Skip()) },
      abort: { timeoutMs: 10, handler: after(20, Abort("late")) },
      rejects: { timeoutMs: 10, handler: () => new Promise((_, reject) => setTimeout(reject, 20, new Error("late"))) },
      signal: {
        timeoutMs: 10,
        handler: (_ctx, { signal }) => {
          signals.push(signal);
          return new Promise(() => undefined);
        },
      },
    });
    const running = registry.publish("pre_turn");
    await jest.advanceTimersByTimeAsync(100);
    expect([shown(await running).status, signals.map(({ aborted }) => aborted), jest.getTimerCount()]).toEqual([
      "completed",
      [true],
      0,
    ]);
  });

  it("count from the call of the hook, not from the beginning of the publish", async () => {
    const { registry } = makeRegistry();
    registerAll(registry, {
      one: { timeoutMs: 100, handler: after(90, Continue) },
      two: { timeoutMs: 100, handler: after(90, Continue) },
    });
    const running = registry.publish("pre_turn");
    await jest.advanceTimersByTimeAsync(200);
    expect((await running).problems).toEqual([]);
  });

  it("leave out what is not begun when the publish has used up its own time", async () => {
    const { registry, logger } = makeRegistry();
    registerAll(registry, { one: after(60, Continue), two: after(60, Continue), three: after(60, Continue) });
    const running = registry.publish("pre_turn", { budgetMs: 100 });
    await jest.advanceTimersByTimeAsync(300);
    expect([shown(await running), logger.lines.length]).toEqual([
      { status: "completed", by: undefined, ran: ["one", "two"], notRun: ["three"], problems: [] },
      1,
    ]);
  });

  it("reject a cancelled publish at once, cancel the hook that runs, and call no further one", async () => {
    const { registry } = makeRegistry();
    const seen: string[] = [];
    const controller = new AbortController();
    registerAll(registry, {
      one: (_ctx, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener("abort", () => {
            seen.push("cancelled");
            resolve(Continue);
          });
        }),
      two: () => void seen.push("two"),
    });
    const running = registry.publish("pre_turn", { signal: controller.signal });
    const ended = running.then(undefined, (error: unknown) => error);
    await jest.advanceTimersByTimeAsync(1);
    controller.abort();
    expect(await ended).toMatchObject({ code: "run_cancelled" });
    await jest.advanceTimersByTimeAsync(1);
    expect([seen, jest.getTimerCount()]).toEqual([["cancelled"], 0]);
  });
});

describe("detached publishes", () => {
  it("begin after the caller went on, on a copy, and tell the caller nothing of what happens", async () => {
    const { registry, logger } = makeRegistry();
    const seen: unknown[] = [];
    registerAll(
      registry,
      {
        look: ({ payload }) => void seen.push(JSON.stringify(payload)),
        throws: () => Promise.reject(new Error("down")),
        skips: () => Skip("enough"),
        never: () => void seen.push("never"),
      },
      "turn_complete",
    );
    const turn = { text: "as it was", at: new Date(0), tags: new Set(["a"]) };
    expect([registry.publishDetached("turn_complete", { payload: { turn, response: "ok" } }), seen.length]).toEqual([
      true,
      0,
    ]);
    turn.text = "changed";
    await registry.idle();
    expect([seen, registry.detached]).toEqual([
      ['{"turn":{"text":"as it was","at":"1970-01-01T00:00:00.000Z","tags":{}},"response":"ok"}'],
      { running: 0, waiting: 0, completed: 1, refused: 0 },
    ]);
    expect(logger.lines.map(({ level, message }) => [level, message])).toEqual([
      ["warn", "a lifecycle hook gave no answer that counts"],
      ["info", "a lifecycle hook ended a detached publish"],
    ]);
  });

  it("of one conversation (else agent) run in order, others side by side up to the limit", async () => {
    const { registry } = makeRegistry({ maxDetached: 2 });
    const trail: string[] = [];
    registerAll(
      registry,
      {
        slow: async ({ query }) => {
          trail.push(`${query}+`);
          await new Promise((resolve) => setTimeout(resolve, 10));
          trail.push(`${query}-`);
        },
      },
      "turn_complete",
    );
    for (const [conversationId, query] of [
      ["a", "a1"],
      ["a", "a2"],
      ["b", "b1"],
      ["c", "c1"],
    ]) {
      registry.publishDetached("turn_complete", { conversationId, query });
    }
    await jest.advanceTimersByTimeAsync(50);
    expect(trail).toEqual(["a1+", "b1+", "a1-", "c1+", "b1-", "a2+", "c1-", "a2-"]);
  });

  it("are refused, counted and logged where too many wait", async () => {
    const { registry, logger } = makeRegistry({ maxDetached: 1, maxWaiting: 2 });
    registerAll(registry, { slow: after(10, Continue) }, "turn_complete");
    const accepted = [1, 2, 3, 4, 5].map(() => registry.publishDetached("turn_complete"));
    await jest.advanceTimersByTimeAsync(100);
    expect([accepted, registry.detached, logger.lines.map(({ message }) => message)]).toEqual([
      [true, true, true, false, false],
      { running: 0, waiting: 0, completed: 3, refused: 2 },
      Array(2).fill("a detached publish was refused: 2 are waiting already"),
    ]);
  });

  it("run with the hooks of the moment of their publish", async () => {
    const { registry } = makeRegistry();
    const ran: string[] = [];
    registerAll(registry, { old: () => void ran.push("old") }, "turn_complete");
    registry.publishDetached("turn_complete");
    registerAll(registry, { old: () => void ran.push("replaced"), new: () => void ran.push("new") }, "turn_complete");
    await registry.idle();
    expect(ran).toEqual(["old"]);
  });

  it("are waited for by drain, which takes no more", async () => {
    const { registry } = makeRegistry();
    registerAll(registry, { slow: after(10, Continue) }, "turn_complete");
    registry.publishDetached("turn_complete");
    const draining = registry.drain();
    expect(registry.publishDetached("turn_complete")).toBe(false);
    await jest.advanceTimersByTimeAsync(20);
    expect([await draining, jest.getTimerCount()]).toEqual([{ completed: 1, abandoned: [] }, 0]);
  });

  it("are cancelled at the deadline of drain, which tells what was left", async () => {
    const { registry } = makeRegistry({ maxDetached: 1 });
    const signals: AbortSignal[] = [];
    const late: string[] = [];
    registerAll(
      registry,
      {
        quick: () => Continue,
        stuck: (_ctx, { signal }) => {
          signals.push(signal);
          return new Promise(() => undefined);
        },
        next: () => void late.push("next"),
      },
      "turn_complete",
    );
    registry.publishDetached("turn_complete");
    registry.publishDetached("turn_complete");
    const draining = registry.drain();
    await jest.advanceTimersByTimeAsync(10_000);
    const event = "turn_complete";
    const left = (...hooks: string[]) => hooks.map((hook) => ({ event, hook }));
    expect(await draining).toEqual({
      completed: 0,
      abandoned: [...left("stuck", "next"), ...left("quick", "stuck", "next")],
    });
    await jest.advanceTimersByTimeAsync(100_000);
    expect([signals.map(({ aborted }) => aborted), late, registry.detached.running, jest.getTimerCount()]).toEqual([
      [true],
      [],
      0,
      0,
    ]);
  });
});
