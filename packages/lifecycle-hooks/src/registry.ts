import { HookConfigRejectedEvent } from "@boathook/hooks";
import { ConfigurationError, emit, formatFault, log, readOptions, stderrLogger, type Logger } from "@boathook/kernel";
import { z } from "zod";

import { hooksOfClass } from "./decorators/on-lifecycle.ts";
import type { LifecycleEvent } from "./events/catalogue.ts";
import { LifecycleError } from "./errors.ts";
import { HookStore, type ScopedRef, type ToggleReport } from "./hooks/hook-store.ts";
import { isSame } from "./hooks/hook-table.ts";
import {
  cannotStop,
  eventSchema,
  idSchema,
  readHook,
  unknownEvent,
  type HookSource,
  type LifecycleHookOptions,
  type RegisteredHook,
} from "./hooks/lifecycle-hook.ts";
import type { HookItem, HookRef } from "./hooks/hook-item.ts";
import type { LifecycleAction } from "./profile/action.ts";
import { filterAction } from "./profile/filter-action.ts";
import { logAction } from "./profile/log-action.ts";
import { readProfile, type ProfileHooks } from "./profile/read-profile.ts";
import { DetachedQueue, type DrainReport } from "./publish/detached-queue.ts";
import { detachedJob } from "./publish/detached-job.ts";
import { emptyOutcome, type PublishOutcome } from "./publish/outcome.ts";
import { Publisher } from "./publish/publisher.ts";
import { checkPublish, type PublishOptions } from "./publish/publish-options.ts";
import { registryOptionsSchema, type RegistryOptions } from "./registry-options.ts";

/** What came of reading the hooks of a profile. */
export interface ProfileReport {
  readonly agentId: string;
  readonly registered: number;
  readonly enabled: number;
  /** Entries that were refused; those beside them are in force. */
  readonly faults: ProfileHooks["faults"];
}

const DEFAULT_DRAIN_MS = 10_000;

/** The hooks of a host's life: registers them, switches them, and publishes events to them. */
export class LifecycleRegistry {
  readonly #options: RegistryOptions;
  readonly #hooks: HookStore;
  readonly #actions = new Map<string, LifecycleAction>(
    [filterAction, logAction].map((action) => [action.name, action]),
  );
  readonly #publisher: Publisher;
  readonly #queue: DetachedQueue;

  constructor(options: RegistryOptions = {}) {
    this.#options = readOptions<RegistryOptions>(registryOptionsSchema, options, { subject: "LifecycleRegistry" });
    this.#hooks = new HookStore(this.#options.stateFile);
    const { maxDetached = 16, maxWaiting = 1000, enforceParallelAbort = false } = this.#options;
    this.#publisher = new Publisher({ enforceParallelAbort, log: this.#log });
    this.#queue = new DetachedQueue({ running: maxDetached, waiting: maxWaiting }, (data, message) => {
      this.#log("warn", data, message);
    });
  }

  /** Registers a hook; one of the same scope, event and id is replaced. Gives the function that takes it out. `builtin:` ids are refused. */
  register<E extends LifecycleEvent>(options: LifecycleHookOptions<E>): () => boolean {
    const hook = readHook(options);
    if (hook.id.startsWith("builtin:")) {
      throw new LifecycleError(
        "builtin_reserved",
        `"${hook.id}": ids that begin with builtin: are reserved. A builtin can be disabled.`,
      );
    }
    const [registered] = this.#add([hook], "custom");
    return () => registered !== undefined && this.#hooks.take(registered);
  }

  /** For hooks that belong to the host: they can be disabled, and not removed. */
  registerBuiltin(options: LifecycleHookOptions): void {
    const hook = readHook(options);
    if (!hook.id.startsWith("builtin:")) {
      throw new LifecycleError("builtin_reserved", `"${hook.id}": the id of a builtin begins with builtin:.`);
    }
    this.#add([hook], "builtin");
  }

  /** Takes a hook out; false when there is none of that identity. Builtins are refused. */
  unregister(ref: HookRef & { readonly scope?: string | undefined }): boolean {
    const { event, id, scope } = readOptions(refSchema, ref, { subject: "unregister" });
    const hook = this.#hooks.table.of(event).find((other) => isSame(other, { event, id, scope }));
    if (hook?.source === "builtin") {
      throw new LifecycleError(
        "builtin_not_removable",
        `"${id}" is a builtin and cannot be removed; disable it with toggle().`,
      );
    }
    return hook !== undefined && this.#hooks.take(hook);
  }

  /**
   * Switches hooks on or off, now and at every later start; without `agentId` in every scope that has the event and id. A publish under way keeps
   * what it began with. Throws `hook_not_found`.
   */
  toggle(ref: ScopedRef & { readonly enabled: boolean }): ToggleReport {
    const { enabled, ...which } = readOptions(toggleSchema, ref, { subject: "toggle" });
    return this.#hooks.switch(which, enabled);
  }

  /** Forgets what was switched: what was declared counts again. Throws `hook_not_found`. */
  resetToggle(ref: ScopedRef): ToggleReport {
    return this.#hooks.switch(readOptions(scopedRefSchema, ref, { subject: "resetToggle" }), undefined);
  }

  /** Reads the state file again: what another process switched counts from now on. */
  refreshToggles(): void {
    this.#hooks.refresh();
  }

  /** Every hook, disabled ones included, in the order of the events and then of running; with `agentId` those that agent would meet. */
  list(filter: Partial<Pick<ScopedRef, "event" | "agentId">> = {}): readonly HookItem[] {
    return this.#hooks.list(readOptions(listSchema, filter, { subject: "list" }));
  }

  /** Registers the `@OnLifecycle` methods of an object as its hooks. Gives the function that takes them out. */
  provide(instance: object): () => boolean {
    const undo = hooksOfClass(instance.constructor, () => instance).map((hook) => this.register(hook));
    return () => undo.map((unregister) => unregister()).some((wasIn) => wasIn);
  }

  /** Adds a kind of hook that profiles can name; the same name again replaces it for profiles read later. */
  registerAction<C>(action: LifecycleAction<C>): void {
    this.#actions.set(action.name, action); // its handler is only given what its schema has read
  }

  /** Registers the hooks of an agent's profile, entry by entry. A refused entry is a log line and in `hook_config_rejected`. */
  loadProfile(profile: unknown): ProfileReport {
    const read = this.#readProfile(profile);
    const added = this.#add(read.hooks, `config:${read.agentId}`);
    return this.#report(read, added);
  }

  /** As `loadProfile`, in place of all hooks that the agent's profile had before, as one change. */
  reload(profile: unknown): ProfileReport {
    const read = this.#readProfile(profile);
    const source: HookSource = `config:${read.agentId}`;
    const added = this.#add(read.hooks, source, this.#hooks.from(source));
    return this.#report(read, added);
  }

  /** Takes out the hooks of an agent's profile; how many there were. */
  removeProfile(agentId: string): number {
    const hooks = this.#hooks.from(`config:${agentId}`);
    this.#hooks.table.change(hooks, []);
    return hooks.length;
  }

  /** Runs the hooks of the event and waits for them. Rejects for bad options and for a cancellation, and for nothing that a hook does. */
  publish<E extends LifecycleEvent>(event: E, options: PublishOptions<E> = {}): Promise<PublishOutcome> {
    try {
      return this.publishIfHooked(event, () => options) ?? Promise.resolve(emptyOutcome(options.payload));
    } catch (error) {
      return Promise.reject(error); // a ConfigurationError, from below
    }
  }

  /** For hosts: undefined, at once and without making the options, when the event has no hooks. */
  publishIfHooked<E extends LifecycleEvent>(
    event: E,
    options: () => PublishOptions<E>,
  ): Promise<PublishOutcome> | undefined {
    if (this.#isIdle(event)) return undefined;
    const given = options();
    checkPublish(event, given);
    return this.#publisher.publish({ event, plan: this.#hooks.table.plan(event, given.agentId), options: given });
  }

  /** Runs the hooks in the background, behind earlier ones of the same conversation (else agent), on a copy. False when it was refused. */
  publishDetached<E extends LifecycleEvent>(event: E, options: PublishOptions<E> = {}): boolean {
    if (this.#isIdle(event)) return true;
    checkPublish(event, options);
    const plan = this.#hooks.table.plan(event, options.agentId);
    return this.#queue.add(detachedJob(this.#publisher, { event, plan, options }, this.#log));
  }

  /** How many detached publishes run, wait, were finished and were refused. */
  get detached(): DetachedQueue["counts"] {
    return this.#queue.counts;
  }

  /** Resolves when no detached publish is left. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }

  /** For shutdown: takes no more detached publishes, waits `ms` (default 10 000) for those under way, then cancels them and tells what was left. */
  drain(ms: number = DEFAULT_DRAIN_MS): Promise<DrainReport> {
    return this.#queue.drain(ms);
  }

  #isIdle(event: LifecycleEvent): boolean {
    const isIdle = this.#hooks.table.isIdle(event);
    if (isIdle === undefined)
      throw new ConfigurationError([{ path: "event", message: unknownEvent(event) }], { subject: "publish" });
    return isIdle;
  }

  #add(
    options: readonly LifecycleHookOptions[],
    source: HookSource,
    replaced: readonly RegisteredHook[] = [],
  ): readonly RegisteredHook[] {
    for (const hook of options.filter(cannotStop)) {
      const data = { hook: hook.id, event: hook.event };
      this.#log("warn", data, "a parallel hook of a gate cannot stop it; make it sequential");
    }
    return this.#hooks.add(options, source, replaced);
  }

  #readProfile(profile: unknown): ProfileHooks {
    const isGlobal = this.#options.configScope === "global";
    return readProfile(profile, { actions: this.#actions, isGlobal, log: this.#log });
  }

  #report({ agentId, faults, notices }: ProfileHooks, hooks: readonly RegisteredHook[]): ProfileReport {
    if (faults.length > 0) emit(HookConfigRejectedEvent, { faults });
    for (const fault of faults)
      this.#log("warn", { agentId, fault: formatFault(fault) }, "a hook of a profile was refused");
    for (const { level, text, hook } of notices) this.#log(level, { agentId, hook }, `a hook of a profile ${text}`);
    const enabled = hooks.filter((hook) => hook.enabled).length;
    this.#log("info", { agentId }, `${enabled} of ${hooks.length} hooks of the profile are enabled`);
    return { agentId, registered: hooks.length, enabled, faults };
  }

  readonly #log = (level: keyof Logger, data: object, message: string): void => {
    const { logger } = this.#options;
    if (logger === undefined) {
      log(level, data, message);
      return;
    }
    try {
      logger[level](data, message);
    } catch {
      stderrLogger[level](data, message);
    }
  };
}

const refSchema = z.strictObject({ event: eventSchema, id: idSchema, scope: idSchema.optional() });
const scopedRefSchema = z.strictObject({ event: eventSchema, id: idSchema, agentId: idSchema.optional() });
const toggleSchema = scopedRefSchema.extend({ enabled: z.boolean() });
const listSchema = z.strictObject({ event: eventSchema.optional(), agentId: idSchema.optional() });
