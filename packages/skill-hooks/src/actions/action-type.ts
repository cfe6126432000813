import { BoathookError, processWide } from "@boathook/kernel";
import type { z } from "zod";

import type { HookAnswer } from "../answer/hook-answer.ts";
import type { SkillEvent } from "../catalogue/events.ts";
import type { HookFormat, HookSource } from "../rules/format.ts";
import type { SkillHookServices } from "../run/services.ts";

/** What an action is called with. */
export interface ActionCall {
  readonly event: SkillEvent;
  /** The event as hooks read it: what a child process gets on its standard input. */
  readonly json: Readonly<Record<string, unknown>>;
  readonly source: HookSource;
  /** Aborts at the action's time limit, or when the run is cancelled. */
  readonly signal: AbortSignal;
  readonly services: SkillHookServices;
}

/** A kind of action: its fields, and what it does. */
export interface ActionType<O = unknown> {
  readonly type: string;
  /** Reads its own fields; undefined: that format has no such type. */
  schema(format: HookFormat): z.ZodType<O> | undefined;
  /** What the hook says. Throws `SkillHookFailure` when it cannot be known. */
  run(options: O, call: ActionCall): Promise<HookAnswer>;
}

/** A hook could not be run, or gave nothing that can be read. */
export class SkillHookFailure extends BoathookError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, { code: "skill_hook_failed", ...options });
  }

  static override is(value: unknown): value is SkillHookFailure {
    return BoathookError.is(value) && value.code === "skill_hook_failed";
  }
}

const types = processWide("skill-hook-actions/1", () => new Map<string, ActionType>());

/** Adds a type of action; the same name again replaces it. Gives the function that takes it out. */
export function registerActionType<O>(action: ActionType<O>): () => void {
  const kind = action as ActionType; // it is only called with what its own schema gave
  types.set(action.type, kind);
  return () => {
    if (types.get(action.type) === kind) types.delete(action.type);
  };
}

/** The type of that name. */
export function actionType(name: string): ActionType | undefined {
  return types.get(name);
}

/** The names of all types. */
export function actionTypes(): string[] {
  return [...types.keys()];
}
