import { ownOutput, RoutedFeedback, type HumanFeedbackResult } from "../feedback/feedback-types.ts";
import type { MethodOutput } from "../state/flow-record.ts";
import { CallCounts } from "./call-counts.ts";
import type { FlowParts } from "./flow-parts.ts";
import { Scheduler, type ReadyMethod } from "./scheduler.ts";

/** A method that is to run, and which of its runs that is: counted when it becomes ready, so that a replay counts alike. */
export interface CountedMethod {
  readonly ready: ReadyMethod;
  readonly count: number;
}

/** What came of the completion of one method. */
export interface Step {
  readonly ready: readonly CountedMethod[];
  /** The methods that lost a race by it. */
  readonly losers: ReadonlySet<string>;
}

/** The course that one kickoff takes: what finished, what that leads to, what its result would be. It runs nothing. */
export class Course {
  readonly #scheduler: Scheduler;
  readonly #calls: CallCounts;
  readonly #outputs: MethodOutput[];
  readonly #asksFor: FlowParts["seam"]["feedback"];
  readonly #feedback: HumanFeedbackResult[];
  #last: { readonly output: unknown; readonly isTerminal: boolean } | undefined;

  constructor({ seam, record, maxMethodCalls }: FlowParts) {
    this.#asksFor = seam.feedback;
    this.#feedback = record.feedback;
    this.#scheduler = new Scheduler(seam.plan);
    this.#calls = new CallCounts(maxMethodCalls);
    this.#outputs = record.outputs;
  }

  /** The output of the last method that nothing listened to. */
  get result(): unknown {
    return this.#last?.output;
  }

  starts(): readonly CountedMethod[] {
    return this.#scheduler.starts().map(this.#counted);
  }

  /** Takes in that a method finished. Throws `MethodCallLimitError` when one of the next would run too often. */
  finished(done: ReadyMethod, output: unknown): Step {
    const own = ownOutput(output);
    this.#outputs.push({ method: done.method.name, output: own });
    if (own !== output || this.#asksFor?.has(done.method.name) === true) this.#takeFeedback(output);
    const { ready, losers, isTerminal } = this.#scheduler.finished(done, output);
    if (isTerminal || this.#last?.isTerminal !== true) this.#last = { output: own, isTerminal };
    return { ready: ready.length === 0 ? NOTHING : ready.map(this.#counted), losers };
  }

  /** Takes in that a method was cancelled because it lost a race. */
  beaten(lost: ReadyMethod): Step {
    const { ready, losers } = this.#scheduler.beaten(lost);
    return { ready: ready.map(this.#counted), losers };
  }

  #takeFeedback(output: unknown): void {
    this.#feedback.push(RoutedFeedback.is(output) ? output.result : (output as HumanFeedbackResult)); // what asking for feedback gives
  }

  readonly #counted = (ready: ReadyMethod): CountedMethod => ({ ready, count: this.#calls.next(ready) });
}

/** `name#n`: the same in every replay of the run. */
export function keyOf({ ready, count }: CountedMethod): string {
  return `${ready.method.name}#${count}`;
}

const NOTHING: readonly CountedMethod[] = [];
