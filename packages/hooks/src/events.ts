import { defineEvent, registerEvents, type Fault } from "@boathook/kernel";

import type { Dialect } from "./engine/handler.ts";

/** What came of a dispatch. `skipped` is given by dialects only. */
export type HookOutcome = "proceeded" | "modified" | "aborted" | "skipped";

/** A point was dispatched to at least one hook. Emitted once per dispatch, also when it was aborted. */
export class HookDispatchedEvent extends defineEvent("hook_dispatched")<{
  readonly interceptionPoint: string;
  readonly outcome: HookOutcome;
  /** The hooks resolved when the dispatch began, those that a filter kept out included. */
  readonly hookCount: number;
  readonly durationMs: number;
  readonly abortReason: string | undefined;
  readonly abortSource: string | undefined;
  /** Errors of hooks that did not stop the operation. */
  readonly swallowedErrors: readonly SwallowedError[];
  readonly dialect: Dialect;
  readonly kind: string | undefined;
  readonly stepName: string | undefined;
  readonly toolName: string | undefined;
}>() {}

/** An error of a hook that did not stop the operation. */
export interface SwallowedError {
  readonly hook: string;
  readonly message: string;
}

/** Entries of a file of hooks were refused; those beside them are in force. */
export class HookConfigRejectedEvent extends defineEvent("hook_config_rejected")<{
  readonly faults: readonly Fault[];
}>() {}

/** A person is being asked. */
export class HumanInputRequestedEvent extends defineEvent("human_input_requested")<{ readonly prompt: string }>() {}

/** A person answered. */
export class HumanInputReceivedEvent extends defineEvent("human_input_received")<{
  readonly prompt: string;
  readonly answer: string;
}>() {}

registerEvents(HookDispatchedEvent, HookConfigRejectedEvent, HumanInputRequestedEvent, HumanInputReceivedEvent);
