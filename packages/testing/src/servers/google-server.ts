import { wordsOf } from "../words.ts";
import { ModelServer } from "./model-server.ts";
import type { CompleteAnswer, WireFormat } from "./wire-format.ts";

/** A fake of Google's generateContent, whole and streamed. */
export function startGoogleServer(): Promise<ModelServer> {
  return ModelServer.start(googleFormat);
}

const googleFormat: WireFormat = {
  isStream: ({ path }) => path.includes(":streamGenerateContent"),
  whole: (answer) => chunk([...textParts(answer.text), ...callParts(answer)], answer, finishReason(answer)),
  events: (answer) => [
    ...wordsOf(answer.text).map((word) => ({ data: chunk(textParts(word), answer), piece: true })),
    { data: chunk(callParts(answer), answer, finishReason(answer)), done: true },
  ],
  error: (status, message) => ({ error: { code: status, message, status: "ERROR" } }),
};

function chunk(parts: readonly object[], { usage }: CompleteAnswer, reason?: string): object {
  const end = reason === undefined ? {} : { finishReason: reason };
  return {
    candidates: [{ content: { role: "model", parts }, index: 0, ...end }],
    usageMetadata: {
      promptTokenCount: usage.input,
      candidatesTokenCount: usage.output - usage.reasoning,
      thoughtsTokenCount: usage.reasoning,
      cachedContentTokenCount: usage.cached,
      totalTokenCount: usage.input + usage.output,
    },
  };
}

function finishReason(answer: CompleteAnswer): string {
  return answer.finishReason ?? "STOP";
}

function textParts(text: string): readonly object[] {
  return text === "" ? [] : [{ text }];
}

function callParts({ toolCalls }: CompleteAnswer): readonly object[] {
  return toolCalls.map(({ name, input }) => ({ functionCall: { name, args: JSON.parse(input) as unknown } }));
}
