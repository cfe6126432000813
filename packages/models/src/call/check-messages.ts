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
  const check = typeof role === "string" ? OTHERS.get(role) : undefined;
  if (check === undefined) return `expected the role "system", "user", "assistant" or "tool", got ${excerpt(role)}`;
  return typeof content === "string" ? check(message) : `expected a text as content, got ${excerpt(content)}`;
}

/** Each role but the user's, and what it needs beside its text. */
const OTHERS: ReadonlyMap<string, RoleCheck> = new Map<string, RoleCheck>([
  ["system", () => undefined],
  ["assistant", ({ toolCalls }) => (toolCalls === undefined || isList(toolCalls) ? undefined : CALLS)],
  ["tool", ({ toolCallId }) => (typeof toolCallId === "string" ? undefined : ANSWERED)],
]);

type RoleCheck = (message: Record<string, unknown>) => string | undefined;

const CALLS = 'expected a list of calls as "toolCalls"';
const ANSWERED = 'expected the "toolCallId" that is answered';
const CONTENT = "expected a text, or a list of text and file parts, as content";

function isParts(content: unknown): boolean {
  return (
    Array.isArray(content) &&
    content.every((part: unknown) => {
      if (!isRecord(part)) return false;
      if (part.type === "text") return typeof part.text === "string";
      const isData = typeof part.data === "string" || ArrayBuffer.isView(part.data);
      return part.type === "file" && typeof part.mediaType === "string" && isData;
    })
  );
}

function isList(value: unknown): boolean {
  return Array.isArray(value) && value.every(isRecord);
}
