// Section 6. Crew classes of the public API sheet, as it is documented there. See api-sheet.test.ts for how it is used.
/* eslint-disable @typescript-eslint/no-namespace -- one namespace in several files: the sections speak of one another */
import type { ServiceIdentifier } from "inversify";
import type { Agent, Crew, CrewDefinition, CrewOutput, CrewParts, Runtime, Task, Tool } from "boathook";
declare global {
  namespace Sheet {
    export interface CrewBaseOptions {
      base?: string | URL | undefined;
      agents?: string | undefined;
      tasks?: string | undefined;
      schemas?: Record<string, Schema> | undefined;
    }
    // files are found from `base`; without it and without files, code only
    export const CrewBase: ClassDecoratorOf & ((options?: CrewBaseOptions) => ClassDecoratorOf);
    interface FactoryDecorator<T> extends MethodDecoratorOf<() => MaybePromise<T>> {
      (): MethodDecoratorOf<() => MaybePromise<T>>;
    }
    export const DefineAgent: FactoryDecorator<Agent>,
      DefineTask: FactoryDecorator<Task>,
      DefineCrew: FactoryDecorator<Crew>,
      DefineTool: FactoryDecorator<Tool>,
      DefineLlm: FactoryDecorator<ModelSource>;
    interface Callback<M extends (...args: never[]) => unknown> extends MethodDecoratorOf<M> {
      (): MethodDecoratorOf<M>;
    }
    export const BeforeKickoff: Callback<(inputs: Inputs) => MaybePromise<Inputs | void>>,
      AfterKickoff: Callback<(output: CrewOutput) => MaybePromise<CrewOutput | void>>;
    export type AgentConfig = Record<string, unknown>;
    export type TaskConfig = Record<string, unknown>;
    // reading a name that is not in the file throws, with a suggestion
    export type AgentsConfig = Readonly<Record<string, AgentConfig>>;
    export type TasksConfig = Readonly<Record<string, TaskConfig>>;
    /** The same as a crew class, without decorators: what `runtime.crew` takes, too. */
    export function defineCrew(options: {
      name: string;
      files?: CrewBaseOptions;
      agents?: Record<string, (self: CrewParts) => MaybePromise<Agent>>;
      tasks: Record<string, (self: CrewParts) => MaybePromise<Task>>;
      crew?(self: CrewParts): MaybePromise<Crew>;
      hooks?: readonly HookDefinition[];
      beforeKickoff?: CrewOptions["beforeKickoff"];
      afterKickoff?: CrewOptions["afterKickoff"];
    }): CrewDefinition;
    /** The same in a file: settings, agents and tasks; code gives what it names. */
    export function loadCrew(
      file: string | URL,
      options?: CrewFileOptions & { runtime?: Runtime | undefined },
    ): Promise<Crew>;
    export function defineCrewFile(file: string | URL, options?: CrewFileOptions): Promise<CrewDefinition>;
    export interface CrewFileOptions {
      tools?: Record<string, Tool> | undefined;
      llms?: Record<string, ModelSource> | undefined;
      methods?: Record<string, (...args: never[]) => unknown> | undefined;
      schemas?: Record<string, Schema> | undefined;
      hooks?: readonly HookDefinition[] | undefined;
      beforeKickoff?: CrewOptions["beforeKickoff"];
      afterKickoff?: CrewOptions["afterKickoff"];
    }
    namespace Opaque {
      export interface CrewDefinition {
        readonly name: string;
      }
      export interface CrewParts {
        readonly agentsConfig: AgentsConfig;
        readonly tasksConfig: TasksConfig;
        readonly agents: Agent[];
        readonly tasks: Task[];
        agent(name: string): Agent;
        task(name: string): Task;
        get<T>(token: ServiceIdentifier<T>): T;
      }
    }
  }
}
