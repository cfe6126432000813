import type { CallPurpose, MaybePromise } from "@boathook/hooks";
import type { Llm, Message } from "@boathook/models";
import type { Schema, Tool, Toolbox, ToolFailure } from "@boathook/tools";

import type { AgentExecutor } from "./agent-executor.ts";
import type { AgentRef, TaskRef, CrewRef } from "../ref-types.ts";

/** How tools are called: in the model's own way, or written as text. */
export type ToolMode = "native" | "text";

/** What an execution starts from. */
export interface AgentWork {
  readonly agent: AgentRef;
  readonly task: TaskRef | undefined;
  readonly crew: CrewRef | undefined;
  readonly messages: readonly Message[];
  readonly toolbox: Toolbox;
  readonly mode: ToolMode;
  /** Asked of the model natively where no tool stands in the way. */
  readonly outputSchema: Schema | undefined;
  /** Default "agent". */
  readonly purpose?: CallPurpose | undefined;
  /** Default: the agent's. */
  readonly maxIter?: number | undefined;
}

/** How an execution ended. */
export interface AgentFinish {
  readonly text: string;
  readonly parsed: unknown;
  /** True when the limit of rounds was reached and the last call asked for an answer. */
  readonly forced: boolean;
}

const DEFAULT_MAX_ITER = 25;

/** One execution of an agent: all state of the work lies here, none in the agent. */
export class AgentExecution implements AgentExecutor {
  readonly agent: AgentRef;
  readonly task: TaskRef | undefined;
  readonly crew: CrewRef | undefined;
  readonly llm: Llm;
  readonly toolbox: Toolbox;
  /** Becomes "text" when the model turns out to take no tools. */
  mode: ToolMode;
  readonly outputSchema: Schema | undefined;
  readonly maxIter: number;
  readonly purpose: CallPurpose;
  messages: Message[];
  iterations = 0;

  constructor(work: AgentWork) {
    this.agent = work.agent;
    this.task = work.task;
    this.crew = work.crew;
    this.llm = work.agent.llm;
    this.toolbox = work.toolbox;
    this.mode = work.mode;
    this.outputSchema = work.outputSchema;
    this.messages = [...work.messages];
    this.purpose = work.purpose ?? "agent";
    this.maxIter = work.maxIter ?? work.agent.options.maxIter ?? DEFAULT_MAX_ITER;
  }

  /** Another conversation of the same work: tools, their counters and failures are shared; it gives a text. */
  beside(messages: readonly Message[], maxIter: number): AgentExecution {
    const { agent, task, crew, toolbox, mode, purpose } = this;
    return new AgentExecution({
      agent,
      task,
      crew,
      toolbox,
      mode,
      purpose,
      messages,
      maxIter,
      outputSchema: undefined,
    });
  }

  get tools(): readonly Tool[] {
    return this.toolbox.tools;
  }

  get toolFailures(): readonly ToolFailure[] {
    return this.toolbox.failures;
  }

  /** Tells of a step: the agent's own `stepCallback`, else the crew's. */
  tellStep(step: unknown): MaybePromise<void> {
    const tell = this.agent.options.stepCallback ?? this.crew?.options.stepCallback;
    return tell?.(step);
  }
}
