import type { ModelSource } from "@boathook/models";

/** What a tool of an MCP server gave. */
export interface McpAnswer {
  readonly text: string;
  readonly isError: boolean;
}

/** Calls a tool of an MCP server. */
export type CallMcpTool = (
  server: string,
  tool: string,
  args: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
) => Promise<McpAnswer>;

/** What actions need of their surroundings. */
export interface SkillHookServices {
  /** The folder of the project, for `PROJECT_DIR`. */
  readonly projectDir: string;
  /** Absent: `mcp_tool` actions fail. */
  readonly callMcpTool: CallMcpTool | undefined;
  /** The model that judges for `prompt` actions of Claude Code's format; absent: they fail. */
  readonly llm: ModelSource | undefined;
  /** Hosts that `http` actions may ask although their address is not public: `"localhost:3000"`. */
  readonly privateHosts: readonly string[];
}
