import type { Ref } from "../runtime-refs.ts";
import type { RunRefs } from "./common.ts";

interface TaskStep extends RunRefs {
  readonly kind: "task";
  readonly agent: Ref<"agent">;
  readonly agentRole: string;
  readonly task: Ref<"task">;
  readonly crew: undefined;
  readonly flow: undefined;
  /** The task's name, else its description. */
  readonly stepName: string;
}

interface MethodStep extends RunRefs {
  readonly kind: "flow_method";
  readonly flow: Ref<"flow">;
  readonly agent: undefined;
  readonly agentRole: undefined;
  readonly task: undefined;
  readonly crew: undefined;
  /** The method's name. */
  readonly stepName: string;
}

/** Before a task (payload: the context text its agent gets) or a flow method (payload: its parameters, `_0`, `_1` … by position). */
export type PreStepContext =
  | (TaskStep & { payload: string; readonly output: undefined })
  | (MethodStep & { payload: Record<string, unknown>; readonly output: undefined });

/** After a task (payload: its output) or a flow method (payload: what it returned). */
export type PostStepContext =
  | (TaskStep & { payload: Ref<"taskOutput">; readonly output: Ref<"taskOutput"> })
  | (MethodStep & { payload: unknown; readonly output: unknown });

/** Either side of a step. */
export type StepContext = PreStepContext | PostStepContext;
