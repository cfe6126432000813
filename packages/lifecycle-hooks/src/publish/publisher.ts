import {
  activeHooks,
  CompiledHook,
  dispatch,
  HookAborted,
  HookScope,
  isPlainObject,
  SkipOperation,
} from "@boathook/hooks";
import { childFrame, ClockService, currentFrame, linkSignals, runInFrame, service } from "@boathook/kernel";

import type { LifecycleEvent } from "../events/catalogue.ts";
import { pointOf, reporterOf, type LifecyclePointContext } from "../events/points.ts";
import type { PublishFacts } from "../hooks/hook-context.ts";
import type { Plan } from "../hooks/hook-table.ts";
import { emptyOutcome, type PublishOutcome } from "./outcome.ts";
import type { PublishOptions } from "./publish-options.ts";
import { PublishRun, type RunManners } from "./publish-run.ts";

/** Publishes inside publishes: this many, and no more. */
const MAX_DEPTH = 8;

/** Which publish a context belongs to. */
const runOf = new WeakMap<object, PublishRun>();

/** One publish, with everything known that it needs. */
export interface Publication {
  readonly event: LifecycleEvent;
  readonly plan: Plan;
  readonly options: PublishOptions;
  /** Is told of the run before its first hook is called. */
  readonly onRun?: ((run: PublishRun) => void) | undefined;
}

/** Runs publishes through the engine: one of its hooks stands for all of the registry's at a point. */
export class Publisher {
  readonly #manners: Omit<RunManners, "budgetMs">;
  /** Holds one hook of the engine per event, in a scope of its own, which only publishes of this registry open. */
  readonly #hooks = new HookScope("block", undefined).hooks;
  readonly #known = new Set<LifecycleEvent>();

  constructor(manners: Omit<RunManners, "budgetMs">) {
    this.#manners = manners;
  }

  /** Rejects when the publish is cancelled, and for nothing that a hook does. */
  async publish({ event, plan, options, onRun }: Publication): Promise<PublishOutcome> {
    const outer = currentFrame();
    const payload = options.payload ?? {};
    if ((outer.lifecycleDepth ?? 0) >= MAX_DEPTH) {
      this.#manners.log("warn", { event, depth: MAX_DEPTH }, "a publish inside 8 others was refused");
      return emptyOutcome(payload);
    }
    if (plan.hooks.length === 0 && activeHooks(pointOf(event)) === undefined) return emptyOutcome(payload);
    const manners = { ...this.#manners, budgetMs: options.budgetMs };
    const run = new PublishRun(factsOf(event, options), { plan, payload }, manners);
    onRun?.(run);
    if (options.signal === undefined) return this.#dispatch(event, run, options, outer.signal);
    const linked = linkSignals(outer.signal, options.signal);
    try {
      return await this.#dispatch(event, run, options, linked.signal);
    } finally {
      linked.unlink();
    }
  }

  async #dispatch(
    event: LifecycleEvent,
    run: PublishRun,
    options: PublishOptions,
    signal: AbortSignal,
  ): Promise<PublishOutcome> {
    const outer = currentFrame();
    const context = contextOf(event, options, signal);
    runOf.set(context, run);
    reporterOf.set(context, run);
    this.#arm(event);
    const hookScope = new HookScope("block", outer.hookScope, { hooks: this.#hooks });
    try {
      await runInFrame(childFrame({ hookScope, signal }, outer), dispatch, pointOf(event), context);
      run.begin(context.payload);
      return run.outcome();
    } catch (thrown) {
      if (HookAborted.is(thrown) || SkipOperation.is(thrown)) return run.outcome(thrown);
      throw thrown; // the cancellation
    }
  }

  #arm(event: LifecycleEvent): void {
    if (this.#known.has(event)) return;
    this.#known.add(event);
    const point = pointOf(event);
    new CompiledHook({
      point,
      hook: runAll,
      name: "lifecycle hooks",
      filters: { onError: "abort" },
      file: undefined,
    }).addTo(this.#hooks);
  }
}

/** The engine's hook: runs those of the registry, and translates what came of them. */
async function runAll(context: LifecyclePointContext): Promise<void> {
  const run = runOf.get(context);
  const frame = currentFrame();
  if (run === undefined) return; // never: only publishes open the scope
  if (isPlainObject(context.payload)) run.begin(context.payload);
  // Publishes of hooks open the scope anew; in their frame it must not stand already.
  const inner = childFrame({
    hookScope: frame.hookScope?.outer,
    lifecycleDepth: (frame.lifecycleDepth ?? 0) + 1,
  });
  await runInFrame(inner, () => run.execute(frame.signal));
  if (context.payload !== run.payload) context.payload = run.payload;
  const thrown = run.thrown();
  if (thrown !== undefined) throw thrown;
}

function factsOf(event: LifecycleEvent, options: PublishOptions): PublishFacts {
  const { agentId, conversationId, runId, query, runtime = {} } = options;
  return { event, agentId, conversationId, runId, query, secrets: runtime, at: service(ClockService).now() };
}

function contextOf(event: LifecycleEvent, options: PublishOptions, signal: AbortSignal): LifecyclePointContext {
  const { agentId, conversationId, runId, payload = {} } = options;
  const executionId = currentFrame().execution?.id ?? "";
  return { executionId, signal, event, agentId, conversationId, runId, payload };
}
