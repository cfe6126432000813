import { piecesOf, WireServer, type CompleteAnswer, type WireFormat } from "./wire-server.ts";

/** A fake of Google's generateContent, whole and streamed. */
export class GoogleServer extends WireServer {
  static start(): Promise<GoogleServer> {
    return new GoogleServer(googleFormat).listen();
  }
}

const googleFormat: WireFormat = {
  isStream: ({ path }) => path.includes(":streamGenerateContent"),
  whole: (answer) => chunk([...textParts(answer.text), ...callParts(answer)], answer, finishReason(answer)),
  events: (answer) => [
    ...piecesOf(answer.text).map((text) => ({ data: chunk(textParts(text), answer), piece: true })),
    { data: chunk(callParts(answer), answer, finishReason(answer)), done: true },
  ],
  error: (status, message) => ({ error: { code: status, message, status: "ERROR" } }),
};

function chunk(parts: readonly object[], { usage }: CompleteAnswer, reason?: string): object {
  return {
    candidates: [
      { content: { role: "model", parts }, index: 0, ...(reason === undefined ? {} : { finishReason: reason }) },
    ],
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
