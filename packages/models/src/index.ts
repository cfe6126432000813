export type {
  CallableTool,
  Connection,
  ContentPart,
  FinishReason,
  LanguageModelLike,
  Llm,
  LlmCallOptions,
  LlmOptions,
  LlmResponse,
  LlmStream,
  Message,
  ModelRequest,
  ModelToolSpec,
  TokenUsage,
  ToolCall,
} from "./model-types.ts";
export type { ModelSource } from "./model-source.ts";
export { BaseLlm, type ModelChunk } from "./base-llm.ts";
export { OfflineModel } from "./offline/offline-model.ts";
export { acceptsMedia, llm, supportsTools, toToolSpecs } from "./call/llm.ts";
export { callModel } from "./call/call-model.ts";
export type { ModelCall } from "./call/model-call.ts";
export { AiSdkModel, type ModelOrigin } from "./ai-sdk/ai-sdk-model.ts";
export type { ModelSettings } from "./ai-sdk/to-call-options.ts";
export {
  ContextWindowExceededError,
  ModelCallError,
  OutputConversionError,
  ProviderNotInstalledError,
  ToolsUnsupportedError,
  type ModelFailure,
} from "./errors/model-errors.ts";
export { isContextOverflow, isToolsRefusal } from "./errors/provider-failure.ts";
export { contextWindowOf, estimateTokens, modelFaults } from "./call/model-facts.ts";
export { LlmCallCompletedEvent, LlmCallFailedEvent, LlmCallStartedEvent, LlmStreamChunkEvent } from "./events.ts";
export { RateLimit } from "./rate/rate-limit.ts";
export { ModelResolverService, resolveModel, type ModelResolver } from "./providers/model-resolver.ts";
export { findJson, parseOutput, validateOutput, type ParsedOutput } from "./schema/parse-output.ts";
export { isStandardSchema, toJsonSchema } from "./schema/to-json-schema.ts";
export { costOf, type ModelPrice, type PriceTable } from "./cost.ts";
export { currentUsage, UsageMeter, usageOf, usageWithin } from "./usage-meter.ts";
