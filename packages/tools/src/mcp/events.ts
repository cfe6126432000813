import { defineEvent, registerEvents } from "@boathook/kernel";

/** A server of tools is being connected to. */
export class McpConnectionStartedEvent extends defineEvent("mcp_connection_started")<{
  readonly server: string;
  readonly transport: "stdio" | "http";
}>() {}

/** The connection is there; `tools` are the names that the server gives, after the filter. */
export class McpConnectionCompletedEvent extends defineEvent("mcp_connection_completed")<{
  readonly server: string;
  readonly tools: readonly string[];
}>() {}

/** The server could not be reached. */
export class McpConnectionFailedEvent extends defineEvent("mcp_connection_failed")<{
  readonly server: string;
  readonly error: unknown;
}>() {}

registerEvents(McpConnectionStartedEvent, McpConnectionCompletedEvent, McpConnectionFailedEvent);
