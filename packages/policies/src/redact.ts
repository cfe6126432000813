import { defineHook, type HookDefinition } from "@boathook/hooks";
import { DEFAULT_REDACTION, instanceLike, readOptions, REDACTED } from "@boathook/kernel";
import { z } from "zod";

import { cleanMessages, cleanResult } from "./clean-values.ts";
import { Cleaner } from "./cleaner.ts";

/** Where texts are looked through. */
export type RedactedPlace = "inputs" | "messages" | "responses" | "toolResults" | "outputs";

/** What is replaced, by what, and where. */
export interface RedactOptions {
  /** What is replaced inside any text. Default, where there are no `names` either: the forms of keys and tokens that events are cleared of, too. */
  readonly patterns?: readonly RegExp[] | undefined;
  /** Fields of these names, in any spelling (`apiKey`, `api_key`), are replaced whole: in inputs, arguments, objects, and texts that are JSON. */
  readonly names?: readonly string[] | undefined;
  /** Default `[REDACTED]`. */
  readonly replacement?: string | undefined;
  /** Default: everywhere. */
  readonly at?: readonly RedactedPlace[] | undefined;
}

const PLACES = ["inputs", "messages", "responses", "toolResults", "outputs"] as const;

const pattern = instanceLike<RegExp>(
  "a regular expression",
  (value) => Object.prototype.toString.call(value) === "[object RegExp]", // also one of another realm
).refine((regexp) => "".search(regexp) === -1, "matches the empty text, and so between any two letters");

const optionsSchema = z.strictObject({
  patterns: z.array(pattern).min(1).optional(),
  names: z
    .array(z.string().regex(/[\p{L}\p{N}]/u, "expected a name with a letter or digit"))
    .min(1)
    .optional(),
  replacement: z.string().optional(),
  at: z.array(z.enum(PLACES)).min(1).optional(),
});

/** Takes secrets out of what passes in a run, one hook per place and moment. Spread them into `hooks`. */
export function redact(options: RedactOptions = {}): readonly HookDefinition[] {
  const read = readOptions(optionsSchema, options, { subject: "redact" });
  const { names = [], replacement = REDACTED, at = PLACES } = read;
  const patterns = read.patterns ?? (names.length === 0 ? DEFAULT_REDACTION.patterns : []);
  const cleaner = new Cleaner({ patterns, names, replacement });
  return PLACES.filter((place) => at.includes(place)).flatMap((place) => HOOKS[place](cleaner));
}

/** A redaction that fails must not let the text through. */
const GATE = { onError: "abort" } as const;

const HOOKS: Record<RedactedPlace, (cleaner: Cleaner) => readonly HookDefinition[]> = {
  inputs: (cleaner) => [
    defineHook("input", { ...GATE, name: "redact inputs" }, (ctx) => ifChanged(ctx.payload, cleaner.data(ctx.payload))),
  ],
  messages: (cleaner) => [
    defineHook("pre_model_call", { ...GATE, name: "redact messages" }, (ctx) => {
      const cleaned = cleanMessages(ctx.messages, cleaner);
      if (cleaned !== ctx.messages) ctx.messages = [...cleaned];
    }),
  ],
  responses: (cleaner) => [
    defineHook("post_model_call", { ...GATE, bufferStreams: true, name: "redact responses" }, (ctx) =>
      ifChanged(ctx.response, cleaner.text(ctx.response)),
    ),
  ],
  toolResults: (cleaner) => [
    defineHook("post_tool_call", { ...GATE, name: "redact tool results" }, (ctx) =>
      ifChanged(ctx.toolResult, cleaner.text(ctx.toolResult)),
    ),
  ],
  outputs: (cleaner) => [
    // Before the task's file is written, and before its callbacks and the tasks after it read it.
    defineHook("post_step", { ...GATE, kinds: ["task"], name: "redact task outputs" }, (ctx) =>
      ifChanged(ctx.payload, cleanResult(ctx.payload, cleaner)),
    ),
    defineHook("output", { ...GATE, name: "redact outputs" }, (ctx) =>
      ifChanged(ctx.payload, cleanResult(ctx.payload, cleaner)),
    ),
  ],
};

/** What a hook returns: the new value, or nothing, so that its event tells whether there was something to take out. */
function ifChanged<T>(before: unknown, after: T): T | undefined {
  return before === after ? undefined : after;
}
