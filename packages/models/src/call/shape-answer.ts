import { InvalidHookResultError } from "@boathook/hooks";
import type { StandardSchemaV1 } from "@standard-schema/spec";

import { OutputConversionError } from "../errors/model-errors.ts";
import type { LlmResponse } from "../model-types.ts";
import { findJson, parseOutput, validateOutput, type ParsedOutput } from "../schema/parse-output.ts";
import { askAfter, type LeftText } from "./hook-seams.ts";
import type { ModelCall } from "./model-call.ts";

/**
 * Makes the caller's answer of the model's: `parsed` by the schema, then POST_MODEL_CALL, then what the hooks left is read back. Where a hook's
 * rewrite of a structured answer does not fit any more, the call fails with an `InvalidHookResultError`, whatever the hook's `onError` says:
 * what it took out must not come back.
 */
export async function shapeAnswer(call: ModelCall, response: LlmResponse): Promise<LlmResponse> {
  const read = await readStructure(call.outputSchema, response);
  if (read?.ok !== true) return shapeText(call, response, read?.error);
  const structured: LlmResponse = { ...response, parsed: read.value };
  const shown = compactJson(read.value) ?? response.text; // what JSON cannot say is shown as the model wrote it
  const left = await askAfter(call, response, shown);
  return left.text === shown ? structured : readBack(call, structured, left);
}

/** What the schema, or the model itself, makes of the answer; undefined: it is plain text. */
async function readStructure(
  schema: StandardSchemaV1 | undefined,
  response: LlmResponse,
): Promise<ParsedOutput | undefined> {
  if (response.parsed !== undefined) {
    return schema === undefined ? { ok: true, value: response.parsed } : validateOutput(schema, response.parsed);
  }
  // Tool calls are not the answer yet; the text beside them need not fit.
  return schema === undefined || response.toolCalls.length > 0 ? undefined : parseOutput(schema, response.text);
}

/** An answer without structure. A hook may have made it fit. */
async function shapeText(call: ModelCall, response: LlmResponse, problem: string | undefined): Promise<LlmResponse> {
  const { text } = await askAfter(call, response, response.text);
  if (problem === undefined || call.outputSchema === undefined) return { ...response, text };
  const read = text === response.text ? undefined : await parseOutput(call.outputSchema, text);
  if (read?.ok === true) return { ...response, text, parsed: read.value };
  if (call.strictOutput === true) throw new OutputConversionError(problem);
  return { ...response, text, parsed: undefined };
}

/** A hook changed the JSON of a structured answer: both text and object are now what it left. */
async function readBack(call: ModelCall, response: LlmResponse, left: LeftText): Promise<LlmResponse> {
  const { text, hook = "anonymous" } = left;
  const read = call.outputSchema === undefined ? readAny(text) : await parseOutput(call.outputSchema, text);
  if (read.ok) return { ...response, text, parsed: read.value };
  throw new InvalidHookResultError(
    "a text that holds JSON which fits the output schema",
    `a text that does not (${read.error})`,
    {
      point: "post_model_call",
      hook,
    },
  );
}

function readAny(text: string): ParsedOutput {
  return { ok: true, ...(findJson(text) ?? { value: undefined }) };
}

/** Undefined for what JSON cannot say (a schema may give anything). */
function compactJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined; // bigint, circles
  }
}
