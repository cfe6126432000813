// Section 1. Hooks of the public API sheet, as it is documented there. See api-sheet.test.ts for how it is used.
/* eslint-disable @typescript-eslint/no-namespace -- one namespace in several files: the sections speak of one another */
/* eslint-disable @typescript-eslint/no-unnecessary-type-parameters -- written as documented */
import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { Llm, Tool, Agent, Task, TaskOutput, CrewOutput, Crew, Flow } from "boathook";
declare global {
  namespace Sheet {
    export type MaybePromise<T> = T | PromiseLike<T>;
    export type Inputs = Record<string, unknown>;
    type Nothing = null | undefined | void;
    /** zod 4, or any Standard Schema that also gives JSON Schema. */
    export type Schema<T = unknown> = StandardSchemaV1<unknown, T>;
    export const InterceptionPoint: {
      readonly EXECUTION_START: "execution_start";
      readonly INPUT: "input";
      readonly OUTPUT: "output";
      readonly EXECUTION_END: "execution_end";
      readonly PRE_MODEL_CALL: "pre_model_call";
      readonly POST_MODEL_CALL: "post_model_call";
      readonly PRE_TOOL_CALL: "pre_tool_call";
      readonly POST_TOOL_CALL: "post_tool_call";
      readonly PRE_STEP: "pre_step";
      readonly POST_STEP: "post_step"; // in this order; the constant and the wire value both name a point
    };
    export type InterceptionPoint = (typeof InterceptionPoint)[keyof typeof InterceptionPoint];
    interface RunRefs {
      readonly executionId: string;
      readonly signal: AbortSignal;
    }
    interface AtCrew extends RunRefs {
      readonly crew: Crew;
      readonly flow: undefined;
      readonly agent: undefined;
      readonly agentRole: undefined;
      readonly task: undefined;
    }
    interface AtFlow extends RunRefs {
      readonly crew: undefined;
      readonly flow: Flow;
      readonly agent: undefined;
      readonly agentRole: undefined;
      readonly task: undefined;
    }
    /** `inputs` / `output` are the object `payload` was when the dispatch began (A19). Only `payload` is read back. */
    export type ExecutionStartContext = (AtCrew | AtFlow) & { payload: Inputs; readonly inputs: Inputs };
    export type InputContext = ExecutionStartContext;
    export type OutputContext =
      | (AtCrew & { payload: CrewOutput; readonly output: CrewOutput })
      | (AtFlow & { payload: unknown; readonly output: unknown });
    export type ExecutionEndContext = { readonly status: "completed" | "failed"; readonly error: unknown } & (
      | (AtCrew & { payload: CrewOutput | undefined; readonly output: CrewOutput | undefined })
      | (AtFlow & { payload: unknown; readonly output: unknown })
    );
    interface TaskStep extends RunRefs {
      readonly kind: "task";
      readonly agent: Agent;
      readonly agentRole: string;
      readonly task: Task;
      readonly crew: undefined;
      readonly flow: undefined;
      readonly stepName: string;
    }
    interface MethodStep extends RunRefs {
      readonly kind: "flow_method";
      readonly flow: Flow;
      readonly agent: undefined;
      readonly agentRole: undefined;
      readonly task: undefined;
      readonly crew: undefined;
      readonly stepName: string;
    }
    export type PreStepContext =
      | (TaskStep & { payload: string; readonly output: undefined })
      | (MethodStep & { payload: Record<string, unknown>; readonly output: undefined });
    export type PostStepContext =
      | (TaskStep & { payload: TaskOutput; readonly output: TaskOutput })
      | (MethodStep & { payload: unknown; readonly output: unknown });
    export type StepContext = PreStepContext | PostStepContext;
    interface AsksPeople {
      requestHumanInput(request: { prompt: string; defaultMessage?: string; timeoutMs?: number }): Promise<string>;
    }
    // trimmed; "" for Enter; A26
    export type CallPurpose =
      | "agent"
      | "planning"
      | "final_answer"
      | "conversion"
      | "guardrail"
      | "summary"
      | "retrieval"
      | "direct"
      | "routing"
      | "evaluation";
    export interface LlmCallHookContext extends RunRefs, AsksPeople {
      messages: Message[]; // the live list; editing and assigning both count (A18)
      readonly llm: Llm;
      readonly purpose: CallPurpose;
      readonly executor: AgentExecutor | undefined; // the agent's execution; undefined on direct calls
      readonly iterations: number; // model rounds before this one, from 0
      readonly agent: Agent | undefined;
      readonly agentRole: string | undefined;
      readonly task: Task | undefined;
      readonly crew: Crew | undefined;
      response: string | undefined; // set at POST
      readonly toolCalls: readonly ToolCall[]; // at POST: the calls that came with the text (A14)
    }
    export interface ToolCallHookContext extends RunRefs, AsksPeople {
      readonly toolName: string; // sanitised
      toolInput: Record<string, unknown>; // the live record; PRE and POST share it. Keys the schema does not know are not passed on and no error
      readonly tool: Tool | undefined;
      readonly toolCallId: string;
      readonly agent: Agent | undefined;
      readonly agentRole: string | undefined;
      readonly task: Task | undefined;
      readonly crew: Crew | undefined;
      toolResult: string | undefined;
      readonly rawToolResult: unknown;
      readonly blocked: boolean; // set at POST
    }
    export type PostLlmCallHookContext = LlmCallHookContext & { response: string };
    export type PostToolCallHookContext = ToolCallHookContext & { toolResult: string };
    export interface HookPoints {
      // point → context, what a hook may return
      execution_start: { context: ExecutionStartContext; result: Inputs | Nothing };
      input: { context: InputContext; result: Inputs | Nothing };
      output: { context: OutputContext; result: unknown };
      execution_end: { context: ExecutionEndContext; result: unknown };
      pre_model_call: { context: LlmCallHookContext; result: boolean | Nothing };
      post_model_call: { context: PostLlmCallHookContext; result: string | Nothing };
      pre_tool_call: { context: ToolCallHookContext; result: boolean | Nothing };
      post_tool_call: { context: PostToolCallHookContext; result: string | Nothing };
      pre_step: { context: PreStepContext; result: unknown };
      post_step: { context: PostStepContext; result: unknown };
    }
    export type Hook<P extends keyof HookPoints> = (
      ctx: HookPoints[P]["context"],
    ) => MaybePromise<HookPoints[P]["result"]>;
    export interface HookFilters {
      agents?: readonly string[] | undefined;
      tools?: readonly string[] | undefined;
      kinds?: readonly ("task" | "flow_method")[] | undefined;
      strict?: boolean | undefined; // false: a hook runs where the context has nothing to filter by (A21)
      onError?: "continue" | "abort" | undefined; // "continue" (A4, A5)
      timeoutMs?: number | undefined;
      once?: boolean | undefined;
      name?: string | undefined;
      bufferStreams?: boolean | undefined; // false: POST_MODEL_CALL sees the whole text after its chunks went out
    }
    export interface HookRegistration extends Disposable {
      readonly point: string;
      readonly name: string;
      unregister(): boolean;
    }
    /** Registers for the whole process: every runtime, every run (A8). */
    export function on<P extends keyof HookPoints>(point: P, hook: Hook<P>): HookRegistration;
    export function on<P extends keyof HookPoints>(point: P, filters: HookFilters, hook: Hook<P>): HookRegistration;
    /** A hook not registered anywhere yet: for `hooks:` of a crew, a flow or one kickoff. */
    export function defineHook<P extends keyof HookPoints>(point: P, hook: Hook<P>): HookDefinition;
    export function defineHook<P extends keyof HookPoints>(
      point: P,
      filters: HookFilters,
      hook: Hook<P>,
    ): HookDefinition;
    export interface HookDefinition {
      readonly point: string;
      readonly filters: HookFilters;
    }
    interface PointFunction<P extends keyof HookPoints> {
      (hook: Hook<P>): HookRegistration;
      (filters: HookFilters, hook: Hook<P>): HookRegistration;
    }
    export const beforeLlmCall: PointFunction<"pre_model_call">, afterLlmCall: PointFunction<"post_model_call">;
    export const beforeToolCall: PointFunction<"pre_tool_call">, afterToolCall: PointFunction<"post_tool_call">;
    export function registerHook<P extends keyof HookPoints>(point: P, hook: Hook<P>): HookRegistration;
    export function unregisterHook<P extends keyof HookPoints>(point: P, hook: Hook<P>): boolean;
    // the first registration of that function, filtered or not
    export function getHooks<P extends keyof HookPoints>(point: P): Hook<P>[];
    // a copy: the process's hooks as their authors wrote them
    export function clearHooks(point: keyof HookPoints): number;
    export function clearAllHooks(): void;
    // every point of the process registry; open scopes stay
    // Older names, in `@boathook/hooks`: {register,unregister}{Before,After}{Llm,Tool}CallHook(hook), {get,clear}{Before,After}{Llm,Tool}CallHooks(),
    // clearAllLlmCallHooks(), clearAllToolCallHooks() → [before, after]; clearAllGlobalHooks() → { llmHooks, toolHooks, total }, the four model/tool points only.
    /** By hand: resolves hooks, runs them, gives back the same context; a promise only if a hook was asynchronous. */
    export function dispatch<P extends keyof HookPoints>(
      point: P,
      context: HookPoints[P]["context"],
    ): MaybePromise<HookPoints[P]["context"]>;
    /** A scope of hooks for everything `body` starts; scopes stack. */
    export function withHookScope<T>(body: (scope: { on: typeof on }) => T): T;
    export function sanitizeToolName(name: string): string;
    /** Stands on a method in legacy and in standard mode, and checks the method's type. */
    export interface MethodDecoratorOf<M extends (...args: never[]) => unknown> {
      <T extends M>(value: T, context: ClassMethodDecoratorContext): void;
      <T extends M>(target: object, key: string | symbol, descriptor: TypedPropertyDescriptor<T>): void;
    }
    export interface PointDecorator<P extends keyof HookPoints> extends MethodDecoratorOf<Hook<P>> {
      (filters?: HookFilters): MethodDecoratorOf<Hook<P>>;
    }
    type AnyClass<T = object> = abstract new (...args: never[]) => T;
    export interface ClassDecoratorOf {
      <T extends AnyClass>(value: T, context: ClassDecoratorContext<T>): void;
      <T extends AnyClass>(target: T): void;
    }
    export function On<P extends keyof HookPoints>(point: P, filters?: HookFilters): MethodDecoratorOf<Hook<P>>;
    export const BeforeLlmCall: PointDecorator<"pre_model_call">, AfterLlmCall: PointDecorator<"post_model_call">;
    export const BeforeToolCall: PointDecorator<"pre_tool_call">, AfterToolCall: PointDecorator<"post_tool_call">;
    export const HookProvider: ClassDecoratorOf & (() => ClassDecoratorOf);
    /** Full access to the running execution, as documented. */
    export interface AgentExecutor {
      readonly agent: Agent;
      readonly task: Task | undefined;
      readonly crew: Crew | undefined;
      readonly llm: Llm;
      messages: Message[];
      readonly tools: readonly Tool[];
      readonly iterations: number;
      readonly maxIter: number;
    }
  }
}
