export { Tool, isTool, type CacheRule } from "./tool.ts";
export { tool, type ToolOptions } from "./define-tool.ts";
export type { ToolContext } from "./tool-context.ts";
export { ToolFailure, type FailurePolicy, type ToolFailureOptions } from "./tool-failure.ts";
export { ToolExecutionFailedError } from "./errors.ts";
export type { Schema } from "./schema.ts";
export { Toolbox, type ToolboxOptions, type ToolboxOwner } from "./toolbox/toolbox.ts";
export { runTool, type ToolRunResult } from "./run/run-tool.ts";
export type { ToolPermissionContext } from "./run/permission.ts";
export { ToolCacheService } from "./cache/tool-cache-service.ts";
export type { ToolCache } from "./cache/tool-cache.ts";
export {
  ToolFailureDetectedEvent,
  ToolUsageCompletedEvent,
  ToolUsageFailedEvent,
  ToolUsageProgressEvent,
  ToolUsageStartedEvent,
} from "./events.ts";
