import type { Message } from "@boathook/models";

/** What a task asks for. */
export interface TaskRequest {
  readonly description: string;
  readonly expectedOutput: string;
  readonly context: string;
  readonly markdown: boolean;
  /** JSON Schema of the answer, where it has to be said in words; `"any"` for JSON of any shape. */
  readonly schema: object | "any" | undefined;
  /** What belongs to the task beside its texts: a trigger's payload, a conversation, the files at hand. */
  readonly notes: readonly string[];
  /** What is remembered or known of it. */
  readonly recollections: readonly string[];
  /** What earlier training taught. */
  readonly suggestions: readonly string[];
}

/** The user message of a task, as one text. */
export function taskRequest(task: TaskRequest): string {
  const parts = [`Task: ${task.description}`, ...task.notes, `Expected output: ${task.expectedOutput}`];
  if (task.markdown) parts.push("Format: write the answer as Markdown.");
  if (task.schema === "any") parts.push("Format: answer with JSON, and nothing else.");
  else if (task.schema !== undefined) {
    parts.push(
      `Format: answer with one JSON object that fits this JSON Schema, and nothing else:\n${JSON.stringify(task.schema)}`,
    );
  }
  if (task.context !== "") parts.push(`Context from earlier tasks:\n${task.context}`);
  parts.push(...task.recollections);
  if (task.suggestions.length > 0)
    parts.push(["Follow what was learned in training:", ...task.suggestions.map((one) => `- ${one}`)].join("\n"));
  return parts.join("\n\n");
}

/** Added to a task's request after an answer that a guardrail or the schema refused. */
export function retryRequest(answer: string, error: string): Message[] {
  return [
    { role: "assistant", content: answer },
    {
      role: "user",
      content: `That answer was not accepted: ${error}\nDo the task again and give a complete, corrected answer.`,
    },
  ];
}

/** Added to a task's request after a person said what is to be different. */
export function feedbackRequest(answer: string, feedback: string): Message[] {
  return [
    { role: "assistant", content: answer },
    {
      role: "user",
      content: `A person has read that answer and says:\n${feedback}\nDo the task again with that in mind and give the complete answer.`,
    },
  ];
}
