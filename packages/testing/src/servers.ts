export { startAnthropicServer } from "./servers/anthropic-server.ts";
export { startGoogleServer } from "./servers/google-server.ts";
export { startOpenAiServer } from "./servers/openai-server.ts";
export type { ModelServer } from "./servers/model-server.ts";
export type { ServerAnswer, ServerError, ServerReply, ServerRequest, ServerUsage } from "./servers/server-reply.ts";
