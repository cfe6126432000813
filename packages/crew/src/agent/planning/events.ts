import { defineEvent, registerEvents } from "@boathook/kernel";

/** An agent begins to plan its work, or to plan anew what is left of it. */
export class AgentReasoningStartedEvent extends defineEvent("agent_reasoning_started")<{
  /** 0 for the first plan. */
  readonly attempt: number;
}>() {}
/** An agent has a plan. */
export class AgentReasoningCompletedEvent extends defineEvent("agent_reasoning_completed")<{
  readonly attempt: number;
  readonly steps: readonly { readonly id: string; readonly task: string; readonly after: readonly string[] }[];
}>() {}
/** An agent found no plan; it goes on without one. */
export class AgentReasoningFailedEvent extends defineEvent("agent_reasoning_failed")<{ readonly error: unknown }>() {}

/** A step of a plan begins. */
export class PlanStepStartedEvent extends defineEvent("plan_step_started")<{
  readonly step: string;
  readonly task: string;
}>() {}
/** A step of a plan gave a result. */
export class PlanStepCompletedEvent extends defineEvent("plan_step_completed")<{
  readonly step: string;
  readonly output: string;
}>() {}
/** A step of a plan failed. */
export class PlanStepFailedEvent extends defineEvent("plan_step_failed")<{
  readonly step: string;
  readonly error: unknown;
}>() {}

/** What was made of the results so far. */
export class StepObservationCompletedEvent extends defineEvent("step_observation_completed")<{
  readonly steps: readonly string[];
  readonly verdict: "continue" | "replan" | "finish";
  readonly reason: string;
}>() {}

registerEvents(
  AgentReasoningStartedEvent,
  AgentReasoningCompletedEvent,
  AgentReasoningFailedEvent,
  PlanStepStartedEvent,
  PlanStepCompletedEvent,
  PlanStepFailedEvent,
  StepObservationCompletedEvent,
);
