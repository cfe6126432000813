import { AsyncLocalStorage } from "node:async_hooks";

import type { EventChannel } from "./events/event-channel.ts";
import { processChannel } from "./events/process-channel.ts";
import { NO_NAMES, type FrameNames } from "./frame-names.ts";
import { processWide } from "./process-wide.ts";
import { defaultServices, type ServiceKey, type ServiceSource } from "./services.ts";
import { NEVER_ABORTED } from "./time/signals.ts";

/** One outermost run and everything nested in it: one id, one sequence of events. */
export interface Execution {
  readonly id: string;
  /** The number of the event given out last; the first is 1. */
  sequence: number;
}

/** What packages above `kernel` carry through a run. Each adds its own optional names by declaration merging. */

export interface FrameSlots {
  /** The unit of a recorded run that the code here is a part of: where it runs again after a crash, its tool calls have the same keys. */
  readonly recordedUnit?: RecordedUnitSlot | undefined;
}

/** `key`: `runId:unitKey`. `toolCalls` counts those begun in it. */
export interface RecordedUnitSlot {
  readonly key: string;
  toolCalls: number;
}

/** Where in a run the current code is: one frame per kickoff, and under it one per unit (task, method, model call, tool call). Never written to. */
export interface Frame extends FrameSlots {
  /** Absent outside of any run. */
  readonly execution: Execution | undefined;
  readonly services: ServiceSource;
  /** Who may watch, outermost first; the process's channel is always there. */
  readonly channels: readonly EventChannel[];
  /** The number of the started event under which events of this frame nest. */
  readonly parentSequence: number | undefined;
  readonly names: FrameNames;
  readonly signal: AbortSignal;
  /** The runtime object that the run is on; only compared, never called. */
  readonly runtime: object | undefined;
}

const root: Frame = {
  execution: undefined,
  services: defaultServices,
  channels: [processChannel],
  parentSequence: undefined,
  names: NO_NAMES,
  signal: NEVER_ABORTED,
  runtime: undefined,
};

/** One for the whole process: a second copy of this package must see the run, the scopes and the cancellation that the first one opened. */
const storage = processWide("frames/1", () => new AsyncLocalStorage<Frame>());

/** The frame of the running code; outside of any run the process's own, with the default services. */
export function currentFrame(): Frame {
  return storage.getStore() ?? root;
}

/** True for the process's own frame: the running code is outside of any run, span and scope. */
export function isRootFrame(frame: Frame): boolean {
  return frame === root;
}

/** A frame below `parent` with some parts replaced; `names` are merged. */
export function childFrame(
  patch: Partial<Omit<Frame, "names">> & { readonly names?: Partial<FrameNames> },
  parent: Frame = currentFrame(),
): Frame {
  const names = patch.names === undefined ? parent.names : { ...parent.names, ...patch.names };
  // Not `{ ...parent, added }`: in Node 20's engine that is twenty times slower where `added` is a new name.
  return Object.assign({}, parent, patch, { names });
}

/** Runs `work`, and everything it starts, in `frame`. */
export function runInFrame<T, A extends readonly unknown[]>(frame: Frame, work: (...args: A) => T, ...args: A): T {
  return storage.run(frame, work, ...args);
}

/** The service of the current run; outside of any run the process-wide default. */
export function service<T>(key: ServiceKey<T>): T {
  return currentFrame().services.get(key);
}
