import type { BaseLlm } from "./base-llm.ts";
import type { LanguageModelLike, Llm, LlmOptions } from "./model-types.ts";

/** Whatever names a model: "provider/model", a model object, options, or a list of these as fallbacks in order. */
export type ModelSource = string | LanguageModelLike | BaseLlm | Llm | LlmOptions | readonly ModelSource[];
