import { OutputConversionError, parseOutput } from "@boathook/models";
import type { Schema } from "@boathook/tools";

/** Reads the object that the schema wants out of an answer: what the model gave natively, the whole text as JSON, or the JSON inside the text. */
export async function readAnswer<O>(
  answer: { readonly text: string; readonly parsed: unknown },
  schema: Schema<O>,
): Promise<O> {
  if (answer.parsed !== undefined) return answer.parsed as O; // the model's answer was checked by this very schema
  const result = await parseOutput(schema, answer.text);
  if (result.ok) return result.value;
  throw new OutputConversionError(result.error);
}
