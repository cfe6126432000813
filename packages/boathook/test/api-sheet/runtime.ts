// Section 8. Runtime of the public API sheet, as it is documented there. See api-sheet.test.ts for how it is used.
/* eslint-disable @typescript-eslint/no-namespace -- one namespace in several files: the sections speak of one another */
import type { Container, ServiceIdentifier } from "inversify";
import type { BaseLlm, Crew, CrewDefinition, CrewOutput, DurableEngine, Flow, Runtime } from "boathook";
declare global {
  namespace Sheet {
    export interface RuntimeOptions {
      use?: readonly RuntimePlugin[] | undefined; // dialects and other extensions, in this order
      llm?: ModelSource | undefined;
      engine?: DurableEngine | undefined;
      logger?: Logger | undefined;
      humanInput?: HumanInput | undefined;
      container?: Container | undefined;
      telemetry?: { detectMutations?: boolean } | undefined;
      processHooks?: boolean | undefined; // true; false: hooks registered with on() do not run here (tests)
    }
    export function createRuntime(options?: RuntimeOptions): Runtime;
    export function defaultRuntime(): Runtime;
    /** A new instance of a crew or flow class on the default runtime, kicked off. */
    export function kickoff(target: AnyClass<Flow>, inputs?: Inputs, options?: FlowKickoffOptions): Promise<unknown>;
    export function kickoff(
      target: AnyClass | CrewDefinition,
      inputs?: Inputs,
      options?: KickoffOptions,
    ): Promise<CrewOutput>;
    export interface HookListing {
      readonly point: string;
      readonly name: string;
      readonly scope: "process" | "runtime" | "crew" | "flow" | "run";
      readonly filters: HookFilters;
      readonly file: string | undefined;
      readonly dialect: string;
    }
    export interface RuntimePlugin {
      readonly name: string;
      install(runtime: Runtime): MaybePromise<(() => MaybePromise<void>) | void>;
    }
    export interface Logger {
      debug(data: object | string, message?: string): void;
      info(data: object | string, message?: string): void;
      warn(data: object | string, message?: string): void;
      error(data: object | string, message?: string): void;
    }
    export interface HumanInput {
      ask(request: { prompt: string; defaultMessage: string; signal: AbortSignal }): Promise<string>;
    }
    // throws HumanInputUnavailableError when nobody can answer
    export interface Clock {
      now(): number;
      sleep(ms: number, signal?: AbortSignal): Promise<void>;
    }
    export const Tokens: {
      readonly Logger: ServiceIdentifier<Logger>;
      readonly HumanInput: ServiceIdentifier<HumanInput>;
      readonly Clock: ServiceIdentifier<Clock>;
      readonly IdGenerator: ServiceIdentifier<() => string>;
      readonly ModelResolver: ServiceIdentifier<(name: string) => MaybePromise<LanguageModelLike | BaseLlm>>;
      readonly DurableEngine: ServiceIdentifier<DurableEngine>;
      readonly ToolCache: ServiceIdentifier<{
        get(key: string): MaybePromise<unknown>;
        set(key: string, value: unknown): MaybePromise<void>;
      }>;
    };
    namespace Opaque {
      export interface Runtime extends AsyncDisposable {
        readonly container: Container;
        readonly events: EventStreams;
        readonly hooks: {
          readonly on: typeof on;
          provide(provider: new (...args: never[]) => object): HookRegistration;
          explain(target: Crew | Flow): readonly HookListing[];
          clear(): void;
        };
        crew(target: AnyClass | CrewDefinition): Promise<Crew>;
        flow<F extends Flow<object>>(target: AnyClass<F>): Promise<F>;
        rebind<T>(token: ServiceIdentifier<T>, value: T): () => void; // gives the undo
        close(options?: { timeoutMs?: number }): Promise<void>; // waits for detached work, then closes engines, clients, subscriptions
      }
    }
  }
}
