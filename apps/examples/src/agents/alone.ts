import { Agent, type AgentOutput, type ModelSource, type Tool } from "boathook";
import { z } from "zod";

const Quote = z.object({ item: z.string(), price: z.number() });

/** An agent without a task and without a crew: a conversation in, an object out. */
export function quote(
  llm: ModelSource,
  priceList: Tool,
  question: string,
): Promise<AgentOutput<z.infer<typeof Quote>>> {
  const seller = new Agent({
    role: "Seller",
    goal: "Give exact prices",
    backstory: "You look every price up.",
    llm,
    tools: [priceList],
    guardrail: ({ raw }) => (raw.includes("-") ? { ok: false, error: "a price is never negative" } : { ok: true }),
  });
  return seller.kickoff(
    [
      { role: "user", content: "Good morning." },
      { role: "assistant", content: "Good morning! What are you looking for?" },
      { role: "user", content: question },
    ],
    { outputSchema: Quote, timeoutMs: 60_000 },
  );
}
