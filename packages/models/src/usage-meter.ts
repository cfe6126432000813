import type {} from "@boathook/kernel";

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
  readonly #sum = noUsage();

  constructor(parent?: UsageMeter) {
    this.#parent = parent;
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

/** Nothing used yet. */
export function noUsage(): TokenUsage {
  return { inputTokens: 0, outputTokens: 0, totalTokens: 0, cachedInputTokens: 0, reasoningTokens: 0, requests: 0 };
}

function addUsage(sum: TokenUsage, usage: TokenUsage): void {
  sum.inputTokens += usage.inputTokens;
  sum.outputTokens += usage.outputTokens;
  sum.totalTokens += usage.totalTokens;
  sum.cachedInputTokens += usage.cachedInputTokens;
  sum.reasoningTokens += usage.reasoningTokens;
  sum.requests += usage.requests;
}
