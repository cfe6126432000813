import { describeValue } from "@boathook/hooks";
import { InvalidInputsError } from "@boathook/kernel";

import { RunMismatchError } from "../engine/errors.ts";
import type { FlowParts } from "../runtime/flow-parts.ts";
import { settleFeedback } from "./collect.ts";
import type { PendingFeedback } from "./paused-unit.ts";

/** What a person says to a run that waits for it. */
export interface FeedbackAnswer {
  readonly id: string;
  readonly feedback: string;
}

/** The answer to one method. */
export interface Answer extends PendingFeedback {
  readonly feedback: string;
}

/** Reads what `resume` is given; throws `InvalidInputsError`. */
export function readAnswer(id: unknown, feedback: unknown): FeedbackAnswer {
  if (typeof id === "string" && id !== "" && typeof feedback === "string") return { id, feedback };
  const [path, value] = typeof id === "string" && id !== "" ? ["feedback", feedback] : ["id", id];
  throw new InvalidInputsError([{ path, message: `expected a text, got ${describeValue(value)}` }]);
}

/** What the feedback answers: the first thing that the run waits for. */
export function answerTo(pending: PendingFeedback | undefined, feedback: string): Answer | undefined {
  return pending === undefined ? undefined : { ...pending, feedback };
}

/** Gives what the unit gives that waited for it. Neither the method nor its hooks run again. */
export async function settleAnswer({ seam, record }: FlowParts, answer: Answer): Promise<unknown> {
  const options = seam.feedback?.get(answer.methodName);
  if (options === undefined) {
    throw new RunMismatchError(
      record.state.id,
      `it waits for feedback on "${answer.methodName}", which asks for none here`,
    );
  }
  return settleFeedback(answer, options, answer.feedback);
}
