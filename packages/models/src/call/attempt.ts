import { currentFrame, isPromiseLike, raceSignal, withDeadline } from "@boathook/kernel";

import { excerpt, isRecord } from "../ai-sdk/read-value.ts";
import type { BaseLlm } from "../base-llm.ts";
import { ModelCallError } from "../errors/model-errors.ts";
import type { LlmResponse, ModelRequest } from "../model-types.ts";
import type {} from "../rate/rate-limit.ts";
import { checkResponse } from "./check-response.ts";
import type { Delivery } from "./delivery.ts";
import type { ModelEntry } from "./model-entry.ts";

/** Asks one model once, within its time limit. Rejects as soon as the signal aborts, also when the model does not look at it. */
export async function runAttempt(entry: ModelEntry, request: ModelRequest, delivery: Delivery): Promise<LlmResponse> {
  // Before the time limit begins: what waits for its turn is not slow.
  await currentFrame().rateLimit?.take(request.signal);
  const found = entry.resolve();
  const model = isPromiseLike(found) ? await raceSignal(found, request.signal) : found;
  const timeoutError = (limitMs: number): Error =>
    new ModelCallError(`The model "${entry.modelId}" gave no answer within ${limitMs} ms.`, { isRetryable: true });
  return withDeadline({ ms: entry.timeoutMs, signal: request.signal, timeoutError }, (signal) => {
    const limited = signal === request.signal ? request : { ...request, signal };
    return delivery.isStream ? streamed(model, limited, delivery) : generated(model, limited);
  });
}

async function generated(model: BaseLlm, request: ModelRequest): Promise<LlmResponse> {
  return checkResponse(await model.generate(request));
}

async function streamed(model: BaseLlm, request: ModelRequest, delivery: Delivery): Promise<LlmResponse> {
  if (model.stream === undefined) {
    const response = await generated(model, request);
    if (!request.signal.aborted) delivery.take(response.text, model.modelId);
    return response;
  }
  let response: unknown;
  for await (const chunk of model.stream(request) as AsyncIterable<unknown>) {
    // Nobody waits any more; leaving the loop closes the model's stream.
    if (request.signal.aborted) break;
    const { text, response: whole } = readChunk(chunk);
    if (whole !== undefined) response = whole;
    if (text !== undefined) delivery.take(text, model.modelId);
  }
  if (response !== undefined) return checkResponse(response);
  throw new ModelCallError(
    `The stream of model "${model.modelId}" ended without an answer: its last chunk must be { response }.`,
  );
}

function readChunk(chunk: unknown): { readonly text?: string | undefined; readonly response?: unknown } {
  if (isRecord(chunk) && (typeof chunk.text === "string" || isRecord(chunk.response))) {
    return { text: typeof chunk.text === "string" ? chunk.text : undefined, response: chunk.response };
  }
  throw new ModelCallError(`A chunk of a model's stream must be { text } or { response }, but is ${excerpt(chunk)}.`);
}
