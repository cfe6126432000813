import { HookAborted, type ExecutionEndContext, type ExecutionStartContext, type OnFunction } from "@boathook/hooks";
import { currentFrame, describeError, ExecutionTimeoutError, RunCancelledError, runInFrame } from "@boathook/kernel";

import { LifecycleError } from "../errors.ts";
import type { LifecycleRegistry } from "../registry.ts";
import { idsOf, throwStop } from "./moments.ts";

/** What is known of an outermost run. */
interface RunNote {
  readonly startedAt: number;
  /** Of the boundary that ended last; the outermost run's own comes last. */
  end: Pick<ExecutionEndContext, "status" | "error" | "output"> | undefined;
  /** Why it was not let begin, when we know. */
  stop: HookAborted | undefined;
}

/**
 * `run_start` before an outermost run of a crew or flow, and exactly one of `run_success` and `run_failure` when it has ended, however it did.
 * What runs inside another run is part of that one.
 */
export function registerRunMoments(on: OnFunction, registry: LifecycleRegistry): { unregister(): boolean }[] {
  const notes = new WeakMap<object, RunNote>();
  return [
    on("execution_start", { name: "lifecycle hooks", onError: "abort" }, (ctx) => {
      const note = noteOf(notes, registry, ctx);
      if (note === undefined) return undefined;
      const { crew, flow } = ctx;
      return registry
        .publishIfHooked("run_start", () => ({
          ...idsOf(ctx),
          payload: {
            automation_id: nameOf(crew ?? flow),
            trigger: crew === undefined ? "flow" : "crew",
            inputs: ctx.payload,
          },
        }))
        ?.then((outcome) => {
          // Only an abort stops a run; a skip ends the chain of hooks.
          if (outcome.status !== "aborted") return undefined;
          note.stop = new HookAborted(outcome.reason ?? "", outcome.by, { cause: outcome.error });
          throwStop(outcome);
          return undefined;
        });
    }),
    on("execution_end", { name: "lifecycle hooks" }, (ctx) => {
      noteOf(notes, registry, ctx); // a run that an earlier process began
      const { runEnd } = currentFrame();
      const note = runEnd && notes.get(runEnd);
      if (note !== undefined) note.end = { status: ctx.status, error: ctx.error, output: ctx.payload };
      return undefined;
    }),
  ];
}

/** The note of an outermost run that begins here; undefined inside of one. */
function noteOf(
  notes: WeakMap<object, RunNote>,
  registry: LifecycleRegistry,
  ctx: ExecutionStartContext | ExecutionEndContext,
): RunNote | undefined {
  const frame = currentFrame();
  const { runEnd } = frame;
  if (runEnd === undefined || notes.has(runEnd)) return undefined;
  const note: RunNote = { startedAt: performance.now(), end: undefined, stop: undefined };
  notes.set(runEnd, note);
  const ids = idsOf(ctx);
  runEnd.add(note, () => {
    runInFrame(frame, publishEnd, registry, note, ids);
    return Promise.resolve();
  });
  return note;
}

function publishEnd(registry: LifecycleRegistry, note: RunNote, ids: ReturnType<typeof idsOf>): void {
  const { end, stop } = note;
  const durationMs = performance.now() - note.startedAt;
  if (end?.status === "completed") {
    registry.publishDetached("run_success", { ...ids, payload: { result: end.output, duration_ms: durationMs } });
    return;
  }
  const error: unknown = end?.error ?? stop ?? new LifecycleError("lifecycle_aborted", "the run was not let begin");
  const cancelled = RunCancelledError.is(error) || ExecutionTimeoutError.is(error);
  const aborted = HookAborted.is(error) && !cancelled;
  registry.publishDetached("run_failure", {
    ...ids,
    payload: { error: describeError(error), duration_ms: durationMs, cancelled, ...(aborted && { aborted }) },
  });
}

function nameOf(owner: unknown): string {
  const { name, constructor: type } = owner as { name?: unknown; constructor: { name: string } }; // a crew or a flow
  return typeof name === "string" && name !== "" ? name : type.name;
}
