import { ConfigurationError, isError, suggestName, type Fault } from "@boathook/kernel";
import type { MaybePromise } from "@boathook/hooks";
import type { FinishReason, ModelRequest, TokenUsage } from "@boathook/models";
import { z } from "zod";

/** A tool call as a scripted model asks for it. A text as `input` is the JSON that a model sent, which may be broken. */
export interface ScriptedToolCall {
  readonly name: string;
  readonly input?: Record<string, unknown> | string | undefined;
  /** By default `c1`, `c2`, … in the order in which the model gives its calls out. */
  readonly id?: string | undefined;
}

/** A reply in parts; every part has a plain default. */
export interface ScriptedAnswer {
  readonly text?: string | undefined;
  readonly toolCalls?: readonly ScriptedToolCall[] | undefined;
  readonly usage?: { readonly [K in keyof TokenUsage]?: TokenUsage[K] | undefined } | undefined;
  /** How long the model thinks, in ms; cancelling the request ends it at once. */
  readonly delayMs?: number | undefined;
  readonly finishReason?: FinishReason | undefined;
}

/** Makes a reply when its turn comes; `index` counts the requests of the model from 0. */
export type ReplyFunction = (request: ModelRequest, index: number) => MaybePromise<ScriptedReply>;

/** What a scripted model answers one request with: a text, an answer in parts, an error to throw, or a function that gives one of these. */
export type ScriptedReply = string | Error | ScriptedAnswer | ReplyFunction;

/** A reply whose functions have been called. */
export type SettledReply = Error | ScriptedAnswer;

/** A reply that asks for one tool. */
export function callTool(name: string, input: Record<string, unknown> = {}): ScriptedReply {
  return { toolCalls: [{ name, input }] };
}

/** Refuses anything that is no reply; `path` says where it stood. */
export function checkReply(reply: unknown, path: string): ScriptedReply {
  if (typeof reply === "function") return reply as ReplyFunction; // what it gives is checked when it is called
  if (typeof reply === "string" || isError(reply)) return reply;
  const parsed = answerSchema.safeParse(reply);
  if (parsed.success) return parsed.data;
  throw new ConfigurationError(
    parsed.error.issues.flatMap((issue) => toFaults(issue, path)),
    { subject: "script of a model" },
  );
}

const count = z.number().nonnegative().optional();
const callShape = {
  name: z.string().min(1),
  input: z
    .union([z.record(z.string(), z.unknown()), z.string()], {
      error: "expected a record, or the JSON text that the model sent",
    })
    .optional(),
  id: z.string().min(1).optional(),
};
const usageShape = {
  inputTokens: count,
  outputTokens: count,
  totalTokens: count,
  cachedInputTokens: count,
  reasoningTokens: count,
  requests: count,
};
const answerShape = {
  text: z.string().optional(),
  toolCalls: z.array(z.strictObject(callShape)).readonly().optional(),
  usage: z.strictObject(usageShape).optional(),
  delayMs: count,
  finishReason: z.enum(["stop", "tool-calls", "length", "content-filter", "error", "other"]).optional(),
};
const answerSchema: z.ZodType<ScriptedAnswer> = z.strictObject(answerShape, {
  error: (issue) =>
    issue.code === "invalid_type" ? "expected a text, an Error, a function or an answer in parts" : undefined,
});
const KEYS = [answerShape, callShape, usageShape].flatMap((shape) => Object.keys(shape));

function toFaults(issue: z.core.$ZodIssue, base: string): Fault[] {
  const path = [base, ...issue.path.map(String)].join(".");
  if (issue.code !== "unrecognized_keys") return [{ path, message: issue.message }];
  return issue.keys.map((key) => {
    const suggestion = suggestName(key, KEYS);
    return { path: `${path}.${key}`, message: "unknown option", ...(suggestion === undefined ? {} : { suggestion }) };
  });
}
