import { isTool } from "@boathook/tools";
import { describeValue, type AnyClass } from "@boathook/hooks";
import {
  childFrame,
  ConfigurationError,
  isPromiseLike,
  joinPath,
  RUNTIME,
  runInFrame,
  type Fault,
  type RuntimeHandle,
} from "@boathook/kernel";
import type { Container } from "inversify";

import { Agent } from "../agent/agent.ts";
import { readConfigFile, type ConfigFile } from "../config/config-file.ts";
import { configView } from "../config/config-view.ts";
import { agentEntries, taskEntries } from "../config/entry-kinds.ts";
import type { Place } from "../config/place.ts";
import { attach, attachmentOf } from "../crew/attach.ts";
import { Crew } from "../crew/crew.ts";
import { Task } from "../task/task.ts";
import type { Blueprint } from "./blueprint.ts";
import { checkCrewClass, classBlueprint } from "./class-blueprint.ts";
import { construct } from "./construct.ts";
import type { FactoryKind } from "./decorators.ts";
import { CompiledCrew, type CrewDefinition } from "./define-crew.ts";
import { definitionBlueprint } from "./definition-blueprint.ts";
import { circle, nounOf, type Factory } from "./factories.ts";
import { NameResolver } from "./resolve-names.ts";

/** Where a crew is made: its container and the runtime that it runs on. */
export interface CrewHost {
  readonly container: Container;
  readonly runtime: RuntimeHandle;
}

/** Makes a new crew of a class or definition. Everything wrong with its files, names and factories is one `ConfigurationError`. */
export function buildCrew(target: AnyClass | CrewDefinition, host: CrewHost): Promise<Crew> {
  // Ids and log lines of what is made come from the runtime that it is made for.
  const { services } = host.runtime[RUNTIME];
  return runInFrame(childFrame({ services }), async () => {
    const blueprint = await blueprintOf(target, host);
    const crew = await new CrewBuild(blueprint).run();
    if (attachmentOf(crew) !== undefined) throw reused(blueprint);
    const { name: className, instance } = blueprint;
    attach(crew, { instance, className, runtime: host.runtime, ...blueprint.extras() });
    return crew;
  });
}

async function blueprintOf(target: unknown, host: CrewHost): Promise<Blueprint> {
  if (CompiledCrew.is(target)) return definitionBlueprint(target, host.container);
  if (typeof target !== "function")
    throw new ConfigurationError(
      [{ path: "", message: `expected a crew class or what defineCrew gives, got ${describeValue(target)}` }],
      { subject: "crew" },
    );
  const type = target as AnyClass; // whatever is no class is refused by the next line
  checkCrewClass(type);
  return classBlueprint(type, await construct(host.container, type));
}

/** In this order a factory finds everything that its file can name. */
const ORDER: readonly FactoryKind[] = ["llm", "tool", "agent", "task"];

/** One crew while it is being made. */
class CrewBuild {
  readonly #blueprint: Blueprint;
  readonly #names: NameResolver;
  readonly #faults: Fault[] = [];
  readonly #reported = new Set<unknown>();

  constructor(blueprint: Blueprint) {
    this.#blueprint = blueprint;
    this.#names = new NameResolver(blueprint);
  }

  async run(): Promise<Crew> {
    const { files } = this.#blueprint;
    const [agents, tasks] = await Promise.all([
      typeof files.agents === "object" ? files.agents : readConfigFile(files.agents, agentEntries),
      typeof files.tasks === "object" ? files.tasks : readConfigFile(files.tasks, taskEntries),
    ]);
    this.#checkFiles(...(files.crew === undefined ? [] : [files.crew]), agents, tasks);
    if (files.crew !== undefined) this.#blueprint.set("crewConfig", configView(files.crew, this.#names.valueOf));
    this.#blueprint.set("agentsConfig", configView(agents, this.#names.valueOf));
    this.#blueprint.set("tasksConfig", configView(tasks, this.#names.valueOf));
    await this.#makeParts({ agent: agents, task: tasks });
    const made = { agents: this.#made("agent") as Agent[], tasks: this.#made("task") as Task[] }; // `#check` saw to it
    this.#blueprint.set("agents", made.agents);
    this.#blueprint.set("tasks", made.tasks);
    return this.#makeCrew(made);
  }

  #checkFiles(...files: readonly ConfigFile[]): void {
    for (const file of files) this.#faults.push(...file.faults, ...this.#names.faultsIn(file));
    this.#throwFaults();
  }

  async #makeParts(files: Partial<Record<FactoryKind, ConfigFile>>): Promise<void> {
    for (const kind of ORDER) {
      for (const factory of this.#blueprint.factories.filter((one) => one.kind === kind)) {
        try {
          await this.#settle(factory, files, []);
        } catch (error) {
          this.#note(error, factory);
        }
      }
    }
    this.#throwFaults();
  }

  /** Waits for a factory; what its file entry names comes first, so that asynchronous ones are there when the entry is read. */
  async #settle(
    factory: Factory,
    files: Partial<Record<FactoryKind, ConfigFile>>,
    around: readonly Factory[],
  ): Promise<void> {
    factory.throwIfFailed();
    const file = files[factory.kind];
    const chain = [...around, factory];
    for (const { use, factory: needed } of file === undefined ? [] : this.#names.needsOf(file, factory.name)) {
      const from = chain.indexOf(needed);
      if (from >= 0) throw refuseCircle(chain.slice(from), use.field.place);
      await this.#settle(needed, files, chain);
    }
    check(factory, await factory.settle());
  }

  async #makeCrew(made: { readonly agents: Agent[]; readonly tasks: Task[] }): Promise<Crew> {
    const factory = this.#blueprint.factories.find(({ kind }) => kind === "crew");
    try {
      if (factory !== undefined) return asCrew(factory, await factory.settle());
      if (made.tasks.length === 0) throw new ConfigurationError([NO_TASKS]);
      return new Crew(made.agents.length === 0 ? { tasks: made.tasks } : made);
    } catch (error) {
      this.#note(error, factory);
      throw this.#error();
    }
  }

  /** Keeps the faults of one part, so that those of all are reported together; any other error ends the build. */
  #note(error: unknown, factory: Factory | undefined): void {
    if (!ConfigurationError.is(error) || error.code !== "invalid_configuration") throw error;
    // A part that others need fails in each of them.
    if (!this.#reported.has(error)) this.#faults.push(...error.faults.map((fault) => withOwner(fault, factory)));
    this.#reported.add(error);
  }

  #made(kind: FactoryKind): unknown[] {
    const values = this.#blueprint.factories
      .filter((factory) => factory.kind === kind)
      .map((factory) => factory.value());
    return [...new Set(values)];
  }

  #throwFaults(): void {
    if (this.#faults.length > 0) throw this.#error();
  }

  #error(): ConfigurationError {
    return new ConfigurationError(this.#faults, { subject: `crew "${this.#blueprint.name}"` });
  }
}

const NO_TASKS: Fault = {
  path: "tasks",
  message: "the crew has no tasks; declare one with @DefineTask, or in `tasks` of defineCrew",
};

/** All of them fail, with one error. */
function refuseCircle(factories: readonly Factory[], place: Place): ConfigurationError {
  const names = factories.map(({ name }) => name);
  const error = circle([...names, ...names.slice(0, 1)], place);
  for (const factory of factories) factory.fail(error);
  return error;
}

/** Looks at what a factory gave. */
function check(factory: Factory, value: unknown): void {
  const { kind, name } = factory;
  if (!isOfKind(kind, value))
    throw new ConfigurationError([{ path: name, message: `expected ${nounOf(kind)}, got ${describeValue(value)}` }]);
  // A task is not in use before its crew is made.
  if (Task.is(value) && value.name === undefined) (value as { name: string | undefined }).name = name;
}

function asCrew(factory: Factory, value: unknown): Crew {
  check(factory, value);
  return value as Crew; // checked one line above
}

function isOfKind(kind: FactoryKind, value: unknown): boolean {
  switch (kind) {
    case "agent":
      return Agent.is(value);
    case "task":
      return Task.is(value);
    case "crew":
      return Crew.is(value);
    case "tool":
      return isTool(value);
    case "llm": // what it is worth is seen where it is used
      return (typeof value === "string" && value !== "") || (typeof value === "object" && !isPromiseLike(value));
  }
}

function withOwner(fault: Fault, factory: Factory | undefined): Fault {
  if (factory === undefined || fault.path.startsWith(factory.name)) return fault;
  return { ...fault, path: joinPath(factory.name, fault.path) };
}

function reused(blueprint: Blueprint): ConfigurationError {
  const message = "it gave a Crew that belongs to another object already; make a new Crew each time";
  return new ConfigurationError([{ path: "crew", message }], { subject: `crew "${blueprint.name}"` });
}
