import type { HookDefinition, Inputs, MaybePromise, ReadOutput } from "@boathook/hooks";
import type { EventChannel } from "@boathook/kernel";

import type { StandardSchemaV1 } from "@standard-schema/spec";

import type { Journal } from "../durable/journal.ts";
import type { Recording } from "../durable/recording.ts";
import type { DurableEngine } from "../engine/durable-engine.ts";
import type { HumanFeedbackOptions } from "../feedback/human-feedback.ts";
import type { FlowPlan } from "../plan/flow-plan.ts";
import type { FlowRecord } from "../state/flow-record.ts";

/** What a flow lets be seen of its runs. */
export interface FlowManners {
  /** True: flow_started, flow_finished and flow_failed are emitted, and events carry the flow's name. */
  readonly announcesRuns: boolean;
  /** True: method_execution_started, _finished and _failed are emitted. */
  readonly announcesMethods: boolean;
  /** True: PRE_STEP and POST_STEP are dispatched round every method. False: the methods do so themselves. */
  readonly dispatchesSteps: boolean;
  /** True: the inputs become fields of the state, and `id` names it. False: only `prepare` is given them. */
  readonly inputsAreState: boolean;
}

/**
 * What a flow brings to one kickoff. An ordinary flow's methods are its own; a class whose steps are something else (the tasks of a crew)
 * overrides `[FLOW_SEAM]` and gives its own parts.
 */
export interface FlowSeam {
  readonly plan: FlowPlan;
  readonly manners: FlowManners;
  /** Sees every event of the flow's runs. */
  readonly channel: EventChannel | undefined;
  /** Hold in the flow's runs. */
  readonly hooks: readonly HookDefinition[];
  /** Reads the state once the inputs are in it; absent: any fields. */
  readonly stateSchema?: StandardSchemaV1 | undefined;
  /** Called once, with the inputs that INPUT left, before the first method. */
  readonly prepare: (inputs: Inputs) => MaybePromise<void>;
  /** True: the method is given what triggered it. */
  readonly takesInput: (method: string) => boolean;
  /** Runs one method, in its own frame; what it returns is its output. */
  readonly runMethod: (method: string, args: readonly unknown[]) => unknown;
  /** The payload of OUTPUT; `last` is the output of the last method that nothing listened to. */
  readonly result: (last: unknown) => MaybePromise<unknown>;
  /** Reads what hooks left of the result. */
  readonly readOutput: ReadOutput<unknown>;
  /** The methods on which a person is asked for feedback; absent: none. */
  readonly feedback?: ReadonlyMap<string, HumanFeedbackOptions> | undefined;
  /** The record that the steps are a part of, held and closed by whoever began it (a crew). Absent: the flow's own, if it has one. */
  readonly journal?: Journal | undefined;
}

/** The member of `Flow` that gives its parts. A symbol, so that it takes no name from the methods of a flow. */
export const FLOW_SEAM: unique symbol = Symbol.for("boathook:flow-seam");

/** Everything that runs one kickoff. */
export interface FlowParts {
  readonly seam: FlowSeam;
  readonly record: FlowRecord;
  /** Absent: the runtime's. */
  readonly engine: DurableEngine | undefined;
  /** Absent: the kickoff is not recorded, and nothing of it is serialised. */
  readonly recording: Recording | undefined;
  /** Takes hold of a record for a kickoff that is not recorded, and has to pause. */
  readonly openJournal: (id: string) => Promise<Journal>;
  readonly maxMethodCalls: number;
  readonly maxConcurrency: number;
}
