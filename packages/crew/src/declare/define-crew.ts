import { CompiledHook, type HookDefinition, type MaybePromise } from "@boathook/hooks";
import { instanceLike, readOptions } from "@boathook/kernel";
import type { ModelSource } from "@boathook/models";
import type { Tool } from "@boathook/tools";
import type { ServiceIdentifier } from "inversify";
import { z } from "zod";

import type { Agent } from "../agent/agent.ts";
import type { AfterKickoffCallback, BeforeKickoffCallback } from "../crew/crew-options.ts";
import type { Crew } from "../crew/crew.ts";
import { functionLike } from "../options.ts";
import type { Task } from "../task/task.ts";
import type { AgentsConfig, TasksConfig } from "./configs.ts";
import { crewBaseOptionsSchema, readCrewFiles, type CrewBaseOptions, type CrewFiles } from "./crew-base.ts";

/** What the functions of `defineCrew` are given: the parts of the crew that is being made. */
export interface CrewParts {
  readonly agentsConfig: AgentsConfig;
  readonly tasksConfig: TasksConfig;
  /** In order of definition; there when all are made. */
  readonly agents: Agent[];
  /** In order of definition; there when all are made. */
  readonly tasks: Task[];
  /** The agent of that name, made on first use. */
  agent(name: string): Agent;
  /** The task of that name, made on first use. */
  task(name: string): Task;
  /** What the runtime's container holds. */
  get<T>(token: ServiceIdentifier<T>): T;
}

/** Makes one part of a crew. */
export type PartFactory<T> = (self: CrewParts) => MaybePromise<T>;

/** A crew without decorators. */
export interface DefineCrewOptions {
  name: string;
  files?: CrewBaseOptions | undefined;
  agents?: Record<string, PartFactory<Agent>> | undefined;
  tasks: Record<string, PartFactory<Task>>;
  /** Tools that files name. */
  tools?: Record<string, PartFactory<Tool>> | undefined;
  /** Models that files name. */
  llms?: Record<string, PartFactory<ModelSource>> | undefined;
  /** What `callback`, `step_callback` and `guardrail` in files may name. */
  methods?: Record<string, (...args: never[]) => unknown> | undefined;
  /** Default: a sequential crew of all agents and tasks. */
  crew?: PartFactory<Crew> | undefined;
  hooks?: readonly HookDefinition[] | undefined;
  beforeKickoff?: readonly BeforeKickoffCallback[] | undefined;
  afterKickoff?: readonly AfterKickoffCallback[] | undefined;
}

/** A declared crew; give it to `runtime.crew` or `kickoff`. */
export interface CrewDefinition {
  readonly name: string;
}

const BRAND = Symbol.for("boathook:crew-definition");

/** A definition that was checked. */
export class CompiledCrew implements CrewDefinition {
  readonly name: string;
  readonly options: DefineCrewOptions;
  readonly files: CrewFiles;
  readonly [BRAND] = true;

  /** `files`: what was read already, instead of the files that the options name. */
  constructor(options: DefineCrewOptions, files?: CrewFiles) {
    this.options = options;
    this.name = options.name;
    this.files = files ?? readCrewFiles(options.files ?? {}, `files of crew "${options.name}"`);
  }

  static is(value: unknown): value is CompiledCrew {
    return typeof value === "object" && value !== null && BRAND in value;
  }
}

/** Declares a crew without decorators. Nothing is read or made before `runtime.crew`; wrong options are one `ConfigurationError`. */
export function defineCrew(options: DefineCrewOptions): CrewDefinition {
  return new CompiledCrew(readOptions(schema, options, { subject: "crew definition" }));
}

function parts<T>(): z.ZodType<Record<string, PartFactory<T>>> {
  return z.record(z.string(), functionLike<PartFactory<T>>());
}

const schema: z.ZodType<DefineCrewOptions> = z.strictObject({
  name: z.string().min(1),
  files: crewBaseOptionsSchema.optional(),
  agents: parts<Agent>().optional(),
  tasks: parts<Task>(),
  tools: parts<Tool>().optional(),
  llms: parts<ModelSource>().optional(),
  methods: z.record(z.string(), functionLike<(...args: never[]) => unknown>()).optional(),
  crew: functionLike<PartFactory<Crew>>().optional(),
  hooks: z
    .array(instanceLike<HookDefinition>("what defineHook gives", (value) => CompiledHook.is(value)))
    .readonly()
    .optional(),
  beforeKickoff: z.array(functionLike<BeforeKickoffCallback>()).readonly().optional(),
  afterKickoff: z.array(functionLike<AfterKickoffCallback>()).readonly().optional(),
});
