import { stat } from "node:fs/promises";
import path from "node:path";

import {
  Agent,
  AfterLlmCall,
  Crew,
  CrewBase,
  DefineAgent,
  DefineCrew,
  DefineTask,
  DefineTool,
  HookAborted,
  InterceptionPoint,
  On,
  Process,
  Task,
  type AgentsConfig,
  type ExecutionEndContext,
  type ExecutionStartContext,
  type InputContext,
  type OutputContext,
  type PostLlmCallHookContext,
  type TasksConfig,
  type Tool,
  type ToolCallHookContext,
} from "boathook";

import { isSecretFile, withoutAddresses, withoutKeys } from "./secrets.ts";
import { Folder } from "./tools/folder.ts";
import { gitLog } from "./tools/git-log.ts";
import { listFiles } from "./tools/list-files.ts";
import { readFile } from "./tools/read-file.ts";
import { searchText } from "./tools/search-text.ts";

/** Where the hooks of the crew tell people something; the app prints it. */
export class Announcer {
  constructor(readonly say: (line: string) => void) {}
}

/** Three agents that read a folder and write a report about it, under hooks that keep them inside of it. */
@CrewBase({
  base: new URL("../..", import.meta.url),
  agents: "config/repo-report/agents.yaml",
  tasks: "config/repo-report/tasks.yaml",
})
export class ReportCrew {
  declare agentsConfig: AgentsConfig;
  declare tasksConfig: TasksConfig;
  declare agents: Agent[];
  declare tasks: Task[];

  // Said this way, and not by decorators on the parameters, it holds under every compiler.
  static readonly inject = [Folder, Announcer];

  constructor(
    private readonly folder: Folder,
    private readonly announcer: Announcer,
  ) {}

  @DefineTool() list_files(): Tool {
    return listFiles(this.folder);
  }

  @DefineTool() read_file(): Tool {
    return readFile(this.folder);
  }

  @DefineTool() search_text(): Tool {
    return searchText(this.folder);
  }

  @DefineTool() git_log(): Tool {
    return gitLog(this.folder);
  }

  @DefineAgent() surveyor(): Agent {
    return new Agent({ config: this.agentsConfig["surveyor"] });
  }

  @DefineAgent() analyst(): Agent {
    return new Agent({ config: this.agentsConfig["analyst"] });
  }

  @DefineAgent() writer(): Agent {
    return new Agent({ config: this.agentsConfig["writer"] });
  }

  @DefineTask() survey(): Task {
    return new Task({ config: this.tasksConfig["survey"] });
  }

  @DefineTask() analyse(): Task {
    return new Task({ config: this.tasksConfig["analyse"] });
  }

  @DefineTask() report(): Task {
    return new Task({ config: this.tasksConfig["report"] });
  }

  @DefineCrew() crew(): Crew {
    return new Crew({ agents: this.agents, tasks: this.tasks, process: Process.sequential });
  }

  /** A run begins only on a folder that is there. */
  @On(InterceptionPoint.EXECUTION_START) async checkFolder(ctx: ExecutionStartContext): Promise<void> {
    const { folder } = ctx.payload;
    const found = typeof folder === "string" ? await stat(folder).catch(() => undefined) : undefined;
    if (found?.isDirectory() !== true) throw new HookAborted(`there is no folder "${String(folder)}"`, "folder-check");
  }

  /** What the caller left open. */
  @On(InterceptionPoint.INPUT) fillDefaults(ctx: InputContext): void {
    ctx.payload["audience"] ??= "a new maintainer";
    ctx.payload["commits"] ??= 15;
  }

  /** No secret file is read, nothing outside of the folder. */
  @On(InterceptionPoint.PRE_TOOL_CALL, { tools: ["read_file", "list_files"], onError: "abort" }) async keepInside(
    ctx: ToolCallHookContext,
  ): Promise<void> {
    const wanted = ctx.toolInput["path"];
    if (typeof wanted !== "string") return;
    if (!this.folder.isInside(path.resolve(this.folder.root, wanted)))
      throw new HookAborted(`"${wanted}" lies outside of the folder`, "folder-guard");
    // A link with a harmless name may lead to a secret; what cannot be opened the tool refuses by itself.
    const real = await this.folder.resolve(wanted).catch(() => wanted);
    if (isSecretFile(wanted) || isSecretFile(real))
      throw new HookAborted(`"${wanted}" may hold secrets`, "secret-files");
  }

  /** Keys that a file showed never reach the next task. */
  @AfterLlmCall() removeKeys(ctx: PostLlmCallHookContext): string | undefined {
    const clean = withoutKeys(ctx.response);
    return clean === ctx.response ? undefined : clean;
  }

  /** The report names no address. */
  @On(InterceptionPoint.OUTPUT) removeAddresses(ctx: OutputContext): void {
    if (ctx.crew !== undefined) ctx.payload.raw = withoutAddresses(ctx.payload.raw);
  }

  /** The crew's own boundary says how it went; the inner flow's is not announced. */
  @On(InterceptionPoint.EXECUTION_END) announceEnd(ctx: ExecutionEndContext): void {
    if (ctx.crew !== undefined) this.announcer.say(`run ${ctx.status}`);
  }
}
