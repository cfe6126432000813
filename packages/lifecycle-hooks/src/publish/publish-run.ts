import { HookAborted, SkipOperation } from "@boathook/hooks";
import { errorMessage, isError } from "@boathook/kernel";

import { LifecycleError } from "../errors.ts";
import { HookContext, withoutSecrets, type PublishFacts } from "../hooks/hook-context.ts";
import type { Batch, Plan } from "../hooks/hook-table.ts";
import type { RegisteredHook } from "../hooks/lifecycle-hook.ts";
import { callHook, type Answer, type Failure } from "./call-hook.ts";
import { Contributions } from "./contributions.ts";
import type { HookProblem, ProblemKind, PublishOutcome } from "./outcome.ts";

/** How the registry wants its publishes run. */
export interface RunManners {
  readonly enforceParallelAbort: boolean;
  /** Milliseconds for the whole publish; hooks that were not begun by then are not run. */
  readonly budgetMs: number | undefined;
  readonly log: (level: "debug" | "warn", data: object, message: string) => void;
}

interface Stop {
  readonly status: "skipped" | "aborted";
  readonly by: string;
  readonly reason: string | undefined;
  readonly error: Error | undefined;
}

/** One publish while it runs: batch after batch, as its plan says. */
export class PublishRun {
  readonly #facts: PublishFacts;
  readonly #plan: Plan;
  readonly #manners: RunManners;
  readonly #made: Contributions;
  readonly #running = new Set<RegisteredHook>();
  readonly #problems: HookProblem[] = [];
  readonly #ran: string[] = [];
  #next = 0;
  #stop: Stop | undefined;

  constructor(
    facts: PublishFacts,
    work: { readonly plan: Plan; readonly payload: Readonly<Record<string, unknown>> },
    manners: RunManners,
  ) {
    this.#facts = facts;
    this.#plan = work.plan;
    this.#manners = manners;
    this.#made = new Contributions(facts.event, work.payload);
  }

  /** What the registry's hooks made of the payload. */
  get payload(): Readonly<Record<string, unknown>> {
    return this.#made.payload;
  }

  get isRewritten(): boolean {
    return this.#made.isRewritten;
  }

  /** The ids of hooks that were called and gave no answer yet, and of those still to come. */
  unfinished(): string[] {
    return [...[...this.#running].map(({ id }) => id), ...this.#plan.hooks.slice(this.#next).map(({ id }) => id)];
  }

  /** Hooks of the engine that ran before may have left another payload. */
  begin(payload: Readonly<Record<string, unknown>>): void {
    if (payload !== this.#made.payload) this.#made.payload = payload;
  }

  /** Runs the batches. Never rejects for what a hook does. Once `cancel` aborts, no further hook is called. */
  async execute(cancel: AbortSignal): Promise<void> {
    const { budgetMs } = this.#manners;
    const startedAt = budgetMs === undefined ? 0 : performance.now();
    for (const batch of this.#plan.batches) {
      if (cancel.aborted) return;
      if (budgetMs !== undefined && performance.now() - startedAt >= budgetMs) {
        this.#log(
          "warn",
          { budgetMs, notRun: this.unfinished() },
          "a publish used up its time; its other hooks were not run",
        );
        return;
      }
      await this.#runBatch(batch, cancel);
      if (this.#stop !== undefined) return;
    }
  }

  async #runBatch(batch: Batch, cancel: AbortSignal): Promise<void> {
    const context = new HookContext(this.#facts, this.#made.seen, this.#made.data);
    this.#next += batch.hooks.length;
    const [only] = batch.hooks;
    if (batch.hooks.length === 1 && only !== undefined) {
      const answer = this.#call(only, context, cancel);
      this.#apply(only, answer instanceof Promise ? await answer : answer, batch.isParallel);
      return;
    }
    const answers = await Promise.all(batch.hooks.map(async (hook) => this.#call(hook, context, cancel)));
    batch.hooks.forEach((hook, index) => {
      const answer = answers[index];
      if (answer !== undefined) this.#apply(hook, answer, true);
    });
  }

  #call(hook: RegisteredHook, context: HookContext, cancel: AbortSignal): Answer | Promise<Answer> {
    this.#ran.push(hook.id);
    const answer = callHook(hook, context, cancel);
    if (!(answer instanceof Promise)) return answer;
    this.#running.add(hook);
    return answer.finally(() => this.#running.delete(hook));
  }

  #apply(hook: RegisteredHook, answer: Answer, isParallel: boolean): void {
    switch (answer.kind) {
      case "continue":
        return;
      case "continue_with":
        for (const fault of this.#made.add(hook.id, answer.data)) this.#report(hook, "invalid_rewrite", fault);
        return;
      case "skip":
        this.#stop ??= { status: "skipped", by: hook.id, reason: this.#clean(answer.reason), error: undefined };
        return;
      case "abort":
        this.#abort(hook, this.#errorOf(answer.error), isParallel && !this.#manners.enforceParallelAbort);
        return;
      case "failure":
        this.#fail(hook, answer, isParallel);
    }
  }

  /** Of what a parallel batch says, an enforced abort counts more than a skip. */
  #abort(hook: RegisteredHook, error: Error, isIgnored: boolean): void {
    if (isIgnored) {
      this.#report(hook, "abort_ignored", error.message);
      return;
    }
    if (this.#stop?.status === "aborted") return;
    this.#stop = { status: "aborted", by: hook.id, reason: error.message, error };
    this.#log("warn", { hook: hook.id, error: error.message }, "a lifecycle hook aborted");
  }

  #fail(hook: RegisteredHook, failure: Failure, isParallel: boolean): void {
    const error = this.#errorOf(failure.error);
    this.#report(hook, failure.problem, error.message);
    if (hook.failsClosed && !isParallel) this.#abort(hook, error, false);
  }

  #report(hook: RegisteredHook, kind: ProblemKind, message: string): void {
    const clean = this.#clean(message);
    this.#problems.push({ hook: hook.id, kind, message: clean });
    this.#log("warn", { hook: hook.id, problem: kind, error: clean }, "a lifecycle hook gave no answer that counts");
  }

  #log(level: "debug" | "warn", data: object, message: string): void {
    this.#manners.log(level, { event: this.#facts.event, ...data }, message);
  }

  /** As an error object whose text holds no secret of the runtime. */
  #errorOf(thrown: unknown): Error {
    const text = errorMessage(thrown);
    const clean = this.#clean(text);
    return isError(thrown) && clean === text ? thrown : new LifecycleError("lifecycle_aborted", clean);
  }

  #clean(text: string): string;
  #clean(text: string | undefined): string | undefined;
  #clean(text: string | undefined): string | undefined {
    return text === undefined ? undefined : withoutSecrets(text, this.#facts.secrets);
  }

  /** What the engine is told: the stop, as what it throws on. */
  thrown(): HookAborted | SkipOperation | undefined {
    const stop = this.#stop;
    if (stop === undefined) return undefined;
    if (stop.status === "skipped") return new SkipOperation(stop.reason ?? "", stop.by);
    return new HookAborted(stop.reason ?? "", stop.by, { cause: stop.error });
  }

  report(): { hookCount: number; swallowedErrors: readonly { hook: string; message: string }[] } {
    const swallowedErrors = this.#problems.map(({ hook, message }) => ({ hook, message }));
    return { hookCount: this.#plan.hooks.length, swallowedErrors };
  }

  /** `stopped`: what an engine's hook before them threw. */
  outcome(stopped?: HookAborted | SkipOperation): PublishOutcome {
    const stop = this.#stop ?? (stopped === undefined ? undefined : stopOf(stopped));
    return {
      status: stop?.status ?? "completed",
      data: this.#made.data,
      contributions: this.#made.list ?? [],
      payload: this.#made.payload,
      by: stop?.by,
      reason: stop?.reason,
      error: stop?.error,
      ran: this.#ran,
      notRun: this.#plan.hooks.slice(this.#next).map(({ id }) => id),
      problems: this.#problems,
    };
  }
}

function stopOf(thrown: HookAborted | SkipOperation): Stop {
  const { source, reason } = thrown;
  const by = typeof source === "string" ? source : sourceName(source);
  return HookAborted.is(thrown)
    ? { status: "aborted", by, reason, error: thrown }
    : { status: "skipped", by, reason, error: undefined };
}

function sourceName(source: unknown): string {
  return typeof source === "function" && source.name !== "" ? source.name : "hook";
}
