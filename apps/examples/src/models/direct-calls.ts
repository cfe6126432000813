import { llm, type ModelSource } from "boathook";
import { z } from "zod";

const Sentiment = z.object({ mood: z.enum(["glad", "sad", "angry"]), why: z.string() });

/** An object by a schema; an answer that does not fit is an `OutputConversionError`. */
export async function moodOf(source: ModelSource, text: string): Promise<z.infer<typeof Sentiment>> {
  const { parsed } = await llm(source).call(`How does the writer feel?\n${text}`, { outputSchema: Sentiment });
  return parsed as z.infer<typeof Sentiment>; // read by this very schema
}

/** A text, word by word; leaving the loop cancels the call. */
export async function firstWords(source: ModelSource, count: number): Promise<string> {
  const words: string[] = [];
  for await (const word of llm(source).stream("Tell me about tides.")) {
    words.push(word);
    if (words.length === count) break;
  }
  return words.join("");
}
