import type { CallPurpose, OptionalRef } from "@boathook/hooks";
import type { StandardSchemaV1 } from "@standard-schema/spec";

import type { Llm, Message, ModelRequest, ModelToolSpec } from "../model-types.ts";

/** One call of a model, as `callModel` takes it. */
export interface ModelCall {
  readonly llm: Llm;
  /** The live list: hooks edit it, and what they leave is sent and stays. */
  readonly messages: Message[];
  readonly purpose: CallPurpose;
  readonly tools?: readonly ModelToolSpec[] | undefined;
  /** Default "auto". */
  readonly toolChoice?: ModelRequest["toolChoice"] | undefined;
  readonly outputSchema?: StandardSchemaV1 | undefined;
  /** True: an answer that does not fit the schema is an `OutputConversionError`. Default false: `parsed` stays undefined. */
  readonly strictOutput?: boolean | undefined;
  /** Cancels this call, beside the run's own signal. */
  readonly signal?: AbortSignal | undefined;
  /** True: the answer is streamed, as `llm_stream_chunk` events and to `onText`. */
  readonly stream?: boolean | undefined;
  readonly onText?: ((text: string) => void) | undefined;
  /** Model rounds before this one, from 0. */
  readonly iterations?: number | undefined;
  /** The agent's running execution; hooks see its agent, task and crew. */
  readonly executor?: OptionalRef<"executor">;
  /** For calls about an agent, task or crew that no execution makes (a guardrail's judge). */
  readonly agent?: OptionalRef<"agent">;
  readonly task?: OptionalRef<"task">;
  readonly crew?: OptionalRef<"crew">;
}

/** Whose call it is, as hooks see it: what the call says, else what its execution says. */
export interface CallOwner {
  readonly agent: OptionalRef<"agent">;
  readonly agentRole: string | undefined;
  readonly task: OptionalRef<"task">;
  readonly crew: OptionalRef<"crew">;
}

/** Reads the owner of a call. `crew` owns the types of all four; here they are objects with names. */
export function ownerOf(call: ModelCall): CallOwner {
  const execution = (call.executor ?? {}) as Pick<ModelCall, "agent" | "task" | "crew">; // an execution has these three
  const agent = call.agent ?? execution.agent;
  const { role } = (agent ?? {}) as { role?: unknown }; // only a text is used
  return {
    agent,
    agentRole: typeof role === "string" ? role : undefined,
    task: call.task ?? execution.task,
    crew: call.crew ?? execution.crew,
  };
}
