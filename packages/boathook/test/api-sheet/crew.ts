// Section 5. Agents, tasks, crews of the public API sheet, as it is documented there. See api-sheet.test.ts for how it is used.
/* eslint-disable @typescript-eslint/no-namespace -- one namespace in several files: the sections speak of one another */

import type {
  Agent,
  BoathookEvent,
  CrewOutput,
  Knowledge,
  Llm,
  Memory,
  Runtime,
  Task,
  TaskOutput,
  Tool,
  ToolFailure,
} from "boathook";
declare global {
  namespace Sheet {
    export interface AgentOptions {
      role?: string | undefined;
      goal?: string | undefined;
      backstory?: string | undefined;
      config?: AgentConfig | undefined; // the three texts are required, here or in config; options win over config
      llm?: ModelSource | undefined;
      tools?: readonly Tool[] | undefined;
      toolCalling?: "auto" | "native" | "text" | undefined; // auto: native unless the model cannot
      maxIter?: number | undefined /* 25 */;
      maxRetryLimit?: number | undefined /* 2 */;
      maxRpm?: number | undefined;
      maxExecutionTimeMs?: number | undefined;
      allowDelegation?: boolean | undefined;
      cache?: boolean | undefined;
      respectContextWindow?: boolean | undefined /* true */;
      injectDate?: boolean | undefined;
      planning?: boolean | Record<string, unknown> | undefined;
      memory?: boolean | Memory | undefined;
      knowledge?: Knowledge | undefined;
      skills?: readonly string[] | undefined;
      stepCallback?(step: unknown): MaybePromise<void>;
      systemTemplate?: string | undefined;
      promptTemplate?: string | undefined;
      responseTemplate?: string | undefined;
      toolFailurePolicy?: FailurePolicy | undefined;
      verbose?: boolean | undefined;
    }
    export interface AgentOutput<O = unknown> {
      readonly raw: string;
      readonly parsed: O | undefined;
      readonly agentRole: string;
      readonly usage: TokenUsage;
      readonly messages: readonly Message[];
      readonly toolFailures: readonly ToolFailure[];
    }
    export type Guardrail =
      | string
      | ((
          output: TaskOutput,
        ) => MaybePromise<{ ok: true; value?: string | TaskOutput } | { ok: false; error: string }>);
    // a string: a criterion a model judges
    export interface TaskOptions<O = unknown> {
      description?: string | undefined;
      expectedOutput?: string | undefined;
      config?: TaskConfig | undefined;
      name?: string | undefined;
      agent?: Agent | undefined;
      context?: readonly Task[] | undefined; // absent: all earlier outputs; []: none
      tools?: readonly Tool[] | undefined;
      asyncExecution?: boolean | undefined;
      outputSchema?: Schema<O> | undefined;
      outputJson?: boolean | undefined;
      markdown?: boolean | undefined;
      outputFile?: string | undefined;
      createDirectory?: boolean | undefined /* true */;
      callback?(output: TaskOutput<O>): MaybePromise<void>;
      humanInput?: boolean | undefined;
      guardrail?: Guardrail | undefined;
      guardrails?: readonly Guardrail[] | undefined;
      guardrailMaxRetries?: number | undefined /* 3 */;
      inputFiles?: Record<string, string | Uint8Array> | undefined;
      allowTriggerContext?: boolean | undefined;
      toolFailurePolicy?: FailurePolicy | undefined;
    }
    export const Process: { readonly sequential: "sequential"; readonly hierarchical: "hierarchical" };
    export interface CrewOptions {
      agents?: readonly Agent[] | undefined;
      tasks: readonly Task[];
      name?: string | undefined;
      process?: "sequential" | "hierarchical" | undefined;
      managerLlm?: ModelSource | undefined;
      managerAgent?: Agent | undefined;
      cache?: boolean | undefined;
      maxRpm?: number | undefined;
      planning?: boolean | undefined;
      planningLlm?: ModelSource | undefined;
      memory?: boolean | Memory | undefined;
      knowledge?: Knowledge | undefined;
      hooks?: readonly HookDefinition[] | undefined;
      beforeKickoff?: readonly ((inputs: Inputs) => MaybePromise<Inputs | void>)[] | undefined;
      afterKickoff?: readonly ((output: CrewOutput) => MaybePromise<CrewOutput | void>)[] | undefined;
      stepCallback?(step: unknown): MaybePromise<void>;
      taskCallback?(output: TaskOutput): MaybePromise<void>;
      outputDir?: string | undefined;
      outputLogFile?: string | undefined;
      outputs?: boolean | string | undefined; // kept for replay
      trainedFile?: string | undefined;
      inputs?: Inputs | undefined; // defaults
      toolFailurePolicy?: FailurePolicy | undefined;
      verbose?: boolean | undefined;
      runtime?: Runtime | undefined;
    }
    export interface KickoffOptions {
      signal?: AbortSignal | undefined;
      timeoutMs?: number | undefined;
      hooks?: readonly HookDefinition[] | undefined; // hooks of this run only, innermost scope
      runId?: string | undefined;
      durable?: boolean | undefined;
      humanInput?: HumanInput | undefined;
      inputFiles?: Record<string, string | Uint8Array> | undefined;
      metadata?: Record<string, string> | undefined;
    }
    export interface RunStream<T> extends AsyncIterable<StreamFrame> {
      readonly result: Promise<T>;
      cancel(reason?: unknown): void;
    }
    export interface StreamFrame {
      readonly channel: "lifecycle" | "flow" | "llm" | "tool" | "custom";
      readonly type: string;
      readonly sequence: number;
      readonly text: string | undefined;
      readonly event: BoathookEvent | undefined;
      readonly data: unknown;
    }
    namespace Shapes {
      export class Agent {
        constructor(options: AgentOptions);
        readonly id: string;
        readonly role: string;
        readonly goal: string;
        readonly backstory: string;
        readonly llm: Llm;
        readonly tools: readonly Tool[];
        kickoff<O = unknown>(
          input: string | readonly Message[],
          options?: KickoffOptions & { outputSchema?: Schema<O> },
        ): Promise<AgentOutput<O>>;
      }
      export class Task<O = unknown> {
        constructor(options: TaskOptions<O>);
        readonly id: string;
        readonly name: string | undefined;
        readonly description: string;
        readonly expectedOutput: string;
        readonly agent: Agent | undefined;
      }
      export class ConditionalTask<O = unknown> extends Task<O> {
        constructor(options: TaskOptions<O> & { condition(previous: TaskOutput): MaybePromise<boolean> });
      }
      /** Mutable where a hook may write: `raw`, `parsed`. `with` gives a changed copy. */
      export class TaskOutput<O = unknown> {
        raw: string;
        parsed: O | undefined;
        readonly format: "raw" | "json" | "schema";
        readonly name: string | undefined;
        readonly description: string;
        readonly expectedOutput: string;
        readonly summary: string;
        readonly agentRole: string;
        readonly messages: readonly Message[];
        readonly toolFailures: readonly ToolFailure[];
        readonly usage: TokenUsage;
        with(patch: { raw?: string; parsed?: O | undefined }): TaskOutput<O>;
        toString(): string;
        toJSON(): unknown;
      }
      export class CrewOutput<O = unknown> {
        raw: string;
        parsed: O | undefined; // those of the last task with output; changing raw changes that task output's raw as well
        readonly tasksOutput: readonly TaskOutput[];
        readonly usage: TokenUsage;
        readonly toolFailures: readonly ToolFailure[];
        readonly executionId: string;
        with(patch: { raw?: string; parsed?: O | undefined }): CrewOutput<O>;
        toString(): string;
        toJSON(): unknown;
      }
      export class Crew<O = unknown> {
        constructor(options: CrewOptions);
        readonly id: string;
        readonly name: string;
        readonly agents: readonly Agent[];
        readonly tasks: readonly Task[];
        readonly events: EventStreams;
        readonly instance: object | undefined; // the decorated class's object, when there is one
        kickoff(inputs?: Inputs, options?: KickoffOptions): Promise<CrewOutput<O>>;
        kickoffForEach(
          inputs: readonly Inputs[],
          options?: KickoffOptions & { concurrency?: number /* 1 */; onError?: "throw" },
        ): Promise<CrewOutput<O>[]>;
        kickoffForEach(
          inputs: readonly Inputs[],
          options: KickoffOptions & { concurrency?: number; onError: "collect" },
        ): Promise<PromiseSettledResult<CrewOutput<O>>[]>;
        stream(inputs?: Inputs, options?: KickoffOptions): RunStream<CrewOutput<O>>; // starts at the first iteration or when `result` is awaited
        replay(
          taskName: string,
          options?: KickoffOptions & { runId?: string; inputs?: Inputs },
        ): Promise<CrewOutput<O>>;
        test(
          n: number,
          judge: ModelSource,
          options?: KickoffOptions & { inputs?: Inputs },
        ): Promise<{ readonly average: number; toString(): string }>;
        train(n: number, options: KickoffOptions & { file: string; inputs?: Inputs }): Promise<object>;
        inputs(): string[];
        copy(): Crew<O>;
      }
    }
  }
}
