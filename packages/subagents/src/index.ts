// The moments that this package adds to hooks; written so that they stay in the published types.
import "./hooks/points.ts";

export { SubagentRegistry, type DispatchOptions, type SubagentRegistryOptions } from "./registry.ts";
export { ExecutionMode } from "./mode.ts";
export type { Subagent, SubagentOptions } from "./definition/definition.ts";
export { readSubagentFiles, type SubagentFileOptions } from "./definition/read-files.ts";
export type { SubagentResult } from "./dispatch/result.ts";
export type { Teammate, TeammateMessage } from "./dispatch/teammate.ts";
export { SubagentRetryDecision } from "./hooks/decisions.ts";
export type { SubagentFailureContext, SubagentHookContext, SubagentResultContext } from "./hooks/points.ts";
export { subagentHooks, type SubagentHooks } from "./hooks/subagent-hooks.ts";
export { SubagentError, type SubagentProblem } from "./errors.ts";
export { SubagentCompletedEvent, SubagentFailedEvent, SubagentStartedEvent } from "./events.ts";
