import type { ContentPart, Message, ToolCall } from "@boathook/models";

/** A conversation as one text, for a model that only reads it. */
export function transcriptOf(messages: readonly Message[]): string {
  return messages.map(lineOf).join("\n\n");
}

function lineOf(message: Message): string {
  switch (message.role) {
    case "system":
      return message.content;
    case "user":
      return `User: ${typeof message.content === "string" ? message.content : message.content.map(partText).join("\n")}`;
    case "assistant":
      return [`Agent: ${message.content}`, ...(message.toolCalls ?? []).map(callText)].join("\n");
    case "tool":
      return `Result of ${message.toolName}: ${message.content}`;
  }
}

function partText(part: ContentPart): string {
  return part.type === "text" ? part.text : `[file ${part.name ?? part.mediaType}]`;
}

function callText({ name, input }: ToolCall): string {
  return `The agent called ${name} with ${JSON.stringify(input)}`;
}
