import type { EventChannel } from "./events/event-channel.ts";
import type { Frame, FrameSlots } from "./frame.ts";
import type { ServiceSource } from "./services.ts";

/** Under this symbol a runtime object says what a run on it is given. */
export const RUNTIME = Symbol.for("boathook:runtime");

/** What a runtime gives to runs on it; the packages that open runs read it, and nothing else of a runtime. */
export interface RuntimeParts extends FrameSlots {
  readonly services: ServiceSource;
  readonly channel: EventChannel;
  /** What a run has to wait for before it begins: what is still being installed may be a policy. Undefined, or giving undefined: nothing. */
  readonly ready?: (() => Promise<void> | undefined) | undefined;
}

/** Any object that crews, flows and agents can run on. */
export interface RuntimeHandle {
  readonly [RUNTIME]: RuntimeParts;
}

let processRuntime: RuntimeHandle | undefined;

/** The runtime of whoever names none; undefined until something made one: the process's default services serve then. */
export function processRuntimeHandle(): RuntimeHandle | undefined {
  return processRuntime;
}

/** Makes a runtime the process's default. The one writer is `defaultRuntime()`. */
export function setProcessRuntime(handle: RuntimeHandle | undefined): void {
  processRuntime = handle;
}

/** True when the frame already runs on this runtime. */
export function runsOn(frame: Frame, handle: RuntimeHandle): boolean {
  return frame.runtime === handle;
}
