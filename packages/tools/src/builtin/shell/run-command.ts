import { stripVTControlCharacters } from "node:util";

import { cancellationOf, startTimer, throwIfCancelled, whenAborted } from "@boathook/kernel";

import { BoundedOutput } from "../../process/bounded-output.ts";
import { ProcessGroup, type ProcessEnd } from "../../process/process-group.ts";
import type { ToolContext } from "../../tool-context.ts";
import { ToolFailure } from "../../tool-failure.ts";
import { cutText } from "../cut-text.ts";

/** One run of a program. */
export interface Command {
  readonly program: string;
  readonly args?: readonly string[] | undefined;
  readonly stdin?: string | undefined;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
}

/** Short enough that a cancelled call ends before its tool counts as one that does not stop. */
const GRACE_MS = 200;
const LONGEST_PROGRESS = 2_000;

/** Runs a program to its end, its time limit or the end of the run, and gives what it wrote. Its whole process group is gone afterwards. */
export async function runCommand(command: Command, { signal, progress }: ToolContext): Promise<string | ToolFailure> {
  throwIfCancelled(signal);
  const group = new ProcessGroup(command.program, command.args ?? [], command);
  const output = new BoundedOutput(command.maxOutputBytes);
  for (const stream of ["stdout", "stderr"] as const) {
    group.child[stream].on("data", (chunk: Buffer) => {
      output.add(chunk);
      progress(cutText(chunk.toString("utf8"), LONGEST_PROGRESS), { stream });
    });
  }
  group.child.stdin.end(command.stdin ?? "");
  const end = await endOf(group, command.timeoutMs, signal);
  if (signal.aborted) throw cancellationOf(signal);
  return describe(command, end, stripVTControlCharacters(output.toString()).trimEnd());
}

type CommandEnd = ProcessEnd | { readonly error: unknown } | "timeout";

async function endOf(group: ProcessGroup, timeoutMs: number, signal: AbortSignal): Promise<CommandEnd> {
  const limit = new AbortController();
  const unlink = whenAborted(signal, () => void group.stop(GRACE_MS));
  const cancelTimer = startTimer(timeoutMs, () => {
    limit.abort();
    void group.stop(GRACE_MS);
  });
  try {
    const end = await group.ended;
    return limit.signal.aborted ? "timeout" : end;
  } catch (error) {
    return { error };
  } finally {
    cancelTimer();
    unlink();
  }
}

function describe({ program, timeoutMs }: Command, end: CommandEnd, output: string): string | ToolFailure {
  if (end === "timeout") {
    const message = `"${program}" ran longer than ${timeoutMs} ms and was stopped. Its output:\n${output}`;
    return new ToolFailure({ reason: "timeout", message, retryable: true });
  }
  if ("error" in end) {
    const { code = "unknown" } = end.error as { code?: string }; // what spawn reports has one
    return new ToolFailure({ reason: "not_started", message: `"${program}" could not be started (${code}).`, code });
  }
  const how = end.signal === null ? `exit code ${String(end.code)}` : `ended by ${end.signal}`;
  return output === "" ? `[no output, ${how}]` : `${output}\n[${how}]`;
}
