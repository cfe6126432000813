import { ModelServer } from "./model-server.ts";
import { chatEvents, chatWhole } from "./openai-chat.ts";
import { responsesEvents, responsesWhole } from "./openai-responses.ts";
import type { ServerRequest } from "./server-reply.ts";
import type { WireFormat } from "./wire-format.ts";

/** A fake of OpenAI: chat completions and responses, whole and streamed. Also what Ollama and other compatible servers speak. */
export function startOpenAiServer(): Promise<ModelServer> {
  return ModelServer.start(openAiFormat);
}

const openAiFormat: WireFormat = {
  isStream: ({ body }) => body.stream === true,
  whole: (answer, request) => (isResponses(request) ? responsesWhole(answer, request) : chatWhole(answer, request)),
  events: (answer, request) => (isResponses(request) ? responsesEvents(answer, request) : chatEvents(answer, request)),
  error: (status, message) => ({ error: { message, type: "error", param: null, code: String(status) } }),
};

function isResponses({ path }: ServerRequest): boolean {
  return path.endsWith("/responses");
}
