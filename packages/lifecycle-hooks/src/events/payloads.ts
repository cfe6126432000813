import { z } from "zod";

import type { LifecycleEvent } from "./catalogue.ts";

/** One exchange of a conversation; a host may add fields. */
const turn = z.looseObject({ id: z.string().optional(), text: z.string().optional() });
const record = z.record(z.string(), z.unknown());
const memories = z.array(z.unknown()).readonly();
const durationMs = z.number().nonnegative();

const toolCall = { tool_name: z.string(), tool_call_id: z.string() };

/** What each event carries. Keys are snake_case; a host may add others. */
export const PAYLOADS = {
  session_start: z.looseObject({ session_id: z.string(), reason: z.string().optional() }),
  session_end: z.looseObject({ session_id: z.string(), reason: z.string().optional() }),
  pre_turn: z.looseObject({ turn }),
  post_turn: z.looseObject({
    turn,
    status: z.enum(["ok", "error", "skipped"]),
    response: z.unknown().optional(),
    error: z.unknown().optional(),
  }),
  turn_complete: z.looseObject({ turn, response: z.unknown() }),
  pre_tool_call: z.looseObject({ ...toolCall, arguments: record }),
  post_tool_call: z.looseObject({
    ...toolCall,
    arguments: record,
    result: z.unknown(),
    is_error: z.boolean(),
    duration_ms: durationMs,
  }),
  pre_memory_inject: z.looseObject({ memories }),
  post_memory_extract: z.looseObject({ memories, stage: z.literal("recall").optional() }),
  pre_memory_store: z.looseObject({ content: z.string(), metadata: record, kind: z.string() }),
  evolution_detected: z.looseObject({ pattern: z.unknown(), confidence: z.number() }),
  dream_scheduled: z.looseObject({ job_id: z.string(), scheduled_for: z.string() }),
  run_start: z.looseObject({ automation_id: z.string().optional(), trigger: z.string(), inputs: z.unknown() }),
  run_success: z.looseObject({ result: z.unknown(), duration_ms: durationMs }),
  run_failure: z.looseObject({
    error: z.unknown(),
    duration_ms: durationMs,
    cancelled: z.boolean(),
    aborted: z.boolean().optional(),
  }),
} satisfies Record<LifecycleEvent, z.ZodObject>;

/** The payload of each event as its hosts give it. */
export type LifecyclePayloads = { readonly [E in LifecycleEvent]: Readonly<z.input<(typeof PAYLOADS)[E]>> };

const partial = Object.fromEntries(
  Object.entries(PAYLOADS).map(([event, schema]) => [event, (schema as z.ZodObject).partial()]),
) as unknown as Readonly<Record<LifecycleEvent, z.ZodType>>; // the same keys

/** How a payload is read: what is there must fit, and nothing need be there. */
export function payloadSchema(event: LifecycleEvent): z.ZodType {
  return partial[event];
}

/** What is wrong with a value as the payload's key; undefined when nothing is. */
export function faultOfKey(event: LifecycleEvent, key: string, value: unknown): string | undefined {
  const schema = (PAYLOADS[event].shape as Readonly<Record<string, z.ZodType>>)[key];
  const parsed = schema?.safeParse(value);
  return parsed?.success === false ? (parsed.error.issues[0]?.message ?? "it does not fit") : undefined;
}
