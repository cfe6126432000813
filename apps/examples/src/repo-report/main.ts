import { events } from "boathook";
import { config } from "rxjs";

import { readArguments, USAGE, type ReportRequest } from "./arguments.ts";
import { runReport } from "./run-report.ts";

const CANCELLED = 130;

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const write = (line: string): void => {
    process.stderr.write(`${line}\n`);
  };
  const watcherFailed = (error: unknown): void => {
    write(`a watcher failed: ${messageOf(error)}`);
  };
  events.errors.subscribe(({ error }) => {
    watcherFailed(error);
  });
  config.onUnhandledError = watcherFailed; // streams joined with rxjs' own `merge` report here, or the process would end
  let request: ReportRequest;
  try {
    request = readArguments(args, process.env, process.cwd());
  } catch (error) {
    write(`${messageOf(error)}\nUsage: ${USAGE}`);
    return 2;
  }
  const stop = new AbortController();
  process.once("SIGINT", () => {
    write("\nstopping … (press Ctrl-C again to leave at once)");
    process.once("SIGINT", () => process.exit(CANCELLED));
    stop.abort(new Error("stopped by Ctrl-C"));
  });
  try {
    await runReport(request, { write, signal: stop.signal });
    return 0;
  } catch (error) {
    write(stop.signal.aborted ? "The run was cancelled." : messageOf(error));
    return stop.signal.aborted ? CANCELLED : 1;
  }
}

function messageOf(error: unknown): string {
  const { message } = error as { message?: unknown };
  return typeof message === "string" ? message : String(error);
}
