import { isPlainObject } from "@boathook/hooks";
import { z } from "zod";

import type { SkillEvent } from "../catalogue/events.ts";
import type { HookFormat } from "../rules/format.ts";
import { answerOf, SILENT, type HookAnswer, type Permission } from "./hook-answer.ts";

/** Characters that a text of an answer may have; the rest is cut off. */
const LONGEST_TEXT = 10_000;

/** Where plain text on the standard output is for the model in Claude Code's format; in the documents' it always is. */
const PLAIN_TEXT_EVENTS: ReadonlySet<SkillEvent> = new Set(["UserPromptSubmit", "SessionStart"]);

/** What is being answered. */
export interface AnswerPlace {
  readonly event: SkillEvent;
  readonly format: HookFormat;
}

/** Reads what a hook wrote: an object says what is to happen, another text may be context for the model. */
export function readAnswer(text: string, place: AnswerPlace): HookAnswer {
  const trimmed = text.trim();
  if (trimmed === "") return SILENT;
  const parsed = objectIn(trimmed);
  if (parsed !== undefined) return readObject(parsed, place);
  const isContext = place.format === "boathook" || PLAIN_TEXT_EVENTS.has(place.event);
  return isContext ? answerOf({ context: [cut(trimmed)] }) : SILENT;
}

/** The object that the text is; undefined for plain text. */
export function objectIn(text: string): Record<string, unknown> | undefined {
  const trimmed = text.trim();
  if (!trimmed.startsWith("{") || !trimmed.endsWith("}")) return undefined;
  try {
    const parsed: unknown = JSON.parse(trimmed);
    return isPlainObject(parsed) ? parsed : undefined;
  } catch {
    return undefined; // it only looked like an object
  }
}

const text = z.string().transform(cut);
const input = z.record(z.string(), z.unknown());

/** The keys of every format, flat and nested; each is read by itself, so that one wrong key does not hide the others. */
const FLAT = {
  decision: z.enum(["allow", "deny", "ask", "block", "approve"]),
  reason: text,
  permission_decision: z.enum(["allow", "deny", "ask"]),
  permission_reason: text,
  modified_input: input,
  updatedInput: input,
  message: text,
  systemMessage: text,
  injected_context: text,
  additionalContext: text,
  continue_reason: text,
  continue: z.boolean(),
  stopReason: text,
  retry: z.boolean(),
};
const NESTED = {
  permissionDecision: z.enum(["allow", "deny", "ask", "defer"]),
  permissionDecisionReason: text,
  updatedInput: input,
  additionalContext: text,
  updatedToolOutput: z.unknown(),
  updatedMCPToolOutput: z.unknown(),
  decision: z.looseObject({
    behavior: z.enum(["allow", "deny"]),
    message: text.optional(),
    updatedInput: input.optional(),
  }),
  retry: z.boolean(),
};

type Read<S extends Record<string, z.ZodType>> = { [K in keyof S]?: z.infer<S[K]> | undefined };

function readObject(given: Record<string, unknown>, place: AnswerPlace): HookAnswer {
  const notices: string[] = [];
  const flat = readKeys(FLAT, given, "", notices);
  const nested = readSpecific(given["hookSpecificOutput"], place.event, notices);
  return {
    ...decided(flat, nested),
    modifiedInput: inputOf(flat, nested),
    modifiedOutput: outputOf(nested.updatedToolOutput ?? nested.updatedMCPToolOutput),
    messages: present(flat.message, flat.systemMessage),
    context: present(flat.injected_context, flat.additionalContext, nested.additionalContext),
    continueReason: flat.continue_reason,
    halt: haltOf(flat, place, notices),
    retry: flat.retry === true || nested.retry === true,
    notices,
  };
}

function readSpecific(specific: unknown, event: SkillEvent, notices: string[]): Read<typeof NESTED> {
  if (!isPlainObject(specific)) return {};
  const named = specific["hookEventName"];
  if (named !== undefined && named !== event)
    notices.push(`hookSpecificOutput is for ${JSON.stringify(named)}, not for ${event}`);
  return readKeys(NESTED, specific, "hookSpecificOutput.", notices);
}

function inputOf(flat: Read<typeof FLAT>, nested: Read<typeof NESTED>): HookAnswer["modifiedInput"] {
  return nested.updatedInput ?? nested.decision?.updatedInput ?? flat.updatedInput ?? flat.modified_input;
}

/** A deny in any of the keys is a deny; then an ask; then an allow. */
function decided(flat: Read<typeof FLAT>, nested: Read<typeof NESTED>): Pick<HookAnswer, "decision" | "reason"> {
  const said: readonly (readonly [Permission | undefined, string | undefined])[] = [
    [permissionOf(nested.permissionDecision), nested.permissionDecisionReason],
    [nested.decision?.behavior, nested.decision?.message],
    [flat.permission_decision, flat.permission_reason],
    [permissionOf(flat.decision), flat.reason ?? flat.message],
  ];
  for (const decision of ["deny", "ask", "allow"] as const) {
    const found = said.find(([one]) => one === decision);
    if (found !== undefined) return { decision, reason: found[1] ?? flat.reason };
  }
  return { decision: undefined, reason: flat.reason };
}

/** Who wants somebody else to decide later wants a person to be asked. */
function permissionOf(said: string | undefined): Permission | undefined {
  if (said === undefined) return undefined;
  if (said === "block" || said === "deny") return "deny";
  return said === "ask" || said === "defer" ? "ask" : "allow";
}

/** In the documents' format it only ended the row of hooks, which would hide later answers: it does not count. */
function haltOf(flat: Read<typeof FLAT>, { format }: AnswerPlace, notices: string[]): string | undefined {
  if (flat.continue !== false) return undefined;
  if (format === "claude-code") return flat.stopReason ?? "a hook stopped the agent";
  notices.push("`continue: false` does not keep other hooks from being heard");
  return undefined;
}

function outputOf(output: unknown): string | undefined {
  if (output === undefined) return undefined;
  return typeof output === "string" ? output : JSON.stringify(output);
}

function readKeys<S extends Record<string, z.ZodType>>(
  schemas: S,
  given: Record<string, unknown>,
  base: string,
  notices: string[],
): Read<S> {
  const read: Record<string, unknown> = {};
  for (const [key, schema] of Object.entries(schemas)) {
    const value = given[key];
    if (value === undefined || value === null) continue;
    const parsed = schema.safeParse(value);
    if (parsed.success) read[key] = parsed.data;
    else notices.push(`${base}${key}: ${parsed.error.issues[0]?.message ?? "cannot be read"}`);
  }
  return read as Read<S>; // each key was read by its own schema
}

function present(...texts: readonly (string | undefined)[]): string[] {
  return texts.filter((one): one is string => one !== undefined && one !== "");
}

function cut(long: string): string {
  return long.length <= LONGEST_TEXT ? long : `${long.slice(0, LONGEST_TEXT)}…`;
}
