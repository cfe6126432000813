import { isPlainObject } from "@boathook/hooks";

/** A text-mode answer, read. `said` is what goes into the conversation: nothing that the model made up of an observation. */
export type TextAnswer =
  | { readonly kind: "final"; readonly text: string; readonly said: string }
  | { readonly kind: "action"; readonly tool: string; readonly input: ActionInput; readonly said: string }
  | { readonly kind: "broken"; readonly said: string };

/** The arguments, or the text that was no JSON object. */
export interface ActionInput {
  readonly input: Record<string, unknown>;
  readonly invalidInput?: string;
}

/**
 * Reads a text-mode answer: `Final Answer:` ends the work (the last one counts, and it wins over an action); `Action:` with `Action Input:` is a
 * tool call; an action without input is broken; any other text is the final answer.
 */
export function readTextAnswer(text: string): TextAnswer {
  const finalAt = lastMatch(text, /^[ \t>*_]*Final Answer[*_]*[ \t]*:[*_]*[ \t]*/gim);
  if (finalAt !== undefined) return { kind: "final", text: text.slice(finalAt).trim(), said: text };
  const action = /^[ \t>*_]*Action[*_]*[ \t]*:[*_]*[ \t]*(.*)$/im.exec(text);
  if (action === null) return { kind: "final", text: text.trim(), said: text };
  return readAction(text, unquote((action[1] ?? "").trim()));
}

function readAction(text: string, tool: string): TextAnswer {
  const beforeObservation = text.replace(/^[ \t>*_]*Observation[*_]*[ \t]*:[\s\S]*$/im, "").trimEnd();
  const input = /^[ \t>*_]*Action Input[*_]*[ \t]*:[*_]*([\s\S]*)$/im.exec(beforeObservation)?.[1]?.trim();
  if (tool === "" || input === undefined || input === "") return { kind: "broken", said: beforeObservation };
  return { kind: "action", tool, input: readInput(input), said: beforeObservation };
}

function readInput(raw: string): ActionInput {
  try {
    const value: unknown = JSON.parse(raw);
    if (isPlainObject(value)) return { input: value };
  } catch {
    // The tool call says what is wrong with it, as it does for native calls.
  }
  return { input: {}, invalidInput: raw };
}

function unquote(name: string): string {
  return name.replace(/^[`"'[*_]+|[`"'\]*_]+$/g, "");
}

function lastMatch(text: string, pattern: RegExp): number | undefined {
  let end: number | undefined;
  for (const match of text.matchAll(pattern)) end = match.index + match[0].length;
  return end;
}
