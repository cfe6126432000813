import { fileURLToPath } from "node:url";

import { CompiledHook, type HookDefinition } from "@boathook/hooks";
import { ConfigurationError, errorMessage, instanceLike, readOptions } from "@boathook/kernel";
import { isStandardSchema, type ModelSource } from "@boathook/models";
import { isTool, type Schema, type Tool } from "@boathook/tools";
import { z } from "zod";

import { Agent } from "../agent/agent.ts";
import { optionsOfConfig } from "../config/config-options.ts";
import type { ConfigEntry } from "../config/config-file.ts";
import type { AfterKickoffCallback, BeforeKickoffCallback, CrewOptions } from "../crew/crew-options.ts";
import { Crew } from "../crew/crew.ts";
import { functionLike, unchecked } from "../options.ts";
import { ConditionalTask } from "../task/conditional-task.ts";
import { Task } from "../task/task.ts";
import { readCrewFile, SETTINGS, type CrewFile } from "./crew-file.ts";
import { CompiledCrew, type CrewDefinition, type CrewParts, type PartFactory } from "./define-crew.ts";

/** What a crew file may name, and what it cannot say. */
export interface CrewFileOptions {
  /** What `tools` in the file may name. */
  tools?: Record<string, Tool> | undefined;
  /** What `llm` in the file may name; any other `llm` is the name of a model. */
  llms?: Record<string, ModelSource> | undefined;
  /** What `callback`, `condition`, `guardrail`, `before_kickoff` … in the file may name. */
  methods?: Record<string, (...args: never[]) => unknown> | undefined;
  /** What `output_schema` in the file may name. */
  schemas?: Record<string, Schema> | undefined;
  hooks?: readonly HookDefinition[] | undefined;
  beforeKickoff?: readonly BeforeKickoffCallback[] | undefined;
  afterKickoff?: readonly AfterKickoffCallback[] | undefined;
}

/** Reads a crew file as a definition, for `runtime.crew` or `kickoff`. What is wrong in the file is told when the crew is made. */
export async function defineCrewFile(file: string | URL, options: CrewFileOptions = {}): Promise<CrewDefinition> {
  const given = readOptions(schema, options, { subject: "options of a crew file" });
  const read = await readCrewFile(pathOf(file));
  const { schemas = {}, tools = {}, llms = {}, ...rest } = given;
  return new CompiledCrew(
    {
      ...rest,
      name: nameOf(read),
      tools: factories(tools),
      llms: factories(llms),
      agents: Object.fromEntries(read.agents.entries.map(({ name }) => [name, agentFactory(name)])),
      tasks: Object.fromEntries(read.tasks.entries.map((entry) => [entry.name, taskFactory(entry)])),
      crew: makeCrew,
    },
    { ...read, schemas },
  );
}

const schema: z.ZodType<CrewFileOptions> = z.strictObject({
  tools: z.record(z.string(), instanceLike<Tool>("a tool (made with tool() or a subclass of Tool)", isTool)).optional(),
  llms: z.record(z.string(), unchecked<ModelSource>()).optional(),
  methods: z.record(z.string(), functionLike<(...args: never[]) => unknown>()).optional(),
  schemas: z
    .record(z.string(), instanceLike<Schema>("a schema (zod, or any Standard Schema)", isStandardSchema))
    .optional(),
  hooks: z
    .array(instanceLike<HookDefinition>("what defineHook gives", (value) => CompiledHook.is(value)))
    .readonly()
    .optional(),
  beforeKickoff: z.array(functionLike<BeforeKickoffCallback>()).readonly().optional(),
  afterKickoff: z.array(functionLike<AfterKickoffCallback>()).readonly().optional(),
});

function pathOf(file: unknown): string {
  try {
    if (typeof file === "string" && file !== "") return file;
    return fileURLToPath(file as URL); // throws for what is none
  } catch (error) {
    const message = `expected the path or file URL of a crew file: ${errorMessage(error)}`;
    throw new ConfigurationError([{ path: "file", message }], { subject: "crew file" });
  }
}

function nameOf({ crew }: CrewFile): string {
  const name = crew.entries[0]?.fields.find(({ option }) => option === "name")?.value;
  return typeof name === "string" ? name : "crew";
}

function factories<T>(values: Readonly<Record<string, T>>): Record<string, PartFactory<T>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, () => value]));
}

function agentFactory(name: string): PartFactory<Agent> {
  return (self) => new Agent({ config: self.agentsConfig[name] });
}

function taskFactory({ name, fields }: ConfigEntry): PartFactory<Task> {
  const isConditional = fields.some(({ option }) => option === "condition");
  return (self) => {
    const config = self.tasksConfig[name];
    return isConditional ? new ConditionalTask({ config }) : new Task({ config });
  };
}

/** The settings under their names in code; agents and tasks are those of the file, in its order. */
function makeCrew(self: CrewParts): Crew {
  const { crewConfig } = self as CrewParts & { readonly crewConfig: Readonly<Record<string, Record<string, unknown>>> }; // set while a crew with settings is made
  const settings = optionsOfConfig(crewConfig[SETTINGS]) as Partial<CrewOptions>; // the file was checked
  const { agents, tasks } = self;
  return new Crew(agents.length === 0 ? { ...settings, tasks } : { ...settings, agents, tasks });
}
