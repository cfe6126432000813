import type { LifecycleEvent } from "../events/catalogue.ts";
import type { HookMode, HookSource, RegisteredHook } from "./lifecycle-hook.ts";

/** Names a hook within a scope. */
export interface HookRef {
  readonly event: LifecycleEvent;
  readonly id: string;
}

/** A hook as `list` shows it. */
export interface HookItem extends HookRef {
  readonly priority: number;
  readonly mode: HookMode;
  readonly enabled: boolean;
  readonly source: HookSource;
  /** The agent it runs for; undefined: for all. */
  readonly agentId: string | undefined;
  readonly timeoutMs: number;
  /** True when a person switched it. */
  readonly toggled: boolean;
}

/** What `list` shows of a hook. */
export function itemOf(hook: RegisteredHook, toggled: boolean): HookItem {
  const { id, event, priority, mode, enabled, source, scope, timeoutMs } = hook;
  return { id, event, priority, mode, enabled, source, agentId: scope, timeoutMs, toggled };
}
