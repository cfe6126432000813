import type { FinishReason, TokenUsage } from "../model-types.ts";
import { isRecord, readCount, readRecord, readText } from "./read-value.ts";

/** Reads the usage of one call: plain numbers in v2, nested totals from v3 on; a model that tells nothing counts as 0 tokens. */
export function readUsage(value: unknown): TokenUsage {
  if (value === undefined || value === null) return usageOf(0, 0, {});
  const usage = readRecord(value, "usage");
  const { inputTokens: input, outputTokens: output } = usage;
  if (isRecord(input) || isRecord(output)) return readNested(input, output);
  return usageOf(readCount(input, "usage.inputTokens"), readCount(output, "usage.outputTokens"), {
    total: readCount(usage.totalTokens, "usage.totalTokens"),
    cached: readCount(usage.cachedInputTokens, "usage.cachedInputTokens"),
    reasoning: readCount(usage.reasoningTokens, "usage.reasoningTokens"),
  });
}

/** Why the model stopped, and whether it ever said so. */
export interface Ending {
  readonly reason: FinishReason;
  /** False when the provider never got a finish reason: of a stream, that it was cut off. */
  readonly told: boolean;
}

/** Reads a finish reason: a word in v2, `{ unified, raw }` from v3 on. Each version says in its own way that there was none. */
export function readFinishReason(value: unknown): Ending {
  if (typeof value === "string") return { reason: known(value), told: value !== "unknown" };
  const { unified, raw } = readRecord(value, "finishReason");
  const word = readText(unified, "finishReason.unified");
  const isUntold = word === "interrupted" || (word === "other" && (raw === undefined || raw === null));
  return { reason: known(word), told: !isUntold };
}

const REASONS: ReadonlySet<string> = new Set<FinishReason>(["stop", "tool-calls", "length", "content-filter", "error"]);

function known(word: string): FinishReason {
  return REASONS.has(word) ? (word as FinishReason) : "other"; // just looked up
}

function readNested(input: unknown, output: unknown): TokenUsage {
  const inputs = input === undefined ? {} : readRecord(input, "usage.inputTokens");
  const outputs = output === undefined ? {} : readRecord(output, "usage.outputTokens");
  return usageOf(
    readCount(inputs.total, "usage.inputTokens.total"),
    readCount(outputs.total, "usage.outputTokens.total"),
    {
      cached: readCount(inputs.cacheRead, "usage.inputTokens.cacheRead"),
      reasoning: readCount(outputs.reasoning, "usage.outputTokens.reasoning"),
    },
  );
}

function usageOf(
  inputTokens: number,
  outputTokens: number,
  more: { total?: number; cached?: number; reasoning?: number },
): TokenUsage {
  return {
    inputTokens,
    outputTokens,
    totalTokens: more.total === undefined || more.total === 0 ? inputTokens + outputTokens : more.total,
    cachedInputTokens: more.cached ?? 0,
    reasoningTokens: more.reasoning ?? 0,
    requests: 1,
  };
}
