import type { OptionalRef, Ref } from "../runtime-refs.ts";
import type { Inputs, RunRefs } from "./common.ts";

interface AtCrew extends RunRefs {
  readonly crew: Ref<"crew">;
  readonly flow: undefined;
  readonly agent: undefined;
  readonly agentRole: undefined;
  readonly task: undefined;
}

interface AtFlow extends RunRefs {
  readonly crew: undefined;
  readonly flow: Ref<"flow">;
  readonly agent: undefined;
  readonly agentRole: undefined;
  readonly task: undefined;
}

/** A crew or flow is about to begin. `inputs` is the object `payload` was when the dispatch began; only `payload` is read back. */
export type ExecutionStartContext = (AtCrew | AtFlow) & { payload: Inputs; readonly inputs: Inputs };

/** The resolved inputs of a crew or flow. */
export type InputContext = ExecutionStartContext;

/** The result of a crew or flow is ready. */
export type OutputContext =
  | (AtCrew & { payload: Ref<"crewOutput">; readonly output: Ref<"crewOutput"> })
  | (AtFlow & { payload: unknown; readonly output: unknown });

/** A crew or flow has ended. When it failed there is an `error` and no payload. */
export type ExecutionEndContext = { readonly status: "completed" | "failed"; readonly error: unknown } & (
  | (AtCrew & { payload: OptionalRef<"crewOutput">; readonly output: OptionalRef<"crewOutput"> })
  | (AtFlow & { payload: unknown; readonly output: unknown })
);
