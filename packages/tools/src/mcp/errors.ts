import { BoathookError } from "@boathook/kernel";

/** A server of tools could not be reached, or was lost; `cause` says how. */
export class McpConnectionError extends BoathookError {
  readonly server: string;

  constructor(server: string, problem: string, options: { cause?: unknown } = {}) {
    super(`MCP server "${server}": ${problem}`, { code: "mcp_connection_failed", ...options });
    this.server = server;
  }

  static override is(value: unknown): value is McpConnectionError {
    return BoathookError.is(value) && value.code === "mcp_connection_failed";
  }
}
