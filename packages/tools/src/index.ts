export { Tool, isTool, type CacheRule } from "./tool.ts";
export { tool, type ToolOptions } from "./define-tool.ts";
export type { ToolContext } from "./tool-context.ts";
export { ToolFailure, type FailurePolicy, type ToolFailureOptions } from "./tool-failure.ts";
export { ToolExecutionFailedError } from "./errors.ts";
export type { Schema } from "./schema.ts";
export { Toolbox, type ToolboxOptions, type ToolboxOwner } from "./toolbox/toolbox.ts";
export { runTool, type ToolRunResult } from "./run/run-tool.ts";
export { toolCallOf } from "./run/call-of.ts";
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
export { readFileTool, type ReadFileInput, type ReadFileOptions } from "./builtin/read-file.ts";
export { writeFileTool, type WriteFileInput, type WriteFileOptions } from "./builtin/write-file.ts";
export { listFilesTool, type ListFilesInput, type ListFilesOptions } from "./builtin/list-files.ts";
export { searchFilesTool, type SearchFilesInput, type SearchFilesOptions } from "./builtin/search-files.ts";
export type { FileToolOptions } from "./builtin/files/file-tool-options.ts";
export { fetchUrlTool, type FetchUrlInput, type FetchUrlOptions } from "./builtin/fetch-url.ts";
export { askPersonTool, type AskPersonInput, type AskPersonOptions } from "./builtin/ask-person.ts";
export { shellTool, type ShellInput, type ShellOptions } from "./builtin/shell.ts";
export { guard, type GuardedLookup, type HostRules } from "./builtin/fetch/address-guard.ts";
export { FetchRefusal } from "./builtin/fetch/fetch-refusal.ts";
export { BoundedOutput } from "./process/bounded-output.ts";
export { childEnvironment } from "./process/child-environment.ts";
export { ProcessGroup, type ProcessEnd, type ProcessGroupOptions } from "./process/process-group.ts";
export { expandTools, isToolSet, ToolSet } from "./tool-set.ts";
export { McpServer, mcpServer } from "./mcp/mcp-server.ts";
export type { McpHttpSource, McpServerOptions, McpStdioSource } from "./mcp/mcp-options.ts";
export { McpConnectionError } from "./mcp/errors.ts";
export { McpConnectionCompletedEvent, McpConnectionFailedEvent, McpConnectionStartedEvent } from "./mcp/events.ts";
export { listConfinedFiles, readConfinedText } from "./builtin/files/confined-files.ts";
