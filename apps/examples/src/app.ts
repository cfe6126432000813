import { parseArgs } from "node:util";

import type { ModelSource } from "boathook";

/** What an example app is started with, and how it talks to whoever started it. */
export interface AppCall {
  readonly positionals: readonly string[];
  /** The values of the app's own options. */
  readonly options: Readonly<Record<string, string | undefined>>;
  /** The model that was asked for; by default the app's offline one. */
  readonly model: ModelSource;
  readonly signal: AbortSignal;
  readonly write: (line: string) => void;
}

/** An example that can be started from a command line. */
export interface App {
  readonly usage: string;
  /** Names of options with a value, beside `--model`. */
  readonly options: readonly string[];
  /** Answers like a model would, without one. */
  readonly offlineModel: () => ModelSource;
  readonly run: (call: AppCall) => Promise<void>;
}

const CANCELLED = 130;

/** Runs an app with the arguments of a command line; gives the exit code: 0, 1 for a failure, 2 for wrong arguments, 130 for Ctrl-C. */
export async function runApp(app: App, args: readonly string[]): Promise<number> {
  const write = (line: string): void => {
    process.stdout.write(`${line}\n`);
  };
  let call: Omit<AppCall, "signal" | "write">;
  try {
    call = readCall(app, args);
  } catch (error) {
    write(`${messageOf(error)}\nUsage: ${app.usage}`);
    return 2;
  }
  const stop = new AbortController();
  const stopNow = (): void => {
    stop.abort(new Error("stopped by Ctrl-C"));
  };
  process.once("SIGINT", stopNow);
  try {
    await app.run({ ...call, signal: stop.signal, write });
    return 0;
  } catch (error) {
    write(stop.signal.aborted ? "The run was cancelled." : messageOf(error));
    return stop.signal.aborted ? CANCELLED : 1;
  } finally {
    process.removeListener("SIGINT", stopNow);
  }
}

function readCall(app: App, args: readonly string[]): Omit<AppCall, "signal" | "write"> {
  const names = ["model", ...app.options];
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: Object.fromEntries(names.map((name) => [name, { type: "string" as const }])),
  });
  const { model, ...options } = values as Record<string, string | undefined>; // every option is a text
  return { positionals, options, model: model ?? app.offlineModel() };
}

function messageOf(error: unknown): string {
  const { message } = error as { message?: unknown };
  return typeof message === "string" ? message : String(error);
}
