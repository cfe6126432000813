import type { CallPurpose, OptionalRef } from "@boathook/hooks";
import { callModel, parseOutput, type Llm, type Message } from "@boathook/models";
import type { Schema } from "@boathook/tools";

import type { AgentRef, CrewRef, TaskRef } from "../ref-types.ts";

/** A question to a model whose answer is to be an object. */
export interface ObjectQuestion<T> {
  readonly llm: Llm;
  readonly purpose: CallPurpose;
  readonly system: string;
  readonly user: string;
  readonly schema: Schema<T>;
  /** False: the model is not held to the schema natively; for shapes that services refuse. Default true. */
  readonly isNative?: boolean;
  /** Whose question it is, as hooks see it. */
  readonly agent?: AgentRef | undefined;
  readonly task?: TaskRef | undefined;
  readonly crew?: CrewRef | undefined;
  readonly executor?: OptionalRef<"executor">;
}

/** The object, or what was wrong with the last of the answers. */
export type ObjectAnswer<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string; readonly attempts: number };

const MAX_ANSWERS = 3;

/** Asks a model for an object. An answer that does not fit is asked for again, with what was wrong, up to three times in all. */
export async function askForObject<T>(question: ObjectQuestion<T>): Promise<ObjectAnswer<T>> {
  const messages: Message[] = [
    { role: "system", content: question.system },
    { role: "user", content: question.user },
  ];
  for (let attempts = 1; ; attempts += 1) {
    const { text, parsed } = await callFor(question, messages);
    if (parsed !== undefined) return { ok: true, value: parsed as T }; // callModel checked it by this very schema
    const read = await parseOutput(question.schema, text);
    if (read.ok) return read;
    if (attempts === MAX_ANSWERS) return { ok: false, error: read.error, attempts };
    messages.push(
      { role: "assistant", content: text },
      { role: "user", content: `That cannot be read: ${read.error}\nAnswer with the JSON object and nothing else.` },
    );
  }
}

function callFor<T>(question: ObjectQuestion<T>, messages: Message[]) {
  const { llm, purpose, schema, isNative = true, agent, task, crew, executor } = question;
  const outputSchema = isNative ? schema : undefined;
  return callModel({ llm, messages, purpose, outputSchema, agent, agentRole: agent?.role, task, crew, executor });
}
