import { isError } from "@boathook/kernel";

import { BaseLlm, llm, usageOf, type LlmResponse, type ModelChunk, type ModelRequest } from "../../src/index.ts";

/** What a scripted model does at one call. */
export type Script = string | Error | Partial<LlmResponse> | ((request: ModelRequest) => Promise<Partial<LlmResponse>>);

/** Answers in order and keeps its requests. */
export class Scripted extends BaseLlm {
  readonly modelId: string;
  readonly requests: ModelRequest[] = [];
  readonly #scripts: Script[];

  constructor(scripts: readonly Script[], modelId = "scripted") {
    super();
    this.modelId = modelId;
    this.#scripts = [...scripts];
  }

  async generate(request: ModelRequest): Promise<LlmResponse> {
    this.requests.push(request);
    const script = this.#scripts.shift() ?? new TypeError("the script is over");
    if (isError(script)) throw script;
    const answer = typeof script === "function" ? await script(request) : script;
    const usage = usageOf({ inputTokens: 10, outputTokens: 5, totalTokens: 15, requests: 1 });
    const base = { text: "", toolCalls: [], parsed: undefined, finishReason: "stop" as const, usage };
    return typeof answer === "string" ? { ...base, text: answer } : { ...base, ...answer };
  }
}

/** As `Scripted`, word by word. */
export class StreamingScripted extends Scripted {
  override async *stream(request: ModelRequest): AsyncGenerator<ModelChunk, void, undefined> {
    const response = await this.generate(request);
    for (const text of response.text.match(/\s*\S+/g) ?? []) yield { text };
    yield { response };
  }
}

/** A scripted model, and a direct call of it. */
export function scripted(...scripts: readonly Script[]): {
  readonly model: Scripted;
  readonly ask: (text?: string) => Promise<LlmResponse>;
} {
  const model = new Scripted(scripts);
  return { model, ask: (text = "hi") => llm(model).call(text) };
}
