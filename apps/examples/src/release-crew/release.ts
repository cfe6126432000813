import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { LifecycleRegistry, lifecycleHooks } from "@boathook/lifecycle-hooks";
import { skillHooks } from "@boathook/skill-hooks";
import { subagentHooks, SubagentRegistry, SubagentRetryDecision } from "@boathook/subagents";
import { RetryDecision, taskHooks, TaskGraph, type GraphResult } from "@boathook/task-graph";
import { Agent, createRuntime, HookAborted, tool, writeFileTool, type ModelSource, type Runtime } from "boathook";
import { z } from "zod";

const CONFIG = fileURLToPath(new URL("../../config/release-crew", import.meta.url));
const run = promisify(execFile);

/** Models by who asks them. */
export type ReleaseModels = Readonly<
  Record<"classifier" | "writer" | "proofreader" | "secondReader" | "releaser", ModelSource>
>;

/** What is released. */
export interface Release {
  /** A folder with a git repository. */
  readonly repository: string;
  readonly version: string;
  readonly models: ReleaseModels;
  /** Whether a link leads somewhere. */
  readonly isAlive: (link: string) => Promise<boolean>;
  readonly signal?: AbortSignal | undefined;
}

/** All four ways to write a hook, on one runtime. */
export function releaseRuntime(): Runtime {
  const registry = new LifecycleRegistry();
  registry.loadProfile(JSON.parse(readFileSync(`${CONFIG}/profile.json`, "utf8")));
  const runtime = createRuntime({
    use: [
      lifecycleHooks(registry), // a filter of the writer's profile
      skillHooks({ files: [`${CONFIG}/hooks.yaml`], projectDir: CONFIG, trust: true }), // a script
      taskHooks([{ onFailure: ({ attempt }) => (attempt < 3 ? RetryDecision.Retry({ delaySecs: 0 }) : undefined) }]),
      subagentHooks([{ onFailure: () => SubagentRetryDecision.Delegate({ alternativeAgent: "second_reader" }) }]),
    ],
  });
  runtime.hooks.on("pre_tool_call", { tools: ["git_tag"] }, ({ toolInput }) => {
    if (!/^v\d+\.\d+\.\d+$/.test(String(toolInput["name"]))) throw new HookAborted("no version", "tag-policy");
    return undefined;
  });
  return runtime;
}

/** From the commits since the last tag to the next one. */
export function release(
  runtime: Runtime,
  { repository, version, models, isAlive, signal }: Release,
): Promise<GraphResult> {
  const inside = async (...args: string[]): Promise<string> =>
    (await run("git", ["-C", repository, ...args], { encoding: "utf8", signal })).stdout.trim();
  const agent = (role: string, llm: ModelSource, tools = [] as ReturnType<typeof tool>[]): Agent =>
    new Agent({ role, goal: "Release what was done", backstory: "You release.", llm, tools });
  const readers = new SubagentRegistry()
    .register({ name: "proofreader", description: "reads texts", instructions: "Read.", llm: models.proofreader })
    .register({ name: "second_reader", description: "reads texts", instructions: "Read.", llm: models.secondReader });
  const tag = tool({
    name: "git_tag",
    description: "Sets a tag.",
    inputSchema: z.object({ name: z.string() }),
    execute: ({ name }) => inside("tag", name),
  });
  const graph = new TaskGraph({
    name: "release",
    runtime,
    tasks: [
      { id: "commits", subject: "Collect the commits", run: () => inside("log", "--format=%s"), timeoutMs: 30_000 },
      {
        id: "classes",
        subject: "Sort them into features and fixes",
        dependencies: ["commits"],
        run: agent("Classifier", models.classifier),
      },
      {
        id: "notes",
        subject: "Write NOTES.md",
        dependencies: ["classes"],
        run: agent("Writer", models.writer, [writeFileTool({ root: repository }), readers.tool()]),
      },
      {
        id: "links",
        subject: "Check the links",
        dependencies: ["notes"],
        run: async () => {
          const links = (await inside("grep", "--no-index", "-ohE", "https?://[^ )]+", "--", "NOTES.md")).split("\n");
          for (const link of links) if (!(await isAlive(link))) throw new Error(`${link} leads nowhere`);
          return links.length;
        },
      },
      { id: "tag", subject: `Tag ${version}`, dependencies: ["links"], run: agent("Releaser", models.releaser, [tag]) },
    ],
  });
  return graph.run({ ...(signal !== undefined && { signal }) });
}
