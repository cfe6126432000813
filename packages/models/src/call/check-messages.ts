import { ConfigurationError, type Fault } from "@boathook/kernel";

import { excerpt, isRecord } from "../ai-sdk/read-value.ts";
import type { Message } from "../model-types.ts";

/** Refuses messages that no model could read: the caller, or a hook, may have put anything into the list. All faults at once. */
export function checkMessages(messages: readonly Message[]): void {
  let faults: Fault[] | undefined;
  for (let index = 0; index < messages.length; index += 1) {
    const problem = problemOf(messages[index]);
    if (problem !== undefined) (faults ??= []).push({ path: `messages.${index}`, message: problem });
  }
  if (messages.length === 0) faults = [{ path: "messages", message: "expected at least one message, got none" }];
  if (faults !== undefined) throw new ConfigurationError(faults, { subject: "messages" });
}

/** The list of a caller: one text is one user message. */
export function toMessages(messages: string | readonly Message[]): Message[] {
  if (typeof messages === "string") return [{ role: "user", content: messages }];
  if (Array.isArray(messages)) return [...(messages as readonly Message[])];
  throw new ConfigurationError(
    [{ path: "messages", message: `expected a text or a list of messages, got ${excerpt(messages)}` }],
    { subject: "messages" },
  );
}

function problemOf(message: unknown): string | undefined {
  if (!isRecord(message)) return `expected a message, got ${excerpt(message)}`;
  const { role, content } = message;
  if (role === "user") return typeof content === "string" || isParts(content) ? undefined : CONTENT;
  if (role !== "system" && role !== "assistant" && role !== "tool") {
    return `expected the role "system", "user", "assistant" or "tool", got ${excerpt(role)}`;
  }
  if (typeof content !== "string") return `expected a text as content, got ${excerpt(content)}`;
  if (role === "tool" && typeof message["toolCallId"] !== "string") return 'expected the "toolCallId" that is answered';
  return undefined;
}

const CONTENT = "expected a text, or a list of text and file parts, as content";

function isParts(content: unknown): boolean {
  return (
    Array.isArray(content) &&
    content.every((part: unknown) => {
      if (!isRecord(part)) return false;
      if (part["type"] === "text") return typeof part["text"] === "string";
      const isData = typeof part["data"] === "string" || ArrayBuffer.isView(part["data"]);
      return part["type"] === "file" && typeof part["mediaType"] === "string" && isData;
    })
  );
}
