import { CompiledHook, isPlainObject, type HookDefinition, type Inputs, type MaybePromise } from "@boathook/hooks";
import { instanceLike, RUNTIME, type RuntimeHandle } from "@boathook/kernel";
import type { ModelSource } from "@boathook/models";
import type { FailurePolicy } from "@boathook/tools";
import { z } from "zod";

import { Agent } from "../agent/agent.ts";
import { recollectionShape, type RecollectionOptions } from "../memory/memory-options.ts";
import { modelSource } from "../agent/model-source.ts";
import { functionLike } from "../options.ts";
import type { CrewOutput } from "../output/crew-output.ts";
import type { TaskOutput } from "../output/task-output.ts";
import type { OutputStore } from "../outputs/output-store.ts";
import { Task } from "../task/task.ts";

/** How a crew's tasks are done. */
export const Process = { sequential: "sequential", hierarchical: "hierarchical" } as const;

/** Changes the inputs of a kickoff; one that returns nothing passes on what it was given. */
export type BeforeKickoffCallback = (inputs: Inputs) => MaybePromise<Inputs | void>;
/** Changes the output of a kickoff; one that returns nothing passes on what it was given. */
export type AfterKickoffCallback = (output: CrewOutput) => MaybePromise<CrewOutput | void>;

/** What a crew is made of. */
export interface CrewOptions extends RecollectionOptions {
  /** Absent: the agents of the tasks. */
  agents?: readonly Agent[] | undefined;
  tasks: readonly Task[];
  /** Default `"crew"`; a crew class gives its own name. */
  name?: string | undefined;
  /** Default: the tasks in their order, each by its own agent. */
  process?: "sequential" | "hierarchical" | undefined;
  /** Hierarchical: the model of a manager that is made for the crew; it does every task and hands the work to the agents. */
  managerLlm?: ModelSource | undefined;
  /** Hierarchical: a manager of one's own, without tools, and not among `agents`; instead of `managerLlm`. */
  managerAgent?: Agent | undefined;
  /** True: before the first task a planner writes a plan for every task, which becomes a part of its prompt. Default false. */
  planning?: boolean | undefined;
  /** The planner's model; default the manager's, else that of the first task's agent. */
  planningLlm?: ModelSource | undefined;
  /** Model calls of the whole crew in any 60 seconds, but for agents with a `maxRpm` of their own; further ones wait. No limit by default. */
  maxRpm?: number | undefined;
  /** True: tool results are remembered by arguments, for this crew's life. Default false. */
  cache?: boolean | undefined;
  /** Hooks of this crew's runs only. */
  hooks?: readonly HookDefinition[] | undefined;
  beforeKickoff?: readonly BeforeKickoffCallback[] | undefined;
  afterKickoff?: readonly AfterKickoffCallback[] | undefined;
  /** Told of every step of agents that have no `stepCallback`. */
  stepCallback?: ((step: unknown) => MaybePromise<void>) | undefined;
  /** Told of every task's output, after the task's own callback. */
  taskCallback?: ((output: TaskOutput) => MaybePromise<void>) | undefined;
  /** The folder that output files stay in; default the working directory. */
  outputDir?: string | undefined;
  /** One line of JSON for every task that starts, ends or is left out, added to this file; from `outputDir`. */
  outputLogFile?: string | undefined;
  /** Keeps what tasks gave, for `replay`: true, in `.boathook/outputs`; a text, in that folder; or a store. Inputs are kept, too. Default false. */
  outputs?: boolean | string | OutputStore | undefined;
  /** What `train` wrote: its suggestions become a part of the prompts. */
  trainedFile?: string | undefined;
  /** What kickoff is given unless it says otherwise. */
  inputs?: Inputs | undefined;
  toolFailurePolicy?: FailurePolicy | undefined;
  /** True: what its runs do is shown on standard error, as with `showOnConsole`. Default false. */
  verbose?: boolean | undefined;
  runtime?: RuntimeHandle | undefined;
}

/** The schema of `CrewOptions`. */
export const crewOptionsSchema = z.strictObject({
  agents: z
    .array(instanceLike<Agent>("an Agent", (value) => Agent.is(value)))
    .readonly()
    .optional(),
  tasks: z
    .array(
      instanceLike<Task>("a Task", (value) => Task.is(value)),
      { error: explainMissingTasks },
    )
    .min(1, "the list is empty; a crew has at least one task")
    .readonly(),
  name: z.string().min(1).optional(),
  process: z.enum(["sequential", "hierarchical"]).optional(),
  managerLlm: modelSource().optional(),
  managerAgent: instanceLike<Agent>("an Agent", (value) => Agent.is(value)).optional(),
  planning: z.boolean().optional(),
  planningLlm: modelSource().optional(),
  maxRpm: z.int().positive().optional(),
  cache: z.boolean().optional(),
  hooks: z
    .array(instanceLike<HookDefinition>("what defineHook gives", (value) => CompiledHook.is(value)))
    .readonly()
    .optional(),
  beforeKickoff: z.array(functionLike<BeforeKickoffCallback>()).readonly().optional(),
  afterKickoff: z.array(functionLike<AfterKickoffCallback>()).readonly().optional(),
  stepCallback: functionLike<(step: unknown) => MaybePromise<void>>().optional(),
  taskCallback: functionLike<(output: TaskOutput) => MaybePromise<void>>().optional(),
  outputDir: z.string().min(1).optional(),
  outputLogFile: z.string().min(1).optional(),
  outputs: instanceLike<boolean | string | OutputStore>(
    "true, the path of a folder, or a store (an object with begin and find)",
    isOutputs,
  ).optional(),
  trainedFile: z.string().min(1).optional(),
  inputs: instanceLike<Inputs>("a plain object of named values", isPlainObject).optional(),
  toolFailurePolicy: z.enum(["ignore", "warn", "raise"]).optional(),
  ...recollectionShape,
  verbose: z.boolean().optional(),
  runtime: instanceLike<RuntimeHandle>("a runtime made with createRuntime()", isRuntime).optional(),
});

function explainMissingTasks(): string {
  return "a list of tasks is needed; a crew class gets its `agents` and `tasks` from `runtime.crew(Class)` or `kickoff(Class)`, not from `new Class()`";
}

function isRuntime(value: unknown): boolean {
  return typeof value === "object" && value !== null && RUNTIME in value;
}

function isOutputs(value: unknown): boolean {
  if (typeof value === "boolean") return true;
  if (typeof value !== "object" || value === null) return typeof value === "string" && value !== "";
  const { begin, find } = value as Partial<Record<keyof OutputStore, unknown>>; // only looked at
  return typeof begin === "function" && typeof find === "function";
}
