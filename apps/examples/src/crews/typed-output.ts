import { Agent, Crew, Task, type ModelSource } from "boathook";
import { z } from "zod";

const Invoice = z.object({ number: z.string(), total: z.number(), currency: z.string().length(3) });

/** An object out of a text, by a schema, and judged before anybody sees it. */
export async function readInvoice(llm: ModelSource, text: string): Promise<z.infer<typeof Invoice> | undefined> {
  const clerk = new Agent({ role: "Clerk", goal: "Read invoices", backstory: "You copy, you never guess.", llm });
  const reading = new Task({
    name: "reading",
    description: "Read this invoice: {text}",
    expectedOutput: "number, total and currency",
    agent: clerk,
    outputSchema: Invoice,
    guardrails: [
      ({ parsed }) =>
        (parsed as z.infer<typeof Invoice>).total > 0 ? { ok: true } : { ok: false, error: "a total is above 0" },
      "The invoice number stands in the text word for word", // a model judges by it
    ],
    guardrailMaxRetries: 2,
  });
  const crew = new Crew<z.infer<typeof Invoice>>({ tasks: [reading] });
  return (await crew.kickoff({ text })).parsed;
}
