import { ConfigurationError, readOptions } from "@boathook/kernel";
import { z } from "zod";

import type {
  CallableTool,
  Llm,
  LlmCallOptions,
  LlmResponse,
  LlmStream,
  Message,
  ModelToolSpec,
} from "../model-types.ts";
import type { ModelSource } from "../model-source.ts";
import { isStandardSchema, toJsonSchema } from "../schema/to-json-schema.ts";
import { callModel } from "./call-model.ts";
import { toMessages } from "./check-messages.ts";
import type { ModelEntry } from "./model-entry.ts";
import { ENTRIES, entriesIn, readSource } from "./read-source.ts";
import { TextStream } from "./text-stream.ts";

/** A model ready to be called. A bad source is refused at once; a named model's package and key are looked for at its first call. */
export function llm(source: ModelSource): Llm {
  return entriesIn(source) === undefined ? new ReadyModel(readSource(source)) : (source as Llm); // only ReadyModel has entries
}

/**
 * True when every model behind an `Llm` takes tools; false puts an agent in text mode. A named model that is still being resolved counts as one
 * that does.
 */
export function supportsTools(model: Llm): boolean {
  return (entriesIn(model) ?? []).every((entry) => entry.supportsTools());
}

/** True when every model behind an `Llm` takes files of this media type in messages. */
export function acceptsMedia(model: Llm, mediaType: string): boolean {
  return (entriesIn(model) ?? []).every((entry) => entry.acceptsMedia(mediaType));
}

/** Tools as a model is told of them. */
export function toToolSpecs(tools: readonly CallableTool[]): ModelToolSpec[] {
  return tools.map((tool) => ({
    name: tool.name,
    description: tool.description,
    inputSchema: toJsonSchema(tool.inputSchema),
  }));
}

class ReadyModel implements Llm {
  readonly modelId: string;
  readonly [ENTRIES]: readonly ModelEntry[];

  constructor(entries: readonly ModelEntry[]) {
    const [first] = entries;
    if (first === undefined) {
      throw new ConfigurationError([{ path: "", message: "expected at least one model" }], { subject: "model" });
    }
    this.modelId = first.modelId;
    this[ENTRIES] = entries;
  }

  async call(messages: string | readonly Message[], options: LlmCallOptions = {}): Promise<LlmResponse> {
    const { signal, outputSchema, tools } = readOptions(callOptions, options, { subject: "options of call" });
    return callModel({
      llm: this,
      messages: toMessages(messages),
      purpose: "direct",
      signal,
      outputSchema,
      strictOutput: true,
      tools: tools === undefined ? undefined : toToolSpecs(tools),
    });
  }

  stream(messages: string | readonly Message[], options: { signal?: AbortSignal | undefined } = {}): LlmStream {
    const { signal } = readOptions(streamOptions, options, { subject: "options of stream" });
    const list = toMessages(messages);
    return new TextStream(
      (onText, linked) =>
        callModel({ llm: this, messages: list, purpose: "direct", signal: linked, stream: true, onText }),
      signal,
    );
  }
}

const signalOption = z.custom<AbortSignal>(isSignal, { error: "expected an AbortSignal" }).optional();
const streamOptions = z.strictObject({ signal: signalOption });
const callOptions: z.ZodType<LlmCallOptions> = z.strictObject({
  signal: signalOption,
  outputSchema: z
    .custom<NonNullable<LlmCallOptions["outputSchema"]>>(isStandardSchema, { error: "expected a schema" })
    .optional(),
  tools: z
    .array(z.custom<CallableTool>(isCallableTool, { error: "expected a tool" }))
    .readonly()
    .optional(),
});

function isSignal(value: unknown): boolean {
  const candidate = value as { aborted?: unknown; addEventListener?: unknown } | null | undefined; // only looked at
  return typeof candidate?.aborted === "boolean" && typeof candidate.addEventListener === "function";
}

function isCallableTool(value: unknown): boolean {
  const tool = value as Partial<Record<keyof CallableTool, unknown>> | null | undefined; // only looked at
  return typeof tool?.name === "string" && typeof tool.description === "string" && isStandardSchema(tool.inputSchema);
}
