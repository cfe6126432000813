import type { AgentConfig } from "../agent/agent-options.ts";
import type { TaskConfig } from "../task/task-options.ts";

/** The entries of agents.yaml by name. Reading a name that is not in the file throws, with a suggestion. */
export type AgentsConfig = Readonly<Record<string, AgentConfig>>;

/** The entries of tasks.yaml by name. Reading a name that is not in the file throws, with a suggestion. */
export type TasksConfig = Readonly<Record<string, TaskConfig>>;
