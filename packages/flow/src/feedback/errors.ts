import { BoathookError } from "@boathook/kernel";

import type { HumanFeedbackRequest } from "./feedback-types.ts";

/** Thrown by a provider: the feedback comes later. The flow pauses, and goes on with `flow.resume(id, feedback)`. */
export class HumanFeedbackPending extends BoathookError {
  readonly request: HumanFeedbackRequest;

  constructor(request: HumanFeedbackRequest) {
    super(
      `Method "${request.methodName}" of flow run "${request.flowId}" waits for feedback. Resume it with flow.resume("${request.flowId}", feedback).`,
      { code: "human_feedback_pending" },
    );
    this.request = request;
  }

  static override is(value: unknown): value is HumanFeedbackPending {
    return BoathookError.is(value) && value.code === "human_feedback_pending";
  }
}

/** The feedback stands for none of the declared outcomes, or is no text. Nothing is approved by it. */
export class HumanFeedbackError extends BoathookError {
  readonly methodName: string;
  readonly feedback: unknown;

  constructor(methodName: string, feedback: unknown, what: string, options: { cause?: unknown } = {}) {
    super(`The feedback on "${methodName}" ${what}`, { code: "human_feedback_invalid", ...options });
    this.methodName = methodName;
    this.feedback = feedback;
  }

  static override is(value: unknown): value is HumanFeedbackError {
    return BoathookError.is(value) && value.code === "human_feedback_invalid";
  }
}
