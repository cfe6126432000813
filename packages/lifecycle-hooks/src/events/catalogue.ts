/** The fifteen moments, in the order in which they are listed everywhere. */
export const LIFECYCLE_EVENTS = [
  "session_start",
  "session_end",
  "pre_turn",
  "post_turn",
  "turn_complete",
  "pre_tool_call",
  "post_tool_call",
  "pre_memory_inject",
  "post_memory_extract",
  "pre_memory_store",
  "evolution_detected",
  "dream_scheduled",
  "run_start",
  "run_success",
  "run_failure",
] as const;

/** The name of one of the fifteen. */
export type LifecycleEvent = (typeof LIFECYCLE_EVENTS)[number];

/**
 * What an outcome means to the host: a `gate` can stop what is about to be done, a `start_gate` lets something begin (only an abort stops it),
 * a `data_gate` can drop what was found, an `observer` hears of what has happened.
 */
export type LifecycleEventClass = "start_gate" | "gate" | "data_gate" | "observer";

interface Traits {
  readonly class: LifecycleEventClass;
  /** How a host publishes it. */
  readonly detached: boolean;
  /** Payload keys that a hook may replace through `ContinueWith`. */
  readonly rewritable: readonly string[];
}

const blocking = (type: LifecycleEventClass, ...rewritable: readonly string[]): Traits => ({
  class: type,
  detached: false,
  rewritable,
});
const DETACHED: Traits = { class: "observer", detached: true, rewritable: [] };

const TRAITS: Readonly<Record<LifecycleEvent, Traits>> = {
  session_start: blocking("start_gate"),
  session_end: blocking("observer"),
  pre_turn: blocking("gate"),
  post_turn: blocking("observer"),
  turn_complete: DETACHED,
  pre_tool_call: blocking("gate", "arguments"),
  post_tool_call: blocking("observer", "result"),
  pre_memory_inject: blocking("gate", "memories"),
  post_memory_extract: blocking("data_gate", "memories"),
  pre_memory_store: blocking("gate", "content", "metadata"),
  evolution_detected: DETACHED,
  dream_scheduled: DETACHED,
  run_start: blocking("start_gate"),
  run_success: DETACHED,
  run_failure: DETACHED,
};

/** What an outcome of the event means to the host. */
export function eventClass(event: LifecycleEvent): LifecycleEventClass {
  return TRAITS[event].class;
}

/** True for events that hosts publish without waiting. */
export function isDetachedEvent(event: LifecycleEvent): boolean {
  return TRAITS[event].detached;
}

/** The payload keys of the event that a hook may replace. */
export function rewritableKeys(event: LifecycleEvent): readonly string[] {
  return TRAITS[event].rewritable;
}

/** True for one of the fifteen names, spelled exactly. */
export function isLifecycleEvent(value: unknown): value is LifecycleEvent {
  return typeof value === "string" && Object.hasOwn(TRAITS, value);
}
