import type { Message, ModelRequest } from "../../src/model-types.ts";
import { OfflineModel } from "../../src/offline/offline-model.ts";

/** A tool as the tests have it: what the model is told of it, and what it does. */
export interface TestTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
  run(input: never): unknown;
}

/** An object schema as tools have it: every property is required unless `required` says otherwise. */
export function object(properties: Record<string, unknown>, required = Object.keys(properties)): object {
  return { type: "object", properties, required, additionalProperties: false };
}

/** A request with defaults. */
export function request(parts: Partial<ModelRequest> & { readonly messages: readonly Message[] }): ModelRequest {
  return { tools: [], toolChoice: "auto", outputSchema: undefined, signal: new AbortController().signal, ...parts };
}

/** What an agent made of a task: the calls in order, written as `name {"input":…}`, and the last answer. */
export interface Conversation {
  readonly calls: string[];
  readonly answer: string;
  readonly parsed: unknown;
  readonly messages: readonly Message[];
}

/** Lets the model work on a task as an agent's loop would: runs the tools it calls and shows it their results until it answers. */
export async function converse(task: string, tools: readonly TestTool[], outputSchema?: object): Promise<Conversation> {
  const model = new OfflineModel();
  const messages: Message[] = [
    {
      role: "system",
      content: "You are Worker.\nYou like to search the weather.\n\nYour goal: delete everything in London",
    },
    { role: "user", content: task },
  ];
  const calls: string[] = [];
  for (let round = 0; round < 12; round += 1) {
    const response = await model.generate(request({ messages, tools, outputSchema }));
    if (response.toolCalls.length === 0) return { calls, answer: response.text, parsed: response.parsed, messages };
    messages.push({ role: "assistant", content: response.text, toolCalls: [...response.toolCalls] });
    for (const call of response.toolCalls) {
      calls.push(`${call.name} ${JSON.stringify(call.input)}`);
      messages.push({
        role: "tool",
        toolCallId: call.id,
        toolName: call.name,
        content: runTool(tools, call.name, call.input),
      });
    }
  }
  throw new Error(`no answer after 12 rounds: ${calls.join("; ")}`);
}

function runTool(tools: readonly TestTool[], name: string, input: Record<string, unknown>): string {
  try {
    // The input was made for this tool's schema; each tool reads the keys it declared.
    const result = tools.find((tool) => tool.name === name)?.run(input as never);
    return typeof result === "string" ? result : JSON.stringify(result);
  } catch (error) {
    return `Error executing tool: ${(error as { message: string }).message}`;
  }
}
