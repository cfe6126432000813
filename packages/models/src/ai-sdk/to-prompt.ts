import type { ContentPart, LanguageModelLike, Message } from "../model-types.ts";

/** A message as the model object wants it. */
export interface PromptMessage {
  readonly role: Message["role"];
  readonly content: unknown;
}

/** Turns messages into the prompt of a model object; what differs between the versions is only how a file's data is wrapped. */
export function toPrompt(messages: readonly Message[], model: LanguageModelLike): PromptMessage[] {
  const prompt: PromptMessage[] = [];
  const isLeadingOnly = LEADING_SYSTEM_ONLY.test(model.provider);
  for (const message of messages) {
    switch (message.role) {
      case "system":
        prompt.push(isLeadingOnly && hasConversation(prompt) ? userText(message.content) : message);
        break;
      case "user":
        prompt.push({ role: "user", content: userContent(message.content, model) });
        break;
      case "assistant":
        pushAssistant(message, prompt);
        break;
      case "tool":
        pushToolResult(message, prompt);
        break;
    }
  }
  return prompt;
}

/** These services refuse a system message after the conversation began (or take it only on their newest models); it goes as the user's. */
const LEADING_SYSTEM_ONLY = /^(google|vertex|anthropic|amazon-bedrock)/;

function hasConversation(prompt: readonly PromptMessage[]): boolean {
  return prompt.some((message) => message.role !== "system");
}

function userText(text: string): PromptMessage {
  return { role: "user", content: [{ type: "text", text }] };
}

function userContent(content: string | readonly ContentPart[], model: LanguageModelLike): unknown[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return content.map((part) => (part.type === "text" ? { type: "text", text: part.text } : filePart(part, model)));
}

function pushAssistant(message: Message & { role: "assistant" }, prompt: PromptMessage[]): void {
  const content: unknown[] = message.content === "" ? [] : [{ type: "text", text: message.content }];
  for (const call of message.toolCalls ?? []) {
    content.push({ type: "tool-call", toolCallId: call.id, toolName: call.name, input: call.input });
  }
  // Services refuse an assistant message that says nothing, so it is left out.
  if (content.length > 0) prompt.push({ role: "assistant", content });
}

function pushToolResult(message: Message & { role: "tool" }, prompt: PromptMessage[]): void {
  const part = {
    type: "tool-result",
    toolCallId: message.toolCallId,
    toolName: message.toolName,
    output: { type: "text", value: message.content },
  };
  const last = prompt.at(-1);
  // The results of parallel calls belong into one message.
  if (last?.role === "tool" && Array.isArray(last.content)) last.content.push(part);
  else prompt.push({ role: "tool", content: [part] });
}

function filePart(part: ContentPart & { type: "file" }, model: LanguageModelLike): unknown {
  return {
    type: "file",
    mediaType: part.mediaType,
    data: fileData(part.data, model.specificationVersion),
    ...(part.name === undefined ? {} : { filename: part.name }),
  };
}

/** Bytes, base64 text or a URL; tagged from v4 on. */
function fileData(data: Uint8Array | string, version: LanguageModelLike["specificationVersion"]): unknown {
  const isUrl = typeof data === "string" && /^https?:\/\//i.test(data);
  if (isUrl) return version === "v4" ? { type: "url", url: new URL(data) } : new URL(data);
  const plain = typeof data === "string" ? withoutDataUrl(data) : data;
  return version === "v4" ? { type: "data", data: plain } : plain;
}

function withoutDataUrl(data: string): string {
  const match = /^data:[^,]*?(;base64)?,/i.exec(data);
  if (match === null) return data;
  const payload = data.slice(match[0].length);
  return match[1] === undefined ? Buffer.from(decodeURIComponent(payload)).toString("base64") : payload;
}
