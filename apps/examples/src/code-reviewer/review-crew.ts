import { createRequire } from "node:module";
import path from "node:path";

import { budget, limitIterations } from "@boathook/policies";
import {
  Agent,
  Crew,
  CrewBase,
  DefineAgent,
  DefineCrew,
  DefineTask,
  DefineTool,
  HookAborted,
  InterceptionPoint,
  mcpServer,
  On,
  Task,
  type AgentsConfig,
  type McpServer,
  type TasksConfig,
  type ToolCallHookContext,
} from "boathook";

const SECRET_NAME = /^\.env|\.(pem|key)$/i;
const require = createRequire(import.meta.url);
const PACKAGE = require.resolve("@modelcontextprotocol/server-filesystem/package.json");

/** The folder under review; bound in the container. */
export class ReviewedFolder {
  constructor(readonly path: string) {}
}

/** A reviewer who reads through an MCP server of files, and an editor who sums up. */
@CrewBase({
  base: new URL("../..", import.meta.url),
  agents: "config/code-reviewer/agents.yaml",
  tasks: "config/code-reviewer/tasks.yaml",
})
export class ReviewCrew {
  declare agentsConfig: AgentsConfig;
  declare tasksConfig: TasksConfig;
  declare agents: Agent[];
  declare tasks: Task[];

  static readonly inject = [ReviewedFolder];

  constructor(private readonly folder: ReviewedFolder) {}

  /** A child process that sees this folder only. Of its tools, those that write are left out. */
  @DefineTool() files(): McpServer {
    const program = path.join(path.dirname(PACKAGE), "dist/index.js");
    return mcpServer(
      { command: process.execPath, args: [program, this.folder.path], cwd: this.folder.path },
      { name: "files", tools: ["list_directory", "read_text_file"], timeoutMs: 10_000 },
    );
  }

  @DefineAgent() reviewer(): Agent {
    return new Agent({ config: this.agentsConfig["reviewer"] });
  }

  @DefineAgent() editor(): Agent {
    return new Agent({ config: this.agentsConfig["editor"] });
  }

  @DefineTask() review(): Task {
    return new Task({ config: this.tasksConfig["review"] });
  }

  @DefineTask() verdict(): Task {
    return new Task({ config: this.tasksConfig["verdict"] });
  }

  @DefineCrew() crew(): Crew {
    const hooks = [limitIterations(8), budget({ calls: 20 })];
    return new Crew({ agents: this.agents, tasks: this.tasks, hooks });
  }

  /** The server would read it; we do not let it be asked. */
  @On(InterceptionPoint.PRE_TOOL_CALL, { tools: ["read_text_file"], onError: "abort" }) keepSecrets(
    ctx: ToolCallHookContext,
  ): void {
    const wanted = ctx.toolInput["path"];
    if (typeof wanted === "string" && SECRET_NAME.test(path.basename(wanted)))
      throw new HookAborted(`"${wanted}" may hold secrets`, "secret-files");
  }
}
