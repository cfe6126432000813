import { childFrame, currentFrame, type Execution, type Frame } from "../frame.ts";
import { ClockService } from "../time/clock.ts";
import { randomUUID } from "node:crypto";
import type { BoathookEvent, EventClass, EventMeta } from "./event.ts";
import { RedactionService } from "./redaction.ts";

/** A class whose events can be emitted with the fields `F`. */
export type Emittable<F> = new (meta: EventMeta, fields: F) => BoathookEvent;

/** Events outside of any run have an execution of their own. */
const outside: Execution = { id: randomUUID(), sequence: 0 };

/** True when somebody watches this class in the current frame: only then is it worth measuring or copying something for an event. */
export function isWatched(type: EventClass, frame: Frame = currentFrame()): boolean {
  return frame.channels.some((channel) => channel.isWatched(type));
}

/**
 * Emits one event. Fields may be given as a function, called only when somebody watches. The event has its number whether or not anybody
 * does. Never throws: a failing function of fields is what a failing subscriber is.
 */
export function emit<F extends object>(type: Emittable<F>, fields: F | (() => F), frame: Frame = currentFrame()): void {
  emitNumbered(type, fields, { frame, startedSequence: undefined });
}

/** A started event and the frame of what happens between it and its closing event. */
export interface Span {
  /** Events emitted here are children of the started event. */
  readonly frame: Frame;
  /** As `frame`, but beside the started event: here its closing event goes. */
  readonly outer: Frame;
  readonly startedSequence: number;
}

/** Emits a started event in a new frame below the current one; run the work in `span.frame`, then call `closeSpan` exactly once. */
export function openSpan<F extends object>(
  type: Emittable<F>,
  fields: F | (() => F),
  patch: Parameters<typeof childFrame>[0] = {},
): Span {
  const outer = childFrame(patch);
  const startedSequence = emitNumbered(type, fields, { frame: outer, startedSequence: undefined });
  return { frame: { ...outer, parentSequence: startedSequence }, outer, startedSequence };
}

/** Emits the closing event of a span: beside its started event, and naming it. */
export function closeSpan<F extends object>(span: Span, type: Emittable<F>, fields: F | (() => F)): void {
  emitNumbered(type, fields, { frame: span.outer, startedSequence: span.startedSequence });
}

function emitNumbered<F extends object>(
  type: Emittable<F>,
  fields: F | (() => F),
  at: { readonly frame: Frame; readonly startedSequence: number | undefined },
): number {
  const { frame } = at;
  const execution = frame.execution ?? outside;
  execution.sequence += 1;
  const sequence = execution.sequence;
  for (const channel of frame.channels) {
    if (channel.isWatched(type)) {
      build(type, fields, { ...at, execution, sequence });
      break;
    }
  }
  return sequence;
}

function build<F extends object>(
  type: Emittable<F>,
  fields: F | (() => F),
  at: {
    readonly frame: Frame;
    readonly startedSequence: number | undefined;
    readonly execution: Execution;
    readonly sequence: number;
  },
): void {
  const { frame, execution, sequence, startedSequence } = at;
  const meta: EventMeta = {
    executionId: execution.id,
    sequence,
    timestamp: frame.services.get(ClockService).now(),
    parentSequence: frame.parentSequence,
    startedSequence,
    names: frame.names,
    redaction: frame.services.get(RedactionService),
  };
  const event = new type(meta, typeof fields === "function" ? fields() : fields);
  for (const channel of frame.channels) {
    if (channel.isWatched(type)) channel.deliver(event);
  }
}
