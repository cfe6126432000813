import type { Message, ModelRequest } from "../model-types.ts";
import { readPrompt } from "./prompt.ts";
import { failureOf } from "./results/failure.ts";

/** A tool call of this turn, with what came back. */
export interface PastCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly result: string;
  /** Why the call gave nothing, in the words of the tool or of the hook that stopped it. */
  readonly failure: string | undefined;
}

/** A request as the planner sees it. */
export interface Brief {
  /** What is to be done, in the author's words. */
  readonly task: string;
  /** What the answer should look like, in the author's words; may be empty. */
  readonly expected: string;
  /** What earlier tasks, memories or the conversation so far gave. */
  readonly context: readonly string[];
  readonly calls: readonly PastCall[];
  /** JSON Schema of the wanted answer. */
  readonly answerSchema: object | undefined;
  /** The caller wants the answer now, whatever could still be asked. */
  readonly isLast: boolean;
}

/** Reads the messages of a request: the task is in the first user message after the last finished answer. */
export function readBrief(request: ModelRequest): Brief {
  const { messages } = request;
  const begin = turnStart(messages);
  const texts = userTexts(messages.slice(begin));
  const prompt = readPrompt(texts);
  const last = texts.length > 1 ? (texts.at(-1) ?? "") : "";
  return {
    task: prompt.task,
    // What was wrong with a refused answer is said of the next one.
    expected: REFUSED.test(last) ? `${prompt.expected}\n${last}` : prompt.expected,
    context: [...prompt.context, ...earlierTexts(messages.slice(0, begin))],
    calls: pastCalls(messages.slice(begin)),
    answerSchema: request.outputSchema ?? prompt.schema,
    isLast: NO_MORE_TOOLS.test(last),
  };
}

/** The plain text of a message. */
export function messageText(message: Message): string {
  if (typeof message.content === "string") return message.content;
  return message.content
    .map((part) => (part.type === "text" ? part.text : `[file ${part.name ?? part.mediaType}]`))
    .join("\n");
}

const REFUSED =
  /^\s*(?:that|your|the) (?:previous |last )?(?:answer|output|response|result)\b.{0,40}\b(?:not accepted|not valid|refused|rejected|invalid|failed|did not)\b/i;
const NO_MORE_TOOLS = /\b(?:do not|don['’]t) (?:call|use) any (?:more )?tools?\b|\bfinal answer now\b/i;

/** Where the present turn begins: after the last assistant message that called no tool and that a user message follows, unless that only refuses the answer. */
function turnStart(messages: readonly Message[]): number {
  const lastTask = messages.findLastIndex((message) => message.role === "user" && !REFUSED.test(messageText(message)));
  for (let at = lastTask - 1; at >= 0; at -= 1) {
    const message = messages[at];
    if (message?.role === "assistant" && (message.toolCalls ?? []).length === 0 && message.content.trim() !== "")
      return at + 1;
  }
  return 0;
}

function userTexts(messages: readonly Message[]): string[] {
  const texts = messages.filter((message) => message.role === "user").map(messageText);
  if (texts.length > 0) return texts;
  return messages.filter((message) => message.role === "system").map(messageText);
}

/** Of the conversation before this turn, what was found and answered. */
function earlierTexts(messages: readonly Message[]): string[] {
  return messages
    .filter((message) => message.role === "tool" || message.role === "assistant")
    .map(messageText)
    .filter((text) => text.trim() !== "" && failureOf(text) === undefined)
    .slice(-8);
}

function pastCalls(messages: readonly Message[]): PastCall[] {
  const inputs = new Map<string, Record<string, unknown>>();
  for (const message of messages) {
    if (message.role === "assistant") for (const call of message.toolCalls ?? []) inputs.set(call.id, call.input);
  }
  const calls: PastCall[] = [];
  for (const message of messages) {
    if (message.role !== "tool") continue;
    calls.push({
      tool: message.toolName,
      input: inputs.get(message.toolCallId) ?? {},
      result: message.content,
      failure: failureOf(message.content),
    });
  }
  return calls;
}
