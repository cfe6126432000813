import { costOf, LlmCallCompletedEvent, type Crew, type Inputs, type PriceTable } from "boathook";

const prices: PriceTable = {
  "openai/gpt-4o-mini": { input: 0.15, cachedInput: 0.075, output: 0.6 }, // per million tokens
};

/** What one run of a crew costs, by the model that answered each call. */
export async function costOfRun(crew: Crew, inputs: Inputs, table: PriceTable = prices): Promise<number> {
  let sum = 0;
  const subscription = crew.events.on(LlmCallCompletedEvent).subscribe(({ modelId, usage }) => {
    sum += costOf(usage, table[modelId]) ?? 0;
  });
  try {
    await crew.kickoff(inputs);
    return sum;
  } finally {
    subscription.unsubscribe();
  }
}
