import { askPerson, describeValue } from "@boathook/hooks";
import { cancellationOf, ClockService, currentFrame, raceSignal, service } from "@boathook/kernel";

import { HumanFeedbackError, HumanFeedbackPending } from "./errors.ts";
import { RoutedFeedback, type HumanFeedbackRequest, type HumanFeedbackResult } from "./feedback-types.ts";
import type { HumanFeedbackOptions } from "./human-feedback.ts";
import { outcomeOf } from "./outcome.ts";
import { PausedUnit } from "./paused-unit.ts";

/** A method that is done, but for the feedback on it. */
export interface Reviewed {
  readonly flowId: string;
  /** The key of its unit. */
  readonly key: string;
  readonly methodName: string;
  readonly output: unknown;
}

/** Asks for the feedback on a method; gives what its unit gives. Throws `PausedUnit` when the feedback comes later. */
export async function collectFeedback(reviewed: Reviewed, options: HumanFeedbackOptions): Promise<unknown> {
  const { signal } = currentFrame();
  const { flowId, methodName, output } = reviewed;
  const { message, emit = [], provider = askRun } = options;
  const request: HumanFeedbackRequest = { flowId, methodName, message, output, emit, signal };
  let feedback: unknown;
  try {
    feedback = await raceSignal(settled(provider, request), signal);
  } catch (error) {
    if (signal.aborted) throw cancellationOf(signal);
    if (HumanFeedbackPending.is(error)) throw new PausedUnit({ key: reviewed.key, methodName, message, output, emit });
    throw error;
  }
  return settleFeedback(reviewed, options, feedback);
}

/** What the unit of the method gives once the feedback is there. */
export async function settleFeedback(
  { methodName, output }: Omit<Reviewed, "flowId" | "key">,
  options: HumanFeedbackOptions,
  given: unknown,
): Promise<unknown> {
  if (typeof given !== "string") {
    throw new HumanFeedbackError(
      methodName,
      given,
      `must be a text, and ${describeValue(given)} came from its provider.`,
    );
  }
  const feedback = given.trim();
  const { message, emit, metadata = {} } = options;
  const outcome = emit === undefined ? undefined : await outcomeOf({ methodName, message, feedback }, options);
  const timestamp = service(ClockService).now();
  const result = { output, feedback, methodName, timestamp, metadata: { ...metadata } };
  if (outcome === undefined) return { ...result, outcome } satisfies HumanFeedbackResult;
  return new RoutedFeedback({ ...result, outcome });
}

/** What a provider throws at once is its rejection. */
async function settled(
  provider: (request: HumanFeedbackRequest) => unknown,
  request: HumanFeedbackRequest,
): Promise<unknown> {
  return provider(request);
}

/** The people of the run: the console, a queue or HTTP, as its `humanInput` says. */
function askRun({ message, output, emit }: HumanFeedbackRequest): Promise<string> {
  const shown = typeof output === "string" ? output : JSON.stringify(output, undefined, 2);
  const prompt = (shown as string | undefined) === undefined ? message : `${shown}\n\n${message}`; // functions have no JSON
  const defaultMessage = emit.length === 0 ? "Your feedback:" : `Your feedback (${emit.join(", ")}):`;
  return askPerson({ prompt, defaultMessage });
}
