import path from "node:path";

import { ClockService, currentFrame, RedactionService, service, toRedactedJson } from "@boathook/kernel";

import { appendLine } from "../append-line.ts";
import type { CrewRef } from "../ref-types.ts";

/** One line of the output log. */
export interface OutputLogEntry {
  readonly status: "started" | "completed" | "failed" | "skipped";
  readonly task: string;
  readonly agent: string;
  /** What the task gave. */
  readonly output?: string | undefined;
  readonly error?: unknown;
}

/**
 * Writes an entry as one line of JSON to the crew's `outputLogFile`, with the time, the crew and the execution; nothing where the crew has none.
 * Secrets are left out as they are in events. What cannot be written fails the task.
 */
export function logOutput(crew: CrewRef | undefined, entry: OutputLogEntry): Promise<void> | undefined {
  if (crew === undefined) return undefined;
  const { outputLogFile, outputDir = process.cwd() } = crew.options;
  if (outputLogFile === undefined) return undefined;
  const { execution } = currentFrame();
  const line = toRedactedJson(
    {
      timestamp: new Date(service(ClockService).now()).toISOString(),
      executionId: execution?.id,
      crew: crew.name,
      ...entry,
    },
    service(RedactionService),
  );
  return appendLine(path.resolve(outputDir, outputLogFile), JSON.stringify(line));
}
