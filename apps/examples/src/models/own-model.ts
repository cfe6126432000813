import { BaseLlm, type LlmResponse, type ModelRequest } from "boathook";

/** A model behind a service of one's own: one method is enough. */
export class HouseModel extends BaseLlm {
  readonly modelId = "house";
  override readonly supportsTools = false; // agents describe their tools in text then
  readonly #url: string;

  constructor(url: string) {
    super();
    this.#url = url;
  }

  async generate({ messages, signal }: ModelRequest): Promise<LlmResponse> {
    const response = await fetch(this.#url, { method: "POST", body: JSON.stringify({ messages }), signal });
    if (!response.ok) throw Object.assign(new Error(await response.text()), { statusCode: response.status });
    const { answer, tokens } = (await response.json()) as { answer: string; tokens: number };
    return {
      text: answer,
      toolCalls: [],
      parsed: undefined,
      finishReason: "stop",
      usage: {
        inputTokens: 0,
        outputTokens: tokens,
        totalTokens: tokens,
        cachedInputTokens: 0,
        reasoningTokens: 0,
        requests: 1,
      },
    };
  }
}
