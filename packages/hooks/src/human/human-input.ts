import {
  cancellationOf,
  currentFrame,
  emit,
  errorMessage,
  service,
  serviceKey,
  throwIfCancelled,
  whenAborted,
  withDeadline,
} from "@boathook/kernel";
import { z } from "zod";

import type { HumanInputRequest } from "../contexts/common.ts";
import { HumanInputUnavailableError } from "../errors.ts";
import { HumanInputReceivedEvent, HumanInputRequestedEvent } from "../events.ts";
import { describeValue } from "../values.ts";
import { consoleHumanInput } from "./console-human-input.ts";
import type { HumanInput, HumanQuestion } from "./human-input-port.ts";
import { Turns } from "./turns.ts";

/** How people are asked in the current runtime; by default on the console. */
export const HumanInputService = serviceKey<HumanInput>("HumanInput", () => consoleHumanInput);

/** What people see below the question when the hook says nothing else. */
const DEFAULT_MESSAGE = "Press Enter to continue, or provide feedback:";

/**
 * Asks a person. The answer is trimmed. Rejects with `HumanInputUnavailableError`, an abort, when nobody answers: no terminal, closed input, time
 * limit (which counts from the call), a wrong request, or a HumanInput that fails. Rejects with the cancellation when the run is cancelled,
 * also while other questions come first.
 */
export async function askPerson(request: HumanInputRequest): Promise<string> {
  const { prompt, defaultMessage = DEFAULT_MESSAGE, timeoutMs } = readRequest(request);
  const input = service(HumanInputService);
  const { signal } = currentFrame();
  emit(HumanInputRequestedEvent, { prompt });
  const answer = await askWithin(timeoutMs, signal, (limited) =>
    askInTurn(input, { prompt, defaultMessage, signal: limited }),
  );
  emit(HumanInputReceivedEvent, { prompt, answer });
  return answer;
}

const requestSchema = z.strictObject({
  prompt: z.string().min(1),
  defaultMessage: z.string().optional(),
  timeoutMs: z.number().positive().optional(),
});

function readRequest(request: unknown): z.infer<typeof requestSchema> {
  const parsed = requestSchema.safeParse(request);
  if (parsed.success) return parsed.data;
  // An abort too: a gate with a misspelt option must not let everything through.
  throw new HumanInputUnavailableError(`the request for human input is wrong: ${z.prettifyError(parsed.error)}`);
}

async function askWithin(
  ms: number | undefined,
  signal: AbortSignal,
  ask: (limited: AbortSignal) => Promise<string>,
): Promise<string> {
  const timeoutError = (limitMs: number): Error =>
    new HumanInputUnavailableError(`nobody answered within ${limitMs} ms`);
  try {
    const answer: unknown = await withDeadline({ ms, signal, timeoutError }, ask);
    if (typeof answer === "string") return answer.trim();
    throw new HumanInputUnavailableError(`the answer must be a text, and ${describeValue(answer)} came`);
  } catch (thrown) {
    if (signal.aborted) throw cancellationOf(signal);
    if (HumanInputUnavailableError.is(thrown)) throw thrown;
    throw new HumanInputUnavailableError(`nobody could be asked: ${errorMessage(thrown)}`, { cause: thrown });
  }
}

/** Who waits for which HumanInput: by default two questions are never open at once. */
const turns = new WeakMap<HumanInput, Turns>();

async function askInTurn(input: HumanInput, question: HumanQuestion): Promise<string> {
  if (input.concurrent === true) return input.ask(question);
  let queue = turns.get(input);
  if (queue === undefined) turns.set(input, (queue = new Turns()));
  const release = await queue.take(question.signal);
  try {
    throwIfCancelled(question.signal);
    const asking = input.ask(question);
    void whenOver(asking, question.signal).then(release);
    return await asking;
  } catch (thrown) {
    release();
    throw thrown;
  }
}

/** Settles when the question is answered; one that is given up counts as over when its HumanInput had a moment to take the prompt away. */
function whenOver(asking: PromiseLike<unknown>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = whenAborted(signal, () => setImmediate(resolve));
    const settle = (): void => {
      stop();
      resolve();
    };
    asking.then(settle, settle);
  });
}
