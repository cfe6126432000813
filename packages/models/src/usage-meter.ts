import { childFrame, currentFrame, runInFrame } from "@boathook/kernel";

import type { TokenUsage } from "./model-types.ts";

declare module "@boathook/kernel" {
  interface FrameSlots {
    /** Where the usage of model calls made here is added up. */
    readonly usage?: UsageMeter | undefined;
  }
}

/** Adds up the usage of the calls made in one run (or task, or agent), and of everything nested in it: what is added also reaches the parents. */
export class UsageMeter {
  readonly #parent: UsageMeter | undefined;
  readonly #sum = usageOf({});

  constructor(parent?: UsageMeter) {
    this.#parent = parent;
  }

  /** The meter of the outermost run: everything that this one counts reaches it. */
  get outermost(): UsageMeter {
    return this.#parent?.outermost ?? this;
  }

  add(usage: TokenUsage): void {
    addUsage(this.#sum, usage);
    this.#parent?.add(usage);
  }

  /** What was added so far, as a copy. */
  total(): TokenUsage {
    return { ...this.#sum };
  }
}

/** A usage with the counts given and 0 for the others. */
export function usageOf(counts: Partial<TokenUsage>): TokenUsage {
  return {
    inputTokens: 0,
    outputTokens: 0,
    totalTokens: 0,
    cachedInputTokens: 0,
    reasoningTokens: 0,
    requests: 0,
    ...counts,
  };
}

/** What was used so far in the run of the code here; nothing outside of any run. */
export function currentUsage(): TokenUsage {
  return currentFrame().usage?.total() ?? usageOf({});
}

/** Runs `work` with a meter of its own below the current one, and says what it used. */
export async function usageWithin<T>(
  work: () => PromiseLike<T> | T,
): Promise<{ readonly value: T; readonly usage: TokenUsage }> {
  const usage = new UsageMeter(currentFrame().usage);
  const value = await runInFrame(childFrame({ usage }), work);
  return { value, usage: usage.total() };
}

function addUsage(sum: TokenUsage, usage: TokenUsage): void {
  sum.inputTokens += usage.inputTokens;
  sum.outputTokens += usage.outputTokens;
  sum.totalTokens += usage.totalTokens;
  sum.cachedInputTokens += usage.cachedInputTokens;
  sum.reasoningTokens += usage.reasoningTokens;
  sum.requests += usage.requests;
}
