import { randomUUID } from "node:crypto";

import { childFrame, currentFrame, type Execution, type Frame } from "../frame.ts";
import { log } from "../log.ts";
import { ClockService } from "../time/clock.ts";
import { deliver } from "./delivery.ts";
import { subscriptions } from "./event-channel.ts";
import type { BoathookEvent, EventClass, EventMeta } from "./event.ts";
import { RedactionService } from "./redaction.ts";

/** A class whose events can be emitted with the fields `F`. */
export type Emittable<F> = new (meta: EventMeta, fields: F) => BoathookEvent;

/** Events outside of any run have an execution of their own. */
const outside: Execution = { id: randomUUID(), sequence: 0 };

/** True when somebody watches this class in the current frame: only then is it worth measuring or copying something for an event. */
export function isWatched(type: EventClass, frame: Frame = currentFrame()): boolean {
  if (subscriptions.count === 0) return false;
  for (const channel of frame.channels) {
    if (channel.isWatched(type)) return true;
  }
  return false;
}

/**
 * Emits one event. Fields may be given as a function, called only when somebody watches. The event has its number whether or not anybody
 * does. Never throws: a failing function of fields is reported as a failing subscriber is.
 */
export function emit<F extends object>(type: Emittable<F>, fields: F | (() => F), frame: Frame = currentFrame()): void {
  const sequence = nextNumber(frame);
  if (isWatched(type, frame)) build(type, fields, { frame, sequence, startedSequence: undefined });
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
  const sequence = nextNumber(outer);
  if (isWatched(type, outer)) build(type, fields, { frame: outer, sequence, startedSequence: undefined });
  return { frame: { ...outer, parentSequence: sequence }, outer, startedSequence: sequence };
}

const closed = new WeakSet<Span>();

/** Emits the closing event of a span: beside its started event, and naming it. A span that is closed already stays as it is, and a log line says so. */
export function closeSpan<F extends object>(span: Span, type: Emittable<F>, fields: F | (() => F)): void {
  const { outer: frame, startedSequence } = span;
  if (closed.has(span)) {
    log("warn", { event: (type as unknown as typeof BoathookEvent).type }, "a second closing event was dropped"); // every event class has a tag
    return;
  }
  closed.add(span);
  const sequence = nextNumber(frame);
  if (isWatched(type, frame)) build(type, fields, { frame, sequence, startedSequence });
}

function nextNumber(frame: Frame): number {
  const execution = frame.execution ?? outside;
  execution.sequence += 1;
  return execution.sequence;
}

interface Place {
  readonly frame: Frame;
  readonly sequence: number;
  readonly startedSequence: number | undefined;
}

function build<F extends object>(type: Emittable<F>, fields: F | (() => F), place: Place): void {
  const { frame, sequence, startedSequence } = place;
  try {
    const meta: EventMeta = {
      executionId: (frame.execution ?? outside).id,
      sequence,
      timestamp: frame.services.get(ClockService).now(),
      parentSequence: frame.parentSequence,
      startedSequence,
      names: frame.names,
      redaction: frame.services.get(RedactionService),
    };
    deliver(new type(meta, typeof fields === "function" ? fields() : fields), frame.channels);
  } catch (error) {
    frame.channels[0]?.fail(error);
  }
}
