import { currentFrame } from "@boathook/kernel";
import type { UsageMeter } from "@boathook/models";

import type { AskedQuestion } from "../feedback/ask.ts";
import type { HumanFeedbackResult } from "../feedback/feedback-types.ts";
import { newState, type FlowState, type InitialState } from "./flow-state.ts";

declare module "@boathook/kernel" {
  interface FrameSlots {
    /** The flow kickoffs inside of which the code here runs, innermost first. */
    readonly flowRecord?: FlowRecord | undefined;
  }
}

/** One method's output. */
export interface MethodOutput {
  readonly method: string;
  readonly output: unknown;
}

/** What one kickoff of a flow has gathered; found through the frame, so that kickoffs at the same time do not meet. */
export interface FlowRecord {
  readonly flow: object;
  readonly outer: FlowRecord | undefined;
  readonly state: FlowState;
  readonly outputs: MethodOutput[];
  /** What people said of methods, in the order in which that came. */
  readonly feedback: HumanFeedbackResult[];
  /** What `this.ask` asked, in the order in which it was answered. */
  readonly asked: AskedQuestion[];
  /** Absent until the run is open. */
  usage?: UsageMeter;
}

/** The record of a kickoff that begins here. */
export function newRecord(flow: object, initialState: InitialState): FlowRecord {
  return {
    flow,
    outer: currentFrame().flowRecord,
    state: newState(initialState),
    outputs: [],
    feedback: [],
    asked: [],
  };
}

/** The innermost kickoff of this very flow that the running code belongs to. */
export function recordOf(flow: object): FlowRecord | undefined {
  for (let record = currentFrame().flowRecord; record !== undefined; record = record.outer) {
    if (record.flow === flow) return record;
  }
  return undefined;
}
