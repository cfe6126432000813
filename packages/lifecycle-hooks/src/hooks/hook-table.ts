import { activeHooks, type HookPoint } from "@boathook/hooks";

import { LIFECYCLE_EVENTS, type LifecycleEvent } from "../events/catalogue.ts";
import { declarePoint, pointOf } from "../events/points.ts";
import type { RegisteredHook } from "./lifecycle-hook.ts";

/** Hooks that run together: one sequential hook, or parallel neighbours. */
export interface Batch {
  readonly isParallel: boolean;
  readonly hooks: readonly RegisteredHook[];
}

/** What one publish runs, in order. Made once for an event and agent, until the hooks of the event change. */
export interface Plan {
  readonly batches: readonly Batch[];
  readonly hooks: readonly RegisteredHook[];
}

/** Nothing to run. */
const EMPTY_PLAN: Plan = { batches: [], hooks: [] };

/** The hooks of one event. */
class Slot {
  readonly point: HookPoint;
  /** In order of running, disabled ones included. Replaced, never written to. */
  hooks: readonly RegisteredHook[] = [];
  /** Plans of agents that have hooks of their own; the others share `common`. */
  readonly plans = new Map<string, Plan>();
  common: Plan = EMPTY_PLAN;
  scopes: ReadonlySet<string> = new Set();

  constructor(event: LifecycleEvent) {
    this.point = declarePoint(event);
  }
}

/** Every registered hook, per event, in the order in which they run. */
export class HookTable {
  readonly #slots: ReadonlyMap<LifecycleEvent, Slot> = new Map(
    LIFECYCLE_EVENTS.map((event) => [event, new Slot(event)]),
  );

  /** True when nobody would hear a publish of the event; undefined when there is no such event. One lookup where there are no hooks. */
  isIdle(event: LifecycleEvent): boolean | undefined {
    const slot = this.#slots.get(event);
    if (slot === undefined) return undefined;
    if (slot.hooks.length > 0 || slot.point.handlers.length > 0) return false;
    return !slot.point.armed || activeHooks(pointOf(event)) === undefined;
  }

  /** What a publish for that agent runs now; later changes do not touch it. */
  plan(event: LifecycleEvent, agentId: string | undefined): Plan {
    const slot = this.#slots.get(event);
    if (slot === undefined) return EMPTY_PLAN;
    return agentId !== undefined && slot.scopes.has(agentId) ? planOf(slot, agentId) : slot.common;
  }

  /** All hooks of an event, in order of running. */
  of(event: LifecycleEvent): readonly RegisteredHook[] {
    return this.#slots.get(event)?.hooks ?? [];
  }

  /** Takes hooks out and puts others in, as one change; one of the same identity is replaced. */
  change(removed: readonly RegisteredHook[], added: readonly RegisteredHook[]): void {
    for (const event of new Set([...removed, ...added].map((hook) => hook.event))) {
      const slot = this.#slots.get(event);
      if (slot === undefined) continue;
      const incoming = added.filter((hook) => hook.event === event);
      const kept = slot.hooks.filter(
        (hook) => !removed.includes(hook) && !incoming.some((other) => isSame(hook, other)),
      );
      settle(slot, [...kept, ...incoming].sort(inOrder));
    }
  }
}

/** True for two hooks of one identity: same scope, event and id. */
export function isSame(
  one: Pick<RegisteredHook, "scope" | "event" | "id">,
  other: Pick<RegisteredHook, "scope" | "event" | "id">,
): boolean {
  return one.id === other.id && one.event === other.event && one.scope === other.scope;
}

function settle(slot: Slot, hooks: readonly RegisteredHook[]): void {
  slot.hooks = hooks;
  slot.plans.clear();
  slot.common = makePlan(hooks, undefined);
  slot.scopes = new Set(hooks.flatMap(({ scope }) => (scope === undefined ? [] : [scope])));
}

function planOf(slot: Slot, agentId: string): Plan {
  const known = slot.plans.get(agentId);
  if (known !== undefined) return known;
  const plan = makePlan(slot.hooks, agentId);
  slot.plans.set(agentId, plan);
  return plan;
}

function makePlan(all: readonly RegisteredHook[], agentId: string | undefined): Plan {
  const hooks = all.filter(
    (hook) => hook.enabled && (hook.scope === undefined || (agentId !== undefined && hook.scope === agentId)),
  );
  return hooks.length === 0 ? EMPTY_PLAN : { hooks, batches: cut(hooks) };
}

function cut(hooks: readonly RegisteredHook[]): Batch[] {
  const batches: { isParallel: boolean; hooks: RegisteredHook[] }[] = [];
  for (const hook of hooks) {
    const last = batches.at(-1);
    if (hook.mode === "parallel" && last?.isParallel === true) last.hooks.push(hook);
    else batches.push({ isParallel: hook.mode === "parallel", hooks: [hook] });
  }
  return batches;
}

function inOrder(one: RegisteredHook, other: RegisteredHook): number {
  return one.priority - other.priority || one.sequence - other.sequence;
}
