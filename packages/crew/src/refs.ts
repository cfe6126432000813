import type {} from "@boathook/hooks";
import type {} from "@boathook/kernel";

import type { RateLimit } from "@boathook/models";

import type { AgentExecutor } from "./agent/agent-executor.ts";
import type { Agent } from "./agent/agent.ts";
import type { Crew } from "./crew/crew.ts";
import type { CrewOutput } from "./output/crew-output.ts";
import type { TaskOutput } from "./output/task-output.ts";
import type { Task } from "./task/task.ts";

// What hook contexts show of this package.
declare module "@boathook/hooks" {
  interface RuntimeRefs {
    readonly agent: Agent;
    readonly task: Task;
    readonly crew: Crew;
    readonly executor: AgentExecutor;
    readonly taskOutput: TaskOutput;
    readonly crewOutput: CrewOutput;
  }
}

declare module "@boathook/kernel" {
  interface FrameSlots {
    /** True: answers of models are streamed here, because somebody reads them piece by piece. */
    readonly streaming?: boolean | undefined;
    /** What the calls of agents without a limit of their own wait for. */
    readonly crewRateLimit?: RateLimit | undefined;
    /** The agent's running execution, for what it starts. */
    readonly executor?: AgentExecutor | undefined;
  }
}
