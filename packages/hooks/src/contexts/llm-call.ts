import type { OptionalRef, Ref } from "../runtime-refs.ts";
import type { AsksPeople, RunRefs } from "./common.ts";

/** Why a model is called. */
export type CallPurpose =
  | "agent"
  | "planning"
  | "final_answer"
  | "conversion"
  | "guardrail"
  | "summary"
  | "retrieval"
  | "direct"
  | "routing"
  | "evaluation";

/** A model call, before and after. */
export interface LlmCallHookContext extends RunRefs, AsksPeople {
  /** The live list: editing it and assigning a new one both count. */
  messages: Ref<"message">[];
  readonly llm: Ref<"llm">;
  readonly purpose: CallPurpose;
  /** The agent's running execution; undefined on direct calls. */
  readonly executor: OptionalRef<"executor">;
  /** Model rounds before this one, from 0. */
  readonly iterations: number;
  readonly agent: OptionalRef<"agent">;
  readonly agentRole: string | undefined;
  readonly task: OptionalRef<"task">;
  readonly crew: OptionalRef<"crew">;
  /** The answer's text; set at POST. */
  response: string | undefined;
  /** The calls that came with the text; set at POST. */
  readonly toolCalls: readonly Ref<"toolCall">[];
}

/** After a model call: `response` is there. */
export type PostLlmCallHookContext = LlmCallHookContext & { response: string };
