import { describe, expect, it, jest } from "@jest/globals";
import { on } from "@boathook/hooks";
import "@boathook/testing/reset";

import { LifecycleError, type LifecycleHandler } from "@boathook/lifecycle-hooks";
import { Abort, Continue, ContinueWith, makeRegistry, registerAll, shown, Skip } from "./support.ts";

const never: LifecycleHandler = () => new Promise(() => undefined);

describe("results of a sequential hook", () => {
  it.each<[string, LifecycleHandler, object]>([
    ["Continue", () => Continue, { status: "completed", ran: ["a", "b"], notRun: [], problems: [] }],
    ["nothing", () => undefined, { status: "completed", ran: ["a", "b"], notRun: [], problems: [] }],
    ["null", () => null, { status: "completed", ran: ["a", "b"], notRun: [], problems: [] }],
    ["ContinueWith", () => ContinueWith({ x: 1 }), { status: "completed", ran: ["a", "b"], notRun: [], problems: [] }],
    ["Skip", () => Skip(), { status: "skipped", by: "a", ran: ["a"], notRun: ["b"], problems: [] }],
    ["Abort", () => Abort("no"), { status: "aborted", by: "a", ran: ["a"], notRun: ["b"], problems: [] }],
    [
      "a throw",
      () => {
        throw new Error("broken");
      },
      { status: "completed", ran: ["a", "b"], notRun: [], problems: ["a: threw"] },
    ],
    [
      "a thrown text",
      () => {
        // eslint-disable-next-line @typescript-eslint/only-throw-error -- hooks may throw anything
        throw "broken";
      },
      { status: "completed", ran: ["a", "b"], notRun: [], problems: ["a: threw"] },
    ],
    [
      "a rejection",
      () => Promise.reject(new Error("broken")),
      { status: "completed", ran: ["a", "b"], notRun: [], problems: ["a: threw"] },
    ],
    [
      "something that is no result",
      (() => ({ kind: "skip" })) as unknown as LifecycleHandler,
      { status: "completed", ran: ["a", "b"], notRun: [], problems: ["a: invalid_result"] },
    ],
    [
      "a promise of something that is no result",
      (() => Promise.resolve(false)) as unknown as LifecycleHandler,
      { status: "completed", ran: ["a", "b"], notRun: [], problems: ["a: invalid_result"] },
    ],
  ])("%s", async (_name, handler, expected) => {
    const { registry } = makeRegistry();
    registerAll(registry, { a: handler, b: () => Continue });
    expect(shown(await registry.publish("pre_turn"))).toEqual({ by: undefined, ...expected });
  });

  it("counts a throw, an unknown answer and a time-out as an abort where the hook fails closed", async () => {
    const { registry } = makeRegistry();
    const manners = { failurePolicy: "abort" as const, timeoutMs: 5 };
    registry.register({
      id: "throws",
      event: "pre_turn",
      ...manners,
      handler: () => Promise.reject(new Error("down")),
    });
    registry.register({ id: "odd", event: "post_turn", ...manners, handler: (() => 7) as never });
    registry.register({ id: "slow", event: "session_start", ...manners, handler: never });
    const outcomes = [];
    for (const event of ["pre_turn", "post_turn", "session_start"] as const) {
      const outcome = await registry.publish(event);
      const { error } = outcome;
      outcomes.push([shown(outcome).problems, outcome.status, outcome.by, error?.message]);
    }
    expect(outcomes).toEqual([
      [["throws: threw"], "aborted", "throws", "down"],
      [["odd: invalid_result"], "aborted", "odd", "it answered the number 7, which is no HookResult"],
      [["slow: timeout"], "aborted", "slow", 'hook "slow" took longer than its 5 ms at session_start'],
    ]);
  });

  it("gives the error of an abort as an error object, with the code `timeout` for a time-out", async () => {
    const { registry } = makeRegistry();
    const given = new Error("not today");
    registerAll(registry, { object: () => Abort(given) }, "pre_turn");
    registerAll(registry, { text: () => Abort("no") }, "post_turn");
    registerAll(registry, { slow: { handler: never, timeoutMs: 1, failurePolicy: "abort" } }, "session_end");
    expect((await registry.publish("pre_turn")).error).toBe(given);
    const text = (await registry.publish("post_turn")).error;
    expect([LifecycleError.is(text), (text as LifecycleError).code, text?.message]).toEqual([
      true,
      "lifecycle_aborted",
      "no",
    ]);
    expect((await registry.publish("session_end")).error).toMatchObject({ code: "timeout" });
  });
});

describe("results of parallel hooks", () => {
  const parallel = (handler: LifecycleHandler) => ({ handler, mode: "parallel" as const });

  it("lets the batch of a Skip finish, then stops; the first in order has skipped, not the first in time", async () => {
    const { registry } = makeRegistry();
    const done: string[] = [];
    registerAll(registry, {
      slow: parallel(async () => {
        await new Promise((resolve) => setTimeout(resolve, 10));
        done.push("slow");
        return Skip("slow one");
      }),
      fast: parallel(() => Skip("fast one")),
      other: parallel(() => void done.push("other")),
      later: () => Continue,
    });
    const outcome = await registry.publish("pre_turn");
    expect([shown(outcome), outcome.reason, done]).toEqual([
      { status: "skipped", by: "slow", ran: ["slow", "fast", "other"], notRun: ["later"], problems: [] },
      "slow one",
      ["other", "slow"],
    ]);
  });

  it("only records an abort and a throw, also of a hook that fails closed", async () => {
    const { registry, logger } = makeRegistry();
    registerAll(registry, {
      abort: parallel(() => Abort("no")),
      throws: { ...parallel(() => Promise.reject(new Error("down"))), failurePolicy: "abort" },
      later: () => Continue,
    });
    expect(shown(await registry.publish("pre_turn"))).toEqual({
      status: "completed",
      by: undefined,
      ran: ["abort", "throws", "later"],
      notRun: [],
      problems: ["abort: abort_ignored", "throws: threw"],
    });
    expect(logger.lines.map(({ level, data }) => [level, (data as { hook: string }).hook])).toEqual([
      ["warn", "abort"],
      ["warn", "throws"],
    ]);
  });

  it("enforces aborts where the registry was made so, and they count more than a skip", async () => {
    const { registry } = makeRegistry({ enforceParallelAbort: true });
    registerAll(registry, {
      skip: parallel(() => Skip()),
      first: parallel(() => Abort("first")),
      second: parallel(() => Abort("second")),
      later: () => Continue,
    });
    const outcome = await registry.publish("pre_turn");
    expect([outcome.status, outcome.by, outcome.error?.message, outcome.notRun]).toEqual([
      "aborted",
      "first",
      "first",
      ["later"],
    ]);
  });

  it("warns of a parallel hook of a gate that means to abort", () => {
    const { registry, logger } = makeRegistry();
    const handler = (): undefined => undefined;
    registry.register({ id: "guard", event: "pre_tool_call", mode: "parallel", mayAbort: true, handler });
    registry.register({ id: "watch", event: "post_turn", mode: "parallel", mayAbort: true, handler });
    expect(logger.lines).toEqual([
      {
        level: "warn",
        data: { hook: "guard", event: "pre_tool_call" },
        message: "a parallel hook of a gate cannot stop it; make it sequential",
      },
    ]);
  });

  it("cuts neighbours into batches: parallel ones overlap, sequential ones stand alone", async () => {
    const { registry } = makeRegistry();
    const trail: string[] = [];
    const traced = (id: string) => async () => {
      trail.push(`${id}+`);
      await new Promise((resolve) => setTimeout(resolve, 2));
      trail.push(`${id}-`);
    };
    const p = (id: string) => parallel(traced(id));
    const s = traced;
    registerAll(registry, { a: p("a"), b: p("b"), c: s("c"), d: p("d"), e: s("e") });
    await registry.publish("pre_turn");
    expect(trail).toEqual(["a+", "b+", "a-", "b-", "c+", "c-", "d+", "d-", "e+", "e-"]);
  });
});

describe("the snapshot of a publish", () => {
  it("is not touched by hooks that register, replace, switch or take out others meanwhile", async () => {
    const { registry } = makeRegistry();
    const ran: string[] = [];
    const trace = (id: string) => () => void ran.push(id);
    registerAll(registry, {
      first: () => {
        ran.push("first");
        registry.register({ id: "new", event: "pre_turn", handler: trace("new") });
        registry.register({ id: "second", event: "pre_turn", handler: trace("second, replaced") });
        registry.toggle({ event: "pre_turn", id: "third", enabled: false });
        registry.unregister({ event: "pre_turn", id: "fourth" });
      },
      second: trace("second"),
      third: trace("third"),
      fourth: trace("fourth"),
    });
    await registry.publish("pre_turn");
    expect(ran.splice(0)).toEqual(["first", "second", "third", "fourth"]);
    await registry.publish("pre_turn");
    // `new` is replaced, too, and takes a fresh place each time `first` registers it.
    expect(ran).toEqual(["first", "new", "second, replaced"]);
  });
});

describe("nested publishes", () => {
  it("go eight deep; the ninth is refused with a line and an empty outcome", async () => {
    const { registry, logger } = makeRegistry();
    const outcomes: string[] = [];
    let calls = 0;
    registerAll(registry, {
      again: async () => {
        calls += 1;
        const inner = await registry.publish("pre_turn");
        outcomes.push(`${inner.status}: ${inner.ran.join()}`);
        return Continue;
      },
    });
    await registry.publish("pre_turn");
    expect([calls, outcomes]).toEqual([8, ["completed: ", ...Array<string>(7).fill("completed: again")]]);
    expect(logger.lines).toEqual([
      { level: "warn", data: { event: "pre_turn", depth: 8 }, message: "a publish inside 8 others was refused" },
    ]);
  });
});

describe("the engine's own hooks", () => {
  it("stand before the registry's at the event's point, and may replace the payload or stop it", async () => {
    const { registry } = makeRegistry();
    const seen: unknown[] = [];
    registerAll(registry, { look: ({ payload }) => void seen.push(payload) });
    on("lifecycle_pre_turn", (ctx) => ({ ...ctx.payload, turn: { text: "changed" } }));
    const { payload } = await registry.publish("pre_turn", { payload: { turn: { text: "as it was" } } });
    expect([seen, payload]).toEqual([[{ turn: { text: "changed" } }], { turn: { text: "changed" } }]);
  });

  it("are enough for a publish", async () => {
    const { registry } = makeRegistry();
    const hook = jest.fn<() => void>();
    on("lifecycle_dream_scheduled", hook);
    await registry.publish("dream_scheduled", { payload: { job_id: "1", scheduled_for: "tonight" } });
    expect(hook).toHaveBeenCalledTimes(1);
  });
});
