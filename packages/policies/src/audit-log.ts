import { appendFile } from "node:fs/promises";

import { defineHook, type HookDefinition } from "@boathook/hooks";
import { ClockService, currentFrame, readOptions, RedactionService, service, toRedactedJson } from "@boathook/kernel";
import { z } from "zod";

/** Where the log goes. */
export interface AuditLogOptions {
  /** Lines of JSON are added at its end; the file is made when it is not there. */
  readonly file: string;
}

const optionsSchema = z.strictObject({ file: z.string().min(1) });

/**
 * Writes every tool call and every model answer as one line of JSON, without secrets. A line is in the file before the run goes on; a line that
 * cannot be written stops the run. Spread the hooks into `hooks`.
 */
export function auditLog(options: AuditLogOptions): readonly HookDefinition[] {
  const { file } = readOptions(optionsSchema, options, { subject: "auditLog" });
  const lines = new LineWriter(file);
  const gate = { onError: "abort" } as const;
  return [
    defineHook("post_tool_call", { ...gate, name: "audit tools" }, (ctx) =>
      lines.add({
        what: "tool_call",
        agent: ctx.agentRole,
        tool: ctx.toolName,
        input: ctx.toolInput,
        result: ctx.toolResult,
        blocked: ctx.blocked,
      }),
    ),
    defineHook("post_model_call", { ...gate, name: "audit models" }, (ctx) =>
      lines.add({ what: "model_call", agent: ctx.agentRole, purpose: ctx.purpose, response: ctx.response }),
    ),
  ];
}

/** Adds lines one after another, so that two never mix. */
class LineWriter {
  readonly #file: string;
  #last: Promise<unknown> = Promise.resolve();

  constructor(file: string) {
    this.#file = file;
  }

  add(fields: object): Promise<void> {
    const at = new Date(service(ClockService).now()).toISOString();
    const line = toRedactedJson(
      { at, executionId: currentFrame().execution?.id, ...fields },
      service(RedactionService),
    );
    const written = this.#last.then(() => appendFile(this.#file, `${JSON.stringify(line)}\n`));
    this.#last = written.catch(() => undefined); // said to whoever waits for this very line
    return written;
  }
}
