import type { Llm, Message } from "@boathook/models";
import type { Tool } from "@boathook/tools";
import type { AgentRef, TaskRef, CrewRef } from "../ref-types.ts";

/** An agent's running execution, as model hooks see it. */
export interface AgentExecutor {
  readonly agent: AgentRef;
  readonly task: TaskRef | undefined;
  readonly crew: CrewRef | undefined;
  readonly llm: Llm;
  /** The live conversation. */
  messages: Message[];
  readonly tools: readonly Tool[];
  /** Model rounds that are done. */
  readonly iterations: number;
  readonly maxIter: number;
}
