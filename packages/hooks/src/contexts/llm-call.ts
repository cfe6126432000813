import type { Ref } from "../runtime-refs.ts";
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
  readonly executor: Ref<"executor"> | undefined;
  /** Model rounds before this one, from 0. */
  readonly iterations: number;
  readonly agent: Ref<"agent"> | undefined;
  readonly agentRole: string | undefined;
  readonly task: Ref<"task"> | undefined;
  readonly crew: Ref<"crew"> | undefined;
  /** The answer's text; set at POST. */
  response: string | undefined;
  /** The calls that came with the text; set at POST. */
  readonly toolCalls: readonly Ref<"toolCall">[];
}

/** After a model call: `response` is there. */
export type PostLlmCallHookContext = LlmCallHookContext & { response: string };
