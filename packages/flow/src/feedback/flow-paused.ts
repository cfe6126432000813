import type { HumanFeedbackRequest } from "./feedback-types.ts";

const BRAND = Symbol.for("boathook:flow-paused");

/** What the kickoff of a flow gives that waits for a person. */
export class FlowPaused {
  readonly status = "paused";
  /** The run's id, for `flow.resume(id, feedback)`, also in another process. */
  readonly id: string;
  /** The first of the requests that wait. */
  readonly request: HumanFeedbackRequest;
  readonly #resume: (id: string, feedback: string) => Promise<unknown>;

  constructor(id: string, request: HumanFeedbackRequest, resume: (id: string, feedback: string) => Promise<unknown>) {
    this.id = id;
    this.request = request;
    this.#resume = resume;
    Object.defineProperty(this, BRAND, { value: true });
  }

  static is(value: unknown): value is FlowPaused {
    return typeof value === "object" && value !== null && BRAND in value;
  }

  /** Goes on with this feedback; gives what kickoff would have given, or the next pause. */
  resume(feedback: string): Promise<unknown> {
    return this.#resume(this.id, feedback);
  }
}
