import {
  currentFrame,
  emit,
  errorMessage,
  RunCancelledError,
  service,
  serviceKey,
  withDeadline,
} from "@boathook/kernel";

import type { HumanInputRequest } from "../contexts/common.ts";
import { HumanInputUnavailableError } from "../errors.ts";
import { HumanInputReceivedEvent, HumanInputRequestedEvent } from "../events.ts";
import { consoleHumanInput } from "./console-human-input.ts";
import type { HumanInput } from "./human-input-port.ts";

/** How people are asked in the current runtime; by default on the console. */
export const HumanInputService = serviceKey<HumanInput>("HumanInput", () => consoleHumanInput);

const DEFAULT_MESSAGE = "Press Enter to continue, or provide feedback:";

/** The last question of each HumanInput: two are never asked at once. */
const queues = new WeakMap<HumanInput, Promise<unknown>>();

/**
 * Asks a person, one question at a time. The answer is trimmed. Rejects with `HumanInputUnavailableError`, an abort, when nobody answers: no
 * terminal, closed input, time limit, or a HumanInput that fails.
 */
export async function askPerson(request: HumanInputRequest): Promise<string> {
  const input = service(HumanInputService);
  const { signal } = currentFrame();
  emit(HumanInputRequestedEvent, { prompt: request.prompt });
  const turn = (queues.get(input) ?? Promise.resolve()).then(() => ask(input, request, signal));
  queues.set(
    input,
    turn.catch(() => undefined),
  );
  const answer = await turn;
  emit(HumanInputReceivedEvent, { prompt: request.prompt, answer });
  return answer;
}

async function ask(input: HumanInput, request: HumanInputRequest, signal: AbortSignal): Promise<string> {
  const { prompt, defaultMessage = DEFAULT_MESSAGE, timeoutMs } = request;
  const timeoutError = (limitMs: number): Error =>
    new HumanInputUnavailableError(`nobody answered within ${limitMs} ms`);
  try {
    const answer = await withDeadline({ ms: timeoutMs, signal, timeoutError }, (limited) =>
      input.ask({ prompt, defaultMessage, signal: limited }),
    );
    return answer.trim();
  } catch (thrown) {
    if (HumanInputUnavailableError.is(thrown) || RunCancelledError.is(thrown)) throw thrown;
    throw new HumanInputUnavailableError(`nobody could be asked: ${errorMessage(thrown)}`, { cause: thrown });
  }
}
