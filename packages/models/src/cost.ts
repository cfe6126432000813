import type { TokenUsage } from "./model-types.ts";

/** What a model costs per million tokens, in any currency. */
export interface ModelPrice {
  readonly input: number;
  /** Default: as `input`. */
  readonly cachedInput?: number | undefined;
  /** Reasoning counts as output. */
  readonly output: number;
}

/** Prices by the ids of models, as events name them. */
export type PriceTable = Readonly<Record<string, ModelPrice>>;

/** What the calls cost, in the currency of the price; undefined where there is no price. */
export function costOf(usage: TokenUsage, price: ModelPrice | undefined): number | undefined {
  if (price === undefined) return undefined;
  const cached = Math.min(usage.cachedInputTokens, usage.inputTokens);
  const input = (usage.inputTokens - cached) * price.input + cached * (price.cachedInput ?? price.input);
  return (input + usage.outputTokens * price.output) / 1_000_000;
}
