import { describe, expect, it } from "@jest/globals";

import { costOf, usageOf } from "../src/index.ts";

describe("what calls cost", () => {
  const usage = usageOf({
    inputTokens: 3_000_000,
    cachedInputTokens: 1_000_000,
    outputTokens: 500_000,
    reasoningTokens: 200_000,
  });

  it("is counted per million tokens; what came from a cache at its own price, reasoning as output", () => {
    expect(costOf(usage, { input: 2, cachedInput: 0.5, output: 10 })).toBe(2 * 2 + 0.5 + 5);
    expect(costOf(usage, { input: 2, output: 10 })).toBe(3 * 2 + 5);
  });

  it("is not known without a price", () => {
    expect(costOf(usage, undefined)).toBeUndefined();
  });
});
