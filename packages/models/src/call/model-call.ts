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
  /** The agent's running execution, as hooks see it. */
  readonly executor?: OptionalRef<"executor">;
  /** Whose call it is, as hooks see it; nobody's on direct calls. */
  readonly agent?: OptionalRef<"agent">;
  readonly agentRole?: string | undefined;
  readonly task?: OptionalRef<"task">;
  readonly crew?: OptionalRef<"crew">;
}
