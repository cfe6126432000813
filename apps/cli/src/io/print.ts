import { toRedactedJson } from "@boathook/kernel";

import type { Answer } from "../command.ts";
import type { Failure } from "./failure.ts";

/** Prints what a command gave: its lines, or one document `{ "success": true, "data": … }`. */
export function printAnswer({ data, lines }: Answer, isJson: boolean): void {
  if (isJson) writeJson({ success: true, data });
  else for (const line of lines) process.stdout.write(`${line}\n`);
}

/** Prints a failure: to standard error, with `--json` as `{ "success": false, "error": { code, message, faults? } }` to standard output. */
export function printFailure(
  { code, message, faults }: Failure,
  { isJson, trace }: { readonly isJson: boolean; readonly trace: unknown },
): void {
  if (isJson) writeJson({ success: false, error: { code, message, ...(faults.length > 0 && { faults }) } });
  else process.stderr.write(`boathook: ${message}\n`);
  const { stack } = (trace ?? {}) as { stack?: unknown };
  if (typeof stack === "string") process.stderr.write(`${stack}\n`);
}

/** Without secrets, and whatever stands in it: circles, huge numbers, dates. */
function writeJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(toRedactedJson(value), undefined, 2)}\n`);
}
