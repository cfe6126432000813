import type { CallPurpose, Ref } from "@boathook/hooks";
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
  readonly executor?: Ref<"executor"> | undefined;
  readonly agent?: Ref<"agent"> | undefined;
  readonly agentRole?: string | undefined;
  readonly task?: Ref<"task"> | undefined;
  readonly crew?: Ref<"crew"> | undefined;
}
