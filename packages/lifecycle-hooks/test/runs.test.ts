import { describe, expect, it } from "@jest/globals";
import { createRuntime } from "@boathook/crew";
import { HookAborted, InterceptionPoint, on } from "@boathook/hooks";
import { callTool, type ScriptedReply } from "@boathook/testing";
import "@boathook/testing/reset";

import {
  HookResult,
  lifecycleHooks,
  OnLifecycle,
  type LifecycleContext,
  type LifecycleRegistry,
} from "@boathook/lifecycle-hooks";
import { attach, office, stopAt, watch } from "./office.ts";
import { Abort, makeRegistry, Skip } from "./support.ts";

describe("run events", () => {
  async function ends(arrange: (registry: LifecycleRegistry) => void, replies: readonly ScriptedReply[], options = {}) {
    const { registry, runtime } = attach();
    const seen: LifecycleContext[] = [];
    watch(registry, seen);
    arrange(registry);
    const error = await office(runtime, replies)
      .crew.kickoff({}, options)
      .then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
    await registry.idle();
    return {
      error,
      seen: seen.map(({ event, payload }) => [
        event,
        (payload as Record<string, object>)["error"],
        (payload as Record<string, unknown>)["cancelled"],
        (payload as Record<string, unknown>)["aborted"],
      ]),
    };
  }
  const start = ["run_start", undefined, undefined, undefined];

  it("tell a failure", async () => {
    const { seen } = await ends(() => undefined, []);
    expect(seen).toEqual([
      start,
      ["run_failure", expect.objectContaining({ code: "script_exhausted" }), false, undefined],
    ]);
  });

  it("tell a cancellation as a failure that was cancelled", async () => {
    const controller = new AbortController();
    const slow = { text: "late", delayMs: 10_000 };
    setTimeout(() => {
      controller.abort();
    }, 20);
    const { seen } = await ends(() => undefined, [slow], { signal: controller.signal });
    expect(seen).toEqual([start, ["run_failure", expect.objectContaining({ code: "run_cancelled" }), true, undefined]]);
  });

  it("let an abort at run_start fail the run, which run_failure follows; a skip only ends the chain", async () => {
    const aborted = await ends((registry) => stopAt(registry, "run_start", Abort("not today")), ["done"]);
    expect([HookAborted.is(aborted.error), (aborted.error as Error).message, aborted.seen]).toEqual([
      true,
      "not today",
      [["run_failure", expect.objectContaining({ message: "not today" }), false, true]],
    ]);
    const skipped = await ends((registry) => stopAt(registry, "run_start", Skip()), ["done"]);
    expect([skipped.error, skipped.seen.map(([event]) => event)]).toEqual([undefined, ["run_success"]]);
  });

  it("are one pair when another hook does not let the run begin, too", async () => {
    const { seen } = await ends(
      () =>
        on(InterceptionPoint.INPUT, () => {
          throw new HookAborted("wrong inputs");
        }),
      ["done"],
    );
    expect(seen.map(([event]) => event)).toEqual(["run_start", "run_failure"]);
  });
});

describe("@OnLifecycle", () => {
  class Notes {
    readonly lines: string[] = [];
  }
  const notes = new Notes();

  class Guard {
    static readonly inject = [Notes];
    readonly #notes: Notes;
    constructor(given: Notes) {
      this.#notes = given;
    }

    @OnLifecycle("pre_tool_call", { priority: 10, mode: "sequential" })
    check({ payload }: LifecycleContext<"pre_tool_call">): HookResult {
      this.#notes.lines.push(`check ${String(payload.tool_name)}`);
      return HookResult.Abort("guarded");
    }

    @OnLifecycle("post_turn", { id: "custom:tidy", enabled: false })
    tidy(): void {
      this.#notes.lines.push("tidy");
    }
  }

  it("makes methods of injectable classes hooks; the runtime's container makes the object on first use", async () => {
    const { registry, logger } = makeRegistry();
    const runtime = createRuntime({ use: [lifecycleHooks(registry, { providers: [Guard] })], logger });
    runtime.container.bind(Notes).toConstantValue(notes);
    const { crew, ran } = office(runtime, [callTool("look", { at: "sea" }), "done"]);
    await crew.kickoff();
    expect([ran, notes.lines, registry.list().map(({ id, priority, enabled }) => [id, priority, enabled])]).toEqual([
      [],
      ["check look"],
      [
        ["custom:tidy", 50, false],
        ["custom:Guard.check", 10, true],
      ],
    ]);
    await runtime.close();
    expect(registry.list()).toEqual([]);
  });

  it("works on an object, and refuses what has no hooks, unknown events and wrong options", async () => {
    const { registry } = makeRegistry();
    const own = new Notes();
    const undo = registry.provide(new Guard(own));
    await registry.publish("pre_tool_call", { payload: { tool_name: "x", tool_call_id: "1", arguments: {} } });
    expect([own.lines, undo(), undo(), registry.list()]).toEqual([["check x"], true, false, []]);
    expect(() => registry.provide(own)).toThrow(/Notes has no lifecycle hooks/);
    expect(() => OnLifecycle("PreTurn" as never)).toThrow(/did you mean "pre_turn"/);
    expect(() => OnLifecycle("pre_turn", { mode: "both" } as never)).toThrow(/mode/);
    expect(() => lifecycleHooks({} as never)).toThrow(/expected a LifecycleRegistry/);
    // @ts-expect-error -- the method's context is that of the event
    expect(OnLifecycle("pre_turn")<(ctx: LifecycleContext<"post_turn">) => void>).toBeDefined();
  });
});
