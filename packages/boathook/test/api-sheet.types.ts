// The public API sheet against the real types: `tsc -b` is the test. The sheet's declarations stand in api-sheet/ as they are documented, in one global
// namespace `Sheet`. Classes (in `Sheet.Shapes`) and what else only Boathook makes (interfaces with private marks, in `Sheet.Opaque`) are compared by
// themselves; everything else in the sheet speaks of the real ones. What does not fit stands by name in the compiler's message.
import type * as testing from "@boathook/testing";
import type * as boathook from "boathook";

import { fits, type Arguments, type Fits, type Instance, type Member, type Statics } from "./fits.ts";

type Real = typeof boathook & typeof testing;
type Documented = Omit<typeof Sheet, "Shapes">;
type Shapes = typeof Sheet.Shapes;

// Values: what is documented can be done with the real one. (In a template: the compiler writes the misfits out.)
fits<`misfit: ${Fits<{ [K in keyof Documented]: [from: Member<Real, K>, to: Documented[K]] }>}`>();

// Classes: members, static members, constructors.
fits<`misfit: ${Fits<{ [K in keyof Shapes]: [from: Instance<Member<Real, K>>, to: Instance<Shapes[K]>] }>}`>();
fits<`misfit: ${Fits<{ [K in keyof Shapes]: [from: Statics<Member<Real, K>>, to: Omit<Statics<Shapes[K]>, "inject">] }>}`>();
fits<`misfit: ${Fits<{ [K in Constructed]: [from: Arguments<Shapes[K]>, to: Arguments<Member<Real, K>>] }>}`>();

// Types: what users give is taken, what users are given is as documented.
fits<`misfit: ${Fits<GivenHooks>}`>();
fits<`misfit: ${Fits<GivenParts>}`>();
fits<`misfit: ${Fits<ReceivedContexts>}`>();
fits<`misfit: ${Fits<ReceivedParts>}`>();
fits<`misfit: ${Fits<ReceivedOpaque>}`>();

/** Users make objects of these themselves. */
type Constructed = Exclude<
  keyof Shapes,
  | "BoathookError"
  | "BoathookEvent"
  | "ConfigurationError"
  | "CrewOutput"
  | "FlowPaused"
  | "HookDispatchedEvent"
  | "HumanInputUnavailableError"
  | "LlmCallBlockedError"
  | "TaskCompletedEvent"
  | "TaskOutput"
  // Their options are compared among the types that users give.
  | "Crew"
  | "Flow"
  | "Task"
>;

type GivenHooks = {
  [P in keyof Sheet.HookPoints]: [from: Sheet.Hook<P>, to: boathook.Hook<P>];
};

interface GivenParts {
  schema: [Sheet.Schema<string>, boathook.Schema<string>];
  inputs: [Sheet.Inputs, boathook.Inputs];
  point: [Sheet.InterceptionPoint, boathook.InterceptionPoint];
  hookFilters: [Sheet.HookFilters, boathook.HookFilters];
  hookDefinition: [Sheet.HookDefinition, boathook.HookDefinition];
  message: [Sheet.Message, boathook.Message];
  modelSource: [Sheet.ModelSource, boathook.ModelSource];
  llmResponse: [Sheet.LlmResponse, boathook.LlmResponse];
  toolOptions: [Sheet.ToolOptions<{ a: string }, number>, boathook.ToolOptions<{ a: string }, number>];
  failurePolicy: [Sheet.FailurePolicy, boathook.FailurePolicy];
  agentOptions: [Sheet.AgentOptions, boathook.AgentOptions];
  taskOptions: [Sheet.TaskOptions<number>, boathook.TaskOptions<number>];
  guardrail: [Sheet.Guardrail, boathook.Guardrail];
  crewOptions: [Sheet.CrewOptions, boathook.CrewOptions];
  kickoffOptions: [Sheet.KickoffOptions, boathook.KickoffOptions];
  crewBaseOptions: [Sheet.CrewBaseOptions, boathook.CrewBaseOptions];
  crewFactories: [Parameters<typeof Sheet.defineCrew>, Parameters<typeof boathook.defineCrew>];
  condition: [Sheet.Condition, boathook.Condition];
  flowInject: [typeof Sheet.Shapes.Flow.inject, typeof boathook.Flow.inject];
  flowOptions: [Sheet.FlowOptions, boathook.FlowOptions];
  flowDefinition: [Sheet.FlowDefinition, boathook.FlowDefinition];
  runtimeOptions: [Sheet.RuntimeOptions, boathook.RuntimeOptions];
  runtimePlugin: [Sheet.RuntimePlugin, boathook.RuntimePlugin];
  logger: [Sheet.Logger, boathook.Logger];
  humanInput: [Sheet.HumanInput, boathook.HumanInput];
  clock: [Sheet.Clock, boathook.Clock];
  scriptedReply: [Sheet.ScriptedReply, testing.ScriptedReply];
}

type ReceivedContexts = {
  [P in keyof Sheet.HookPoints]: [from: boathook.HookPoints[P]["context"], to: Sheet.HookPoints[P]["context"]];
};

interface ReceivedParts {
  executionStart: [boathook.ExecutionStartContext, Sheet.ExecutionStartContext];
  input: [boathook.InputContext, Sheet.InputContext];
  output: [boathook.OutputContext, Sheet.OutputContext];
  executionEnd: [boathook.ExecutionEndContext, Sheet.ExecutionEndContext];
  preStep: [boathook.PreStepContext, Sheet.PreStepContext];
  postStep: [boathook.PostStepContext, Sheet.PostStepContext];
  step: [boathook.StepContext, Sheet.StepContext];
  llmCall: [boathook.LlmCallHookContext, Sheet.LlmCallHookContext];
  postLlmCall: [boathook.PostLlmCallHookContext, Sheet.PostLlmCallHookContext];
  toolCallContext: [boathook.ToolCallHookContext, Sheet.ToolCallHookContext];
  postToolCall: [boathook.PostToolCallHookContext, Sheet.PostToolCallHookContext];
  callPurpose: [boathook.CallPurpose, Sheet.CallPurpose];
  point: [boathook.InterceptionPoint, Sheet.InterceptionPoint];
  hookFilters: [boathook.HookFilters, Sheet.HookFilters];
  hookDefinition: [boathook.HookDefinition, Sheet.HookDefinition];
  hookRegistration: [boathook.HookRegistration, Sheet.HookRegistration];
  hookListing: [boathook.HookListing, Sheet.HookListing];
  methodDecorator: [boathook.MethodDecoratorOf<() => string>, Sheet.MethodDecoratorOf<() => string>];
  pointDecorator: [boathook.PointDecorator<"pre_tool_call">, Sheet.PointDecorator<"pre_tool_call">];
  classDecorator: [boathook.ClassDecoratorOf, Sheet.ClassDecoratorOf];
  fault: [boathook.Fault, Sheet.Fault];
  toolCall: [boathook.ToolCall, Sheet.ToolCall];
  message: [boathook.Message, Sheet.Message];
  contentPart: [boathook.ContentPart, Sheet.ContentPart];
  tokenUsage: [boathook.TokenUsage, Sheet.TokenUsage];
  modelRequest: [boathook.ModelRequest, Sheet.ModelRequest];
  llmResponse: [boathook.LlmResponse, Sheet.LlmResponse];
  languageModel: [boathook.LanguageModelLike, Sheet.LanguageModelLike];
  executor: [boathook.AgentExecutor, Sheet.AgentExecutor];
  toolContext: [boathook.ToolContext, Sheet.ToolContext];
  agentOutput: [boathook.AgentOutput<number>, Sheet.AgentOutput<number>];
  runStream: [boathook.RunStream<number>, Sheet.RunStream<number>];
  streamFrame: [boathook.StreamFrame, Sheet.StreamFrame];
  agentConfig: [boathook.AgentConfig, Sheet.AgentConfig];
  taskConfig: [boathook.TaskConfig, Sheet.TaskConfig];
  agentsConfig: [boathook.AgentsConfig, Sheet.AgentsConfig];
  tasksConfig: [boathook.TasksConfig, Sheet.TasksConfig];
  condition: [boathook.Condition, Sheet.Condition];
  flowDefinition: [boathook.FlowDefinition, Sheet.FlowDefinition];
  eventStreams: [boathook.EventStreams, Sheet.EventStreams];
  eventClass: [boathook.EventClass<boathook.TaskCompletedEvent>, Sheet.EventClass<boathook.TaskCompletedEvent>];
}

interface ReceivedOpaque {
  durableEngine: [boathook.DurableEngine, Sheet.Opaque.DurableEngine];
  runtime: [boathook.Runtime, Sheet.Opaque.Runtime];
  crewDefinition: [boathook.CrewDefinition, Sheet.Opaque.CrewDefinition];
  crewParts: [boathook.CrewParts, Sheet.Opaque.CrewParts];
  llm: [boathook.Llm, Sheet.Opaque.Llm];
}
