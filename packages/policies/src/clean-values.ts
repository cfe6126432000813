import { CrewOutput, TaskOutput } from "@boathook/crew";
import type { ContentPart, Message } from "@boathook/models";
import { ToolFailure } from "@boathook/tools";

import type { Cleaner } from "./cleaner.ts";

/** Messages with clean texts; the same list when nothing was in them. */
export function cleanMessages(messages: readonly Message[], cleaner: Cleaner): readonly Message[] {
  return mapped(messages, (message) => cleanMessage(message, cleaner));
}

/** What a task, a crew or a flow gave, whatever an earlier hook has made of it. */
export function cleanResult(result: unknown, cleaner: Cleaner): unknown {
  if (TaskOutput.is(result)) return cleanTaskOutput(result, cleaner);
  if (!CrewOutput.is(result)) return cleaner.data(result);
  const tasksOutput = mapped(result.tasksOutput, (output) => cleanTaskOutput(output, cleaner));
  if (tasksOutput === result.tasksOutput) return result;
  return new CrewOutput({ tasksOutput, usage: result.usage, executionId: result.executionId });
}

/** A message with clean texts and arguments; roles, ids, names of tools and files stay. */
function cleanMessage(message: Message, cleaner: Cleaner): Message {
  switch (message.role) {
    case "system":
    case "tool":
      return changed(message, { content: cleaner.text(message.content) });
    case "user":
      return changed(message, { content: cleanContent(message.content, cleaner) });
    case "assistant": {
      const content = cleaner.text(message.content);
      const { toolCalls } = message;
      if (toolCalls === undefined) return changed(message, { content });
      return changed(message, { content, toolCalls: mapped(toolCalls, (call) => cleanCall(call, cleaner)) });
    }
  }
}

function cleanTaskOutput(output: TaskOutput, cleaner: Cleaner): TaskOutput {
  const { format, name, agentRole, usage } = output;
  const texts = {
    raw: cleaner.text(output.raw),
    parsed: cleaner.data(output.parsed),
    description: cleaner.text(output.description),
    expectedOutput: cleaner.text(output.expectedOutput),
    messages: cleanMessages(output.messages, cleaner),
    toolFailures: mapped(output.toolFailures, (failure) => cleanFailure(failure, cleaner)),
  };
  return isChanged(output, texts) ? new TaskOutput({ format, name, agentRole, usage, ...texts }) : output;
}

function cleanFailure(failure: ToolFailure, cleaner: Cleaner): ToolFailure {
  const { reason, code, retryable } = failure;
  const texts = { message: cleaner.text(failure.message), details: cleaner.data(failure.details) };
  return isChanged(failure, texts) ? new ToolFailure({ reason, code, retryable, ...texts }) : failure;
}

function cleanContent(content: string | ContentPart[], cleaner: Cleaner): string | ContentPart[] {
  if (typeof content === "string") return cleaner.text(content);
  return mapped(content, (part) => (part.type === "text" ? changed(part, { text: cleaner.text(part.text) }) : part));
}

type Call = NonNullable<Extract<Message, { role: "assistant" }>["toolCalls"]>[number];

function cleanCall(call: Call, cleaner: Cleaner): Call {
  const input = cleaner.data(call.input);
  if (call.invalidInput === undefined) return changed(call, { input });
  return changed(call, { input, invalidInput: cleaner.text(call.invalidInput) });
}

/** The object itself, or a copy with other fields where one of them differs. */
function changed<T extends object>(object: T, fields: Partial<T>): T {
  return isChanged(object, fields) ? { ...object, ...fields } : object;
}

function isChanged(object: object, fields: object): boolean {
  return Object.entries(fields).some(([key, value]) => Reflect.get(object, key) !== value);
}

/** The list itself, or a new one where an item differs. */
function mapped<T, L extends readonly T[]>(list: L & readonly T[], change: (item: T) => T): L {
  const items = list.map(change);
  return items.some((item, index) => item !== list[index]) ? (items as unknown as L) : list; // a list of the same items' kind
}
