// Section 7. Flows of the public API sheet, as it is documented there. See api-sheet.test.ts for how it is used.
/* eslint-disable @typescript-eslint/no-namespace -- one namespace in several files: the sections speak of one another */
import type { ServiceIdentifier } from "inversify";
import type { DurableEngine, Flow, Runtime } from "boathook";
declare global {
  namespace Sheet {
    export type Condition =
      | string
      | { readonly or: readonly Condition[] }
      | { readonly and: readonly Condition[] }
      | { readonly race: readonly Condition[] };
    export function or(...conditions: Condition[]): Condition;
    export function and(...conditions: Condition[]): Condition;
    export function race(...conditions: Condition[]): Condition;
    type AnyMethod = MethodDecoratorOf<(...args: never[]) => unknown>;
    export function Start(condition?: Condition, options?: { emit?: readonly string[] }): AnyMethod;
    // with emit: a start that is also a router (C13)
    export function Start(options: { emit: readonly string[] }): AnyMethod;
    export function Listen(condition: Condition): AnyMethod;
    export function Router(condition: Condition, options: { emit: readonly string[] }): AnyMethod;
    export function Router(options: { emit: readonly string[] }): AnyMethod;
    // beside @Start() on the same method
    export function Persist(options?: { engine?: DurableEngine }): AnyMethod & ClassDecoratorOf;
    // the class: after every method; a method: after that one
    export function HumanFeedback(options: {
      message: string;
      emit?: readonly string[];
      llm?: ModelSource;
      defaultOutcome?: string;
      provider?: HumanFeedbackProvider;
      metadata?: Record<string, unknown>;
    }): AnyMethod;
    export type HumanFeedbackProvider = (request: HumanFeedbackRequest) => MaybePromise<string>;
    // throws HumanFeedbackPending to pause the flow
    export interface HumanFeedbackRequest {
      readonly flowId: string;
      readonly methodName: string;
      readonly message: string;
      readonly output: unknown;
      readonly emit: readonly string[];
      readonly signal: AbortSignal;
    }
    export interface HumanFeedbackResult {
      readonly output: unknown;
      readonly feedback: string;
      readonly outcome: string | undefined;
      readonly methodName: string;
      readonly timestamp: number;
      readonly metadata: Record<string, unknown>;
    }
    export interface FlowOptions {
      name?: string | undefined;
      maxMethodCalls?: number | undefined /* 100 */;
      maxConcurrency?: number | undefined;
      suppressFlowEvents?: boolean | undefined;
      hooks?: readonly HookDefinition[] | undefined;
      engine?: DurableEngine | undefined;
      runtime?: Runtime | undefined;
    }
    export interface FlowKickoffOptions extends KickoffOptions {
      rerun?: boolean | undefined;
      forkFrom?: string | undefined;
    }
    export interface FlowDefinition {
      readonly name: string;
      readonly methods: Readonly<
        Record<
          string,
          {
            readonly start?: true | Condition;
            readonly listen?: Condition;
            readonly router?: Condition;
            readonly emit?: readonly string[];
          }
        >
      >;
    }
    export interface FlowMethod {
      start?: true | Condition;
      listen?: Condition;
      router?: Condition;
      emit?: readonly string[];
      run(this: Flow, input?: unknown): unknown;
    }
    export function defineFlow(
      options: FlowOptions & { name: string; state?: Schema | Inputs; methods: Record<string, FlowMethod> },
    ): new (options?: FlowOptions) => Flow;
    namespace Shapes {
      export class HumanFeedbackPending extends BoathookError {
        constructor(request: HumanFeedbackRequest);
      }
      /** S: the state's fields; `id` is always there. R: what kickoff gives. */
      export abstract class Flow<S extends object = Record<string, unknown>, R = unknown> {
        static stateSchema?: Schema | undefined;
        static inject?: readonly ServiceIdentifier[];
        constructor(options?: FlowOptions);
        initialState?: Partial<S> | (() => Partial<S>);
        readonly name: string;
        readonly events: EventStreams;
        /** In a method or hook: this kickoff's. Outside: of the kickoff that finished last. Found through the async context, so `#private` members work. */
        readonly state: S & { id: string };
        readonly methodOutputs: readonly { readonly method: string; readonly output: unknown }[];
        readonly usage: TokenUsage;
        // `signal`, `emit` and `ask` are protected, which TypeScript compares by declaration: api-usage.test.ts uses them in a subclass.
        /** What OUTPUT and EXECUTION_END leave in `payload`. A flow that can pause says so in its R: `Flow<S, string | FlowPaused>`. */
        kickoff(inputs?: Inputs, options?: FlowKickoffOptions): Promise<R>;
        stream(inputs?: Inputs, options?: FlowKickoffOptions): RunStream<R>;
        resume(id: string, feedback: string, options?: KickoffOptions): Promise<R>;
        history(
          id: string,
        ): Promise<readonly { readonly method: string; readonly at: number; readonly state: unknown }[]>;
        explain(): FlowDefinition;
        plot(): { readonly mermaid: string; readonly html: string };
        static fromDefinition(source: string | URL | FlowDefinition, options?: FlowOptions): Flow;
      }
      export class FlowPaused {
        static is(value: unknown): value is FlowPaused;
        readonly status: "paused";
        readonly id: string;
        readonly request: HumanFeedbackRequest;
        resume(feedback: string): Promise<unknown>;
      }
      export class MemoryEngine implements Opaque.DurableEngine {
        readonly kind: string;
        close(): Promise<void>;
      }
      export class SqliteEngine implements Opaque.DurableEngine {
        constructor(options: { file: string; durability?: "normal" | "strict" });
        readonly kind: string;
        close(): Promise<void>;
      }
    }
    namespace Opaque {
      /** The port of DESIGN 9. */
      export interface DurableEngine {
        readonly kind: string;
        close(): Promise<void>;
      }
    }
  }
}
