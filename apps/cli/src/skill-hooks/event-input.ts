import { isPlainObject } from "@boathook/hooks";
import { faultsOf } from "@boathook/kernel";
import type { SkillEventInput } from "@boathook/skill-hooks";
import { z } from "zod";

import { UsageError } from "../io/failure.ts";

const text = z.string().optional();

/** The fields of an event as hooks read them. */
const schema = z.strictObject({
  session_id: text,
  agent_name: text,
  cwd: text,
  transcript_path: text,
  permission_mode: text,
  tool_name: text,
  tool_input: z.record(z.string(), z.unknown()).optional(),
  tool_use_id: text,
  tool_output: z.unknown().optional(),
  tool_error: text,
  duration_ms: z.number().optional(),
  denial_reason: text,
  keyword: text,
  prompt: text,
  message: text,
  stop_hook_active: z.boolean().optional(),
  last_assistant_message: text,
  failure_error: text,
  compact_summary: text,
  config_path: text,
  skill_names: z.array(z.string()).optional(),
  subagent_name: text,
  subagent_mode: text,
  subagent_task: text,
  subagent_result: text,
  subagent_status: text,
  attempt: z.number().optional(),
  task_id: text,
  task_subject: text,
  task_description: text,
  task_result: text,
  task_status: text,
});

/** Keys of a recorded event that say what the event is; they tell the hooks nothing new. */
const IGNORED = new Set(["event", "hook_event_name", "timestamp"]);

/** Reads the fields of an event, with the names that hooks see (`tool_name`); others are refused with the nearest name. */
export function readEventInput(value: unknown, file: string): SkillEventInput {
  if (!isPlainObject(value)) throw new UsageError(`--input: "${file}": expected a JSON object`);
  const fields = Object.fromEntries(Object.entries(value).filter(([key]) => !IGNORED.has(key)));
  const read = schema.safeParse(fields);
  if (!read.success) throw UsageError.ofFaults(faultsOf(read.error, schema).map((fault) => ({ ...fault, file })));
  return Object.fromEntries(Object.entries(read.data).map(([key, field]) => [camel(key), field]));
}

function camel(key: string): string {
  return key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
