import type { MaybePromise } from "@boathook/hooks";
import { processWide } from "@boathook/kernel";

import { registerCodec } from "../durable/codec-registry.ts";

/** What a person is asked after a method of a flow. */
export interface HumanFeedbackRequest {
  /** The id of the flow's state, under which a paused flow is resumed. */
  readonly flowId: string;
  readonly methodName: string;
  readonly message: string;
  /** What the method gave, after its hooks. */
  readonly output: unknown;
  /** The outcomes that the feedback is mapped to; none: it is free text. */
  readonly emit: readonly string[];
  /** Aborts when nobody waits any more: the run was cancelled, or the method lost a race. */
  readonly signal: AbortSignal;
}

/** Gets the feedback from wherever people are. Throws `HumanFeedbackPending` to pause the flow; whatever else it throws fails the flow. */
export type HumanFeedbackProvider = (request: HumanFeedbackRequest) => MaybePromise<string>;

/** The feedback that a method got; what its listeners are given. */
export interface HumanFeedbackResult {
  /** What the method gave. */
  readonly output: unknown;
  /** What the person said, trimmed. */
  readonly feedback: string;
  /** Undefined where no outcomes were declared. */
  readonly outcome: string | undefined;
  readonly methodName: string;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  readonly metadata: Record<string, unknown>;
}

/** What the unit of a method with outcomes gives: listeners of the outcome see the result, everybody else the method's own output. */
export class RoutedFeedback {
  readonly result: HumanFeedbackResult & { readonly outcome: string };

  constructor(result: HumanFeedbackResult & { readonly outcome: string }) {
    this.result = result;
    routed.add(this);
  }

  static is(value: unknown): value is RoutedFeedback {
    return typeof value === "object" && value !== null && routed.has(value);
  }
}

/** One for the process: the codec below may belong to another copy of this package. */
const routed = processWide("routed-feedback/1", () => new WeakSet());

registerCodec<RoutedFeedback>({
  tag: "human-feedback",
  is: (value) => RoutedFeedback.is(value),
  encode: ({ result }) => result,
  decode: (stored) => new RoutedFeedback(stored as RoutedFeedback["result"]), // written by the line above
});

/** What a unit gave, as outputs, events and the flow's result show it. */
export function ownOutput(given: unknown): unknown {
  return RoutedFeedback.is(given) ? given.result.output : given;
}
