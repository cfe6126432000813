import { afterEach, describe, expect, it } from "@jest/globals";
import { clearAllHooks, HookDispatchedEvent, on, registerBeforeToolCallHook } from "@boathook/hooks";
import { llm } from "@boathook/models";
import { recordEvents, ScriptedModel } from "@boathook/testing";

import { createRuntime } from "../../src/index.ts";
import { ACTS, probeOf, type Act, type Point, type Probe } from "./matrix/acts.ts";
import { expectedOf, ROWS, UNTOUCHED } from "./matrix/expected.ts";
import { FORMS } from "./matrix/forms.ts";
import { errorEffect, logger, RUNS, startQuietly, type Effect, type RunKind } from "./matrix/runs.ts";

afterEach(() => {
  clearAllHooks();
});

interface Seen {
  readonly effect: Effect;
  /** The lines about hooks that failed. */
  readonly logged: readonly string[];
  readonly dispatches: readonly HookDispatchedEvent[];
}

/** Starts a run, and gives its effect and the dispatches at the point. */
async function watch(start: () => Promise<Effect>, point: Point): Promise<Seen> {
  using recorder = recordEvents();
  logger.lines.length = 0;
  const effect = await startQuietly(start).catch(errorEffect);
  return {
    effect,
    logged: logger.lines.filter((line) => line.startsWith("a hook failed")),
    dispatches: recorder.of(HookDispatchedEvent).filter(({ interceptionPoint }) => interceptionPoint === point),
  };
}

const SWALLOWED: Partial<Record<Act, (point: Point) => string>> = {
  throw: () => "oops",
  reject: () => "oops",
  "time out": (point) => `Hook "probe" at ${point} took longer than its 5 ms.`,
};

const CELLS = Object.entries(FORMS).flatMap(([form, make]) =>
  (Object.keys(ROWS) as RunKind[]).flatMap((kind) =>
    Object.entries(ROWS[kind]).flatMap(([name, row]) =>
      (Object.keys(ACTS) as Act[]).flatMap((act) => {
        const point = name as Point;
        const start = make(kind, probeOf(point, act));
        return start === undefined ? [] : [{ form, kind, point, act, start, expected: expectedOf(kind, row, act) }];
      }),
    ),
  ),
);

describe("a hook, written as", () => {
  it.each(CELLS)("$form, in a $kind at $point: $act", async ({ point, act, start, expected }) => {
    const { effect, logged, dispatches } = await watch(start, point);
    const message = SWALLOWED[act]?.(point);
    const isAborted = expected.outcomes[0] === "aborted";
    expect({
      effect,
      logged,
      outcomes: dispatches.map(({ outcome }) => outcome),
      hookCounts: new Set(dispatches.map(({ hookCount }) => hookCount)),
      swallowed: dispatches.map(({ swallowedErrors }) => swallowedErrors),
      abortSources: dispatches.flatMap(({ abortSource }) => abortSource ?? []),
    }).toEqual({
      effect: expected.effect,
      logged:
        message === undefined
          ? []
          : expected.outcomes.map(
              () => `a hook failed; the run goes on ${JSON.stringify({ hook: "probe", point, error: message })}`,
            ),
      outcomes: expected.outcomes,
      hookCounts: new Set([1]),
      swallowed: expected.outcomes.map(() => (message === undefined ? [] : [{ hook: "probe", message }])),
      abortSources: isAborted ? expected.outcomes.map(() => (act === "return false" ? "probe" : "policy")) : [],
    });
  });

  it("covers every form, run and point that there is", () => {
    const count = (key: "form" | "kind" | "point") => new Set(CELLS.map((cell) => cell[key])).size;
    expect([count("form"), count("kind"), count("point"), CELLS.length]).toEqual([6, 4, 10, 800]);
  });
});

describe("a hook that says onError: abort", () => {
  const cells = (Object.keys(ROWS.crew) as Point[]).flatMap((point) =>
    (["throw", "reject", "time out"] as const).map((act) => ({ point, act })),
  );

  it.each(cells)("and at $point does $act, stops the operation", async ({ point, act }) => {
    const { start, message } = failing(point, act);
    const { effect, dispatches } = await watch(start, point);
    const [, whenStopped] = ROWS.crew[point]?.[0] ?? [];
    expect(dispatches.map(({ outcome, abortReason }) => [outcome, abortReason])).toEqual(
      Array.from({ length: whenStopped ?? 0 }, () => ["aborted", message]),
    );
    expect(effect).toBe(
      point === "pre_tool_call"
        ? `it / Tool execution blocked by hook. Tool: echo. Reason: ${message} / done`
        : point === "pre_model_call"
          ? `llm_call_blocked: LLM call blocked by before_llm_call hook: ${message}`
          : `hook_aborted: ${message}`,
    );
  });

  function failing(
    point: Point,
    act: "throw" | "reject" | "time out",
  ): { start: () => Promise<Effect>; message: string } {
    const probe: Probe = probeOf(point, act, { onError: "abort" });
    const start = FORMS["a crew's method"]?.("crew", probe);
    if (start === undefined) throw new Error("a crew's method is a form for every point");
    return { start, message: SWALLOWED[act]?.(point) ?? "" };
  }
});

describe("runs without hooks", () => {
  it.each(Object.keys(RUNS) as RunKind[])("a %s dispatches nothing", async (kind) => {
    using recorder = recordEvents();
    expect(await RUNS[kind]()).toBe(UNTOUCHED[kind]);
    expect(recorder.of(HookDispatchedEvent)).toEqual([]);
  });
});

describe("forms side by side", () => {
  it("run in one list: the process's by registration, the runtime's, then the crew's", async () => {
    const trail: string[] = [];
    const note = (name: string) => (): undefined => void trail.push(name);
    registerBeforeToolCallHook(note("legacy function"));
    on("pre_tool_call", note("on"));
    registerBeforeToolCallHook(note("legacy function again"));
    const runtime = createRuntime();
    runtime.hooks.on("pre_tool_call", note("runtime"));
    await RUNS.crew(runtime);
    expect(trail).toEqual(["legacy function", "on", "legacy function again", "runtime"]);
  });

  it("a direct model call says that nobody is behind it", async () => {
    const seen: unknown[] = [];
    on("pre_model_call", ({ purpose, agent, executor, iterations }) => {
      seen.push([purpose, agent, executor, iterations]);
    });
    await llm(new ScriptedModel({ replies: ["hi"] })).call("hello");
    expect(seen).toEqual([["direct", undefined, undefined, 0]]);
  });
});
