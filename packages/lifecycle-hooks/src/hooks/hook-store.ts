import { LIFECYCLE_EVENTS, type LifecycleEvent } from "../events/catalogue.ts";
import { LifecycleError } from "../errors.ts";
import { ToggleStore } from "../toggles/toggle-store.ts";
import { itemOf, type HookItem, type HookRef } from "./hook-item.ts";
import { HookTable } from "./hook-table.ts";
import { toRegistered, type HookSource, type LifecycleHookOptions, type RegisteredHook } from "./lifecycle-hook.ts";

/** A hook, in all scopes or in one. */
export interface ScopedRef extends HookRef {
  /** Absent: every scope that has the event and id. */
  readonly agentId?: string | undefined;
}

/** What came of switching. */
export interface ToggleReport {
  /** False when everything was so already. */
  readonly changed: boolean;
  /** The hooks as they are now. */
  readonly items: readonly HookItem[];
}

/** The registered hooks, and which of them are switched on. */
export class HookStore {
  readonly table = new HookTable();
  readonly #toggles: ToggleStore;
  #sequence = 0;

  constructor(stateFile: string | undefined) {
    this.#toggles = new ToggleStore(stateFile);
  }

  /** Adds hooks behind those that are there, and takes out `replaced`, as one change. */
  add(
    options: readonly LifecycleHookOptions[],
    source: HookSource,
    replaced: readonly RegisteredHook[] = [],
  ): readonly RegisteredHook[] {
    const hooks = options.map((hook) => this.#settled(toRegistered(hook, source, (this.#sequence += 1))));
    this.table.change(replaced, hooks);
    return hooks;
  }

  /** False when it is out already. */
  take(hook: RegisteredHook): boolean {
    // A switched hook is another object than the one registered; the sequence stays.
    const found = this.table.of(hook.event).find(({ sequence }) => sequence === hook.sequence);
    if (found !== undefined) this.table.change([found], []);
    return found !== undefined;
  }

  /** The hooks from that source, in order. */
  from(source: HookSource): readonly RegisteredHook[] {
    return LIFECYCLE_EVENTS.flatMap((event) => this.table.of(event)).filter((hook) => hook.source === source);
  }

  list({ event, agentId }: { event?: LifecycleEvent | undefined; agentId?: string | undefined }): readonly HookItem[] {
    return (event === undefined ? LIFECYCLE_EVENTS : [event])
      .flatMap((name) => this.table.of(name))
      .filter(({ scope }) => agentId === undefined || scope === undefined || scope === agentId)
      .map((hook) => itemOf(hook, this.#toggles.get(hook) !== undefined));
  }

  /** Switches hooks, or, with undefined, forgets that they were switched. */
  switch({ event, id, agentId }: ScopedRef, enabled: boolean | undefined): ToggleReport {
    const hooks = this.table
      .of(event)
      .filter((hook) => hook.id === id && (agentId === undefined || hook.scope === agentId));
    if (hooks.length === 0) {
      const where = agentId === undefined ? "" : ` of agent "${agentId}"`;
      throw new LifecycleError("hook_not_found", `There is no hook "${id}"${where} at ${event}; list() shows all.`);
    }
    const changed = hooks.some((hook) =>
      enabled === undefined ? this.#toggles.get(hook) !== undefined : hook.enabled !== enabled,
    );
    this.#toggles.set(hooks, enabled);
    const items = this.#settleAll(hooks).map((hook) => itemOf(hook, enabled !== undefined));
    return { changed, items };
  }

  /** What another process switched counts from now on. */
  refresh(): void {
    this.#toggles.reload();
    for (const event of LIFECYCLE_EVENTS) this.#settleAll(this.table.of(event));
  }

  /** Their places stay; whether they are enabled is looked up anew. */
  #settleAll(hooks: readonly RegisteredHook[]): readonly RegisteredHook[] {
    const settled = hooks.map((hook) => this.#settled(hook));
    this.table.change(hooks, settled);
    return settled;
  }

  #settled(hook: Omit<RegisteredHook, "enabled">): RegisteredHook {
    return { ...hook, enabled: this.#toggles.get(hook) ?? hook.declared };
  }
}
