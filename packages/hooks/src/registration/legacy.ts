import type { Hook, HookPoints } from "../hook-points.ts";
import { clearHooks, getHooks, registerHook, unregisterHook, type HookRegistration } from "./registrations.ts";

/** The older names of one point. */
interface Family<P extends keyof HookPoints> {
  readonly register: (hook: Hook<P>) => HookRegistration;
  readonly unregister: (hook: Hook<P>) => boolean;
  readonly get: () => Hook<P>[];
  readonly clear: () => number;
}

function family<P extends keyof HookPoints>(point: P): Family<P> {
  return {
    register: (hook) => registerHook(point, hook),
    unregister: (hook) => unregisterHook(point, hook),
    get: () => getHooks(point),
    clear: () => clearHooks(point),
  };
}

/** Older names at PRE_MODEL_CALL; the same list as `on`. `clear…` gives how many there were. */
export const {
  register: registerBeforeLlmCallHook,
  unregister: unregisterBeforeLlmCallHook,
  get: getBeforeLlmCallHooks,
  clear: clearBeforeLlmCallHooks,
} = family("pre_model_call");

/** Older names at POST_MODEL_CALL; the same list as `on`. `clear…` gives how many there were. */
export const {
  register: registerAfterLlmCallHook,
  unregister: unregisterAfterLlmCallHook,
  get: getAfterLlmCallHooks,
  clear: clearAfterLlmCallHooks,
} = family("post_model_call");

/** Older names at PRE_TOOL_CALL; the same list as `on`. `clear…` gives how many there were. */
export const {
  register: registerBeforeToolCallHook,
  unregister: unregisterBeforeToolCallHook,
  get: getBeforeToolCallHooks,
  clear: clearBeforeToolCallHooks,
} = family("pre_tool_call");

/** Older names at POST_TOOL_CALL; the same list as `on`. `clear…` gives how many there were. */
export const {
  register: registerAfterToolCallHook,
  unregister: unregisterAfterToolCallHook,
  get: getAfterToolCallHooks,
  clear: clearAfterToolCallHooks,
} = family("post_tool_call");

/** Takes out the process's hooks at both model points; how many, before and after. */
export function clearAllLlmCallHooks(): [before: number, after: number] {
  return [clearBeforeLlmCallHooks(), clearAfterLlmCallHooks()];
}

/** Takes out the process's hooks at both tool points; how many, before and after. */
export function clearAllToolCallHooks(): [before: number, after: number] {
  return [clearBeforeToolCallHooks(), clearAfterToolCallHooks()];
}

/** Takes out the process's hooks at the four model and tool points; the six other points keep theirs. */
export function clearAllGlobalHooks(): {
  llmHooks: [number, number];
  toolHooks: [number, number];
  total: [number, number];
} {
  const llmHooks = clearAllLlmCallHooks();
  const toolHooks = clearAllToolCallHooks();
  return { llmHooks, toolHooks, total: [llmHooks[0] + toolHooks[0], llmHooks[1] + toolHooks[1]] };
}
