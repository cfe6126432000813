import { HookAborted, SkipOperation } from "@boathook/hooks";
import { cancellationOf, ClockService, errorMessage, log, RunCancelledError, service } from "@boathook/kernel";

import { isToolsRefusal, isTransientFailure, retryAfterOf } from "../errors/provider-failure.ts";
import type { LlmResponse, ModelRequest } from "../model-types.ts";
import { runAttempt } from "./attempt.ts";
import type { Delivery } from "./delivery.ts";
import type { ModelEntry } from "./model-entry.ts";

/** An answer, and the model that gave it. */
export interface Answered {
  readonly modelId: string;
  readonly response: LlmResponse;
}

/** Asks the models in order until one answers. A deliberate stop, a cancellation, or text that was shown already ends it at once. */
export async function firstAnswer(
  entries: readonly ModelEntry[],
  request: ModelRequest,
  delivery: Delivery,
): Promise<Answered> {
  let failure: unknown;
  for (const [index, entry] of entries.entries()) {
    try {
      return { modelId: entry.modelId, response: await withRetries(entry, request, delivery) };
    } catch (thrown) {
      failure = thrown;
      if (isToolsRefusal(thrown)) entry.noteToolsRefused();
      const next = entries[index + 1];
      if (next === undefined || isFinal(thrown, delivery)) break;
      log(
        "warn",
        { model: entry.modelId, next: next.modelId, error: errorMessage(thrown) },
        "a model failed; the next one in the list is asked",
      );
    }
  }
  throw failure;
}

async function withRetries(entry: ModelEntry, request: ModelRequest, delivery: Delivery): Promise<LlmResponse> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runAttempt(entry, request, delivery);
    } catch (thrown) {
      if (request.signal.aborted) throw cancellationOf(request.signal);
      const waitMs = attempt > entry.maxRetries || isFinal(thrown, delivery) ? undefined : backoffMs(thrown, attempt);
      if (waitMs === undefined) throw thrown;
      log(
        "warn",
        { model: entry.modelId, attempt, waitMs, error: errorMessage(thrown) },
        "a model call failed; it is tried again",
      );
      await service(ClockService).sleep(waitMs, request.signal);
    }
  }
}

/** Errors after which nothing may be tried again. */
function isFinal(thrown: unknown, delivery: Delivery): boolean {
  return delivery.hasShown || HookAborted.is(thrown) || SkipOperation.is(thrown) || RunCancelledError.is(thrown);
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** A service that asks for more is not waited for: the caller learns of it at once. */
const LONGEST_RETRY_AFTER_MS = 60_000;

/** How long to wait before the next attempt; undefined when there should be none. Grows twofold, with jitter, so that callers do not come back together. */
function backoffMs(thrown: unknown, attempt: number): number | undefined {
  if (!isTransientFailure(thrown)) return undefined;
  const asked = retryAfterOf(thrown);
  if (asked !== undefined) return asked > LONGEST_RETRY_AFTER_MS ? undefined : asked;
  const full = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1));
  return Math.round(full / 2 + (full / 2) * Math.random());
}
