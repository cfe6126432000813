import path from "node:path";

import { defineHook, type HookDefinition, type HookPoints } from "@boathook/hooks";
import { ClockService, currentFrame, readOptions, RedactionService, service, toRedactedJson } from "@boathook/kernel";
import "@boathook/tools"; // declares tool_permission
import { z } from "zod";

import { LineWriter } from "./line-writer.ts";
import { oncePerCall } from "./once-per-call.ts";

/** Where the log goes. */
export interface AuditLogOptions {
  /** Lines of JSON are added at its end; the file is made when it is not there, for its owner only. Its folder must be there. */
  readonly file: string;
}

const optionsSchema = z.strictObject({ file: z.string().min(1) });

type Fields = Record<string, unknown>;

/**
 * Writes what happens in a run, one line of JSON each, without secrets: runs and steps, every model's answer, and every tool call, once before
 * the tool runs and once after. A line is in the file before the run goes on; a line that cannot be written stops the run. Spread the hooks
 * into `hooks`, after those whose rewriting it is to show.
 */
export function auditLog(options: AuditLogOptions): readonly HookDefinition[] {
  const { file } = readOptions(optionsSchema, options, { subject: "auditLog" });
  const lines = new LineWriter(path.resolve(file));
  return Object.entries(RECORDS).map(([point, fieldsOf]) => recorder(lines, point as Recorded, fieldsOf as FieldsOf));
}

type FieldsOf = (ctx: HookPoints[Recorded]["context"]) => Fields;

function recorder(lines: LineWriter, point: Recorded, fieldsOf: FieldsOf): HookDefinition {
  const write = (ctx: HookPoints[Recorded]["context"]): Promise<void> => {
    const at = new Date(service(ClockService).now()).toISOString();
    const fields = { at, executionId: currentFrame().execution?.id, ...fieldsOf(ctx) };
    return lines.add(JSON.stringify(toRedactedJson(fields, service(RedactionService))));
  };
  return defineHook(point, { onError: "abort", name: `audit ${point}` }, oncePerCall(write));
}

const RECORDS = recordsOf({
  execution_start: (ctx) => ({ what: "run_started", ...ownerOf(ctx), inputs: ctx.payload }),
  tool_permission: (ctx) => ({ what: "tool_started", ...callOf(ctx), input: ctx.toolInput }),
  post_tool_call: (ctx) => ({
    what: "tool_ended",
    ...callOf(ctx),
    input: ctx.toolInput,
    result: ctx.toolResult,
    blocked: ctx.blocked,
  }),
  post_model_call: (ctx) => ({
    what: "model_answered",
    agent: ctx.agentRole,
    model: ctx.llm.modelId,
    purpose: ctx.purpose,
    response: ctx.response,
  }),
  post_step: (ctx) => ({ what: "step_ended", kind: ctx.kind, step: ctx.stepName, agent: ctx.agentRole }),
  execution_end: (ctx) => ({ what: "run_ended", ...ownerOf(ctx), status: ctx.status, error: ctx.error }),
});

type Recorded =
  "execution_start" | "tool_permission" | "post_tool_call" | "post_model_call" | "post_step" | "execution_end";

/** Holds each record to the context of its point. */
function recordsOf<T extends { readonly [P in Recorded]: (ctx: HookPoints[P]["context"]) => Fields }>(records: T): T {
  return records;
}

function ownerOf(ctx: HookPoints["execution_end"]["context"] | HookPoints["execution_start"]["context"]): Fields {
  return ctx.crew === undefined ? { flow: ctx.flow.name } : { crew: ctx.crew.name };
}

function callOf(ctx: {
  readonly agentRole: string | undefined;
  readonly toolName: string;
  readonly toolCallId: string;
}): Fields {
  return { agent: ctx.agentRole, tool: ctx.toolName, call: ctx.toolCallId };
}
