import type { Message, ModelRequest, ModelToolSpec, ToolCall } from "../model-types.ts";
import { messageText } from "./brief.ts";
import { parseJson } from "./results/read-result.ts";
import { asNode } from "./schema/view.ts";

/** Whether the request describes its tools in words and wants actions written out as text. */
export function isTextMode(request: ModelRequest): boolean {
  return (
    request.tools.length === 0 &&
    request.messages.some((message) => message.role === "system" && INSTRUCTIONS.test(message.content))
  );
}

/** The same request as it would be with native tool calls: described tools as tools, written actions as calls, observations as results. */
export function asNativeRequest(request: ModelRequest): ModelRequest {
  const messages: Message[] = [];
  for (const [at, message] of request.messages.entries()) messages.push(asNativeMessage(message, at, messages.at(-1)));
  const described = request.messages
    .filter((message) => message.role === "system")
    .flatMap((message) => describedTools(message.content));
  return { ...request, messages, tools: described };
}

/** An action, or the final answer, as text mode writes it. */
export function writeInTextMode(
  call: { readonly tool: string; readonly input: object } | undefined,
  answer: string,
): string {
  if (call === undefined) return `Final Answer: ${answer}`;
  return `Thought: ${call.tool} can be filled from what is known.\nAction: ${call.tool}\nAction Input: ${JSON.stringify(call.input)}`;
}

const INSTRUCTIONS = /^Action:.*\n+Action Input:/m;
const OBSERVATION = /^Observation:\s*([\s\S]*)$/;
const DESCRIBED = /^[-*]\s+([\w.-]{1,128}):\s*(.*)\n\s+Arguments[^:\n]*:\s*(\{.*\})\s*$/gm;

function asNativeMessage(message: Message, at: number, before: Message | undefined): Message {
  if (message.role === "assistant") {
    const action = readAction(message.content, at);
    return action === undefined ? message : { role: "assistant", content: "", toolCalls: [action] };
  }
  const observed = message.role === "user" ? OBSERVATION.exec(messageText(message))?.[1] : undefined;
  const call = before?.role === "assistant" ? before.toolCalls?.[0] : undefined;
  return observed === undefined || call === undefined
    ? message
    : { role: "tool", toolCallId: call.id, toolName: call.name, content: observed };
}

function describedTools(text: string): ModelToolSpec[] {
  return Array.from(text.matchAll(DESCRIBED), ([, name = "", description = "", schema = ""]) => ({
    name,
    description,
    inputSchema: asNode(parseJson(schema)),
  }));
}

function readAction(text: string, at: number): ToolCall | undefined {
  const [, name, input] = /^Action:\s*(.+?)\s*\nAction Input:\s*([\s\S]*)$/m.exec(text) ?? [];
  if (name === undefined) return undefined;
  return { id: `action_${String(at)}`, name, input: { ...asNode(parseJson(input ?? "")) } };
}
