import type { CrewOutput } from "@boathook/crew";
import { defineHook, type HookDefinition, type Inputs } from "@boathook/hooks";
import { DEFAULT_REDACTION, instanceLike, readOptions, REDACTED } from "@boathook/kernel";
import type { Message } from "@boathook/models";
import { z } from "zod";

/** Where texts are looked through. */
export type RedactedPlace = "inputs" | "messages" | "responses" | "toolResults" | "outputs";

/** What is replaced, by what, and where. */
export interface RedactOptions {
  /** Default: the forms of keys and tokens that events are cleared of, too. */
  readonly patterns?: readonly RegExp[] | undefined;
  /** Default `[REDACTED]`. */
  readonly replacement?: string | undefined;
  /** Default: everywhere. */
  readonly at?: readonly RedactedPlace[] | undefined;
}

const PLACES = ["inputs", "messages", "responses", "toolResults", "outputs"] as const;
const optionsSchema = z.strictObject({
  patterns: z
    .array(
      instanceLike<RegExp>(
        "a regular expression",
        (value) => Object.prototype.toString.call(value) === "[object RegExp]",
      ),
    )
    .min(1)
    .optional(),
  replacement: z.string().optional(),
  at: z.array(z.enum(PLACES)).min(1).optional(),
});

/** Replaces every match of the patterns in the texts of a run; one hook per place. Spread them into `hooks`. */
export function redact(options: RedactOptions = {}): readonly HookDefinition[] {
  const {
    patterns = DEFAULT_REDACTION.patterns,
    replacement = REDACTED,
    at = PLACES,
  } = readOptions(optionsSchema, options, { subject: "redact" });
  const all = patterns.map(
    (pattern) => new RegExp(pattern.source, pattern.flags.includes("g") ? pattern.flags : `${pattern.flags}g`),
  );
  const clean = (text: string): string => all.reduce((rest, pattern) => rest.replace(pattern, () => replacement), text);
  return PLACES.filter((place) => at.includes(place)).map((place) => HOOKS[place](clean));
}

type Clean = (text: string) => string;

/** A redaction that fails must not let the text through. */
const GATE = { onError: "abort" } as const;

const HOOKS: Record<RedactedPlace, (clean: Clean) => HookDefinition> = {
  inputs: (clean) =>
    defineHook("input", { ...GATE, name: "redact inputs" }, (ctx) => {
      ctx.payload = cleanData(ctx.payload, clean) as Inputs; // a record in gives a record out
    }),
  messages: (clean) =>
    defineHook("pre_model_call", { ...GATE, name: "redact messages" }, (ctx) => {
      ctx.messages = ctx.messages.map((message) => cleanMessage(message, clean));
    }),
  responses: (clean) =>
    defineHook("post_model_call", { ...GATE, bufferStreams: true, name: "redact responses" }, (ctx) =>
      changed(ctx.response, clean),
    ),
  toolResults: (clean) =>
    defineHook("post_tool_call", { ...GATE, name: "redact tool results" }, (ctx) => changed(ctx.toolResult, clean)),
  outputs: (clean) =>
    defineHook("output", { ...GATE, name: "redact outputs" }, (ctx) => {
      if (ctx.crew === undefined) return cleanData(ctx.payload, clean);
      cleanOutput(ctx.payload, clean);
      return undefined;
    }),
};

function cleanOutput(crewOutput: CrewOutput, clean: Clean): void {
  for (const output of crewOutput.tasksOutput) {
    output.raw = clean(output.raw);
    output.parsed = cleanData(output.parsed, clean);
  }
}

function changed(text: string, clean: Clean): string | undefined {
  const cleaned = clean(text);
  return cleaned === text ? undefined : cleaned;
}

function cleanMessage(message: Message, clean: Clean): Message {
  return cleanData(message, clean) as Message; // the same shape, with other texts
}

/** Plain data with every text in it cleaned; what is no plain data stays as it is. */
function cleanData(value: unknown, clean: Clean): unknown {
  if (typeof value === "string") return clean(value);
  if (Array.isArray(value)) return value.map((item) => cleanData(item, clean));
  if (typeof value !== "object" || value === null || !isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, cleanData(field, clean)]));
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
