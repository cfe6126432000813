import { Command, CommanderError } from "commander";
import { suggestName } from "@boathook/kernel";

import { COMMANDS } from "./command-table.ts";
import type { Answer, CommandSpec, Given } from "./command.ts";
import { failureOf, UsageError, type Failure } from "./io/failure.ts";
import { printAnswer, printFailure } from "./io/print.ts";

const DONE = 0;
const STOPPED: Failure = { code: "cancelled", message: "The command was stopped.", faults: [], exitCode: 130 };

/** Runs a command line; gives its exit code: 0, 1 for a failure, 2 for a wrong call, 130 for Ctrl-C. Everything wrong is printed, nothing thrown. */
export async function runCommandLine(argv: readonly string[]): Promise<number> {
  const isJson = argv.includes("--json");
  const isVerbose = isVerboseCall(argv);
  const stop = new AbortController();
  let exitCode = DONE;
  const program = programOf(argv, async (spec, given) => {
    exitCode = await runSpec(spec, given, { stop, isJson });
  });
  const stopNow = (): void => {
    if (!stop.signal.aborted) stop.abort(new Error("stopped by Ctrl-C"));
  };
  const isInteractive = COMMANDS.some(
    ({ name, handlesInterrupts }) => handlesInterrupts === true && argv.includes(name),
  );
  if (!isInteractive) process.once("SIGINT", stopNow);
  try {
    checkName(argv);
    await program.parseAsync([...argv], { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return DONE; // help, version
    const told = error instanceof CommanderError ? usageOf(error) : error;
    const failure = stop.signal.aborted ? STOPPED : failureOf(told);
    printFailure(failure, { isJson, trace: isVerbose ? error : undefined });
    return failure.exitCode;
  } finally {
    process.removeListener("SIGINT", stopNow);
  }
}

function isVerboseCall(argv: readonly string[]): boolean {
  return argv.includes("--verbose") || (process.env["BOATHOOK_DEBUG"] ?? "") !== "";
}

/** Of the first word that is no option. */
function checkName(argv: readonly string[]): void {
  const name = argv.find((arg) => !arg.startsWith("-"));
  const known = [...COMMANDS.map((spec) => spec.name), "help"];
  if (name === undefined || known.includes(name)) return;
  const hint = suggestName(name, known);
  throw new UsageError(`There is no command "${name}"${hint === undefined ? "" : `; ${hint}`} See boathook --help.`);
}

type Action = (spec: CommandSpec, given: Given) => Promise<void>;

function programOf(argv: readonly string[], action: Action): Command {
  const program = new Command("boathook")
    .description("Crews of agents: run them, look at their hooks, memories and recorded runs.")
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .helpCommand("help [command]", "shows the help of a command")
    .enablePositionalOptions()
    .addHelpText("after", "\nEvery command takes --json (one JSON document on standard output) and --verbose.");
  program.action(() => {
    program.outputHelp();
  });
  for (const spec of COMMANDS) addCommand(program, spec, argv, action);
  return program;
}

function addCommand(program: Command, spec: CommandSpec, argv: readonly string[], action: Action): void {
  const command = program.command(spec.name).description(spec.summary).exitOverride();
  command.configureOutput({ writeErr: () => undefined });
  for (const [name, summary] of spec.args ?? []) command.argument(name, summary);
  for (const [flags, summary] of spec.options ?? []) command.option(flags, summary);
  command.option("--json", "one JSON document on standard output").option("--verbose", "stack traces of failures");
  command.action(async () => {
    for (const flags of spec.exclusive ?? []) checkExclusive(flags, argv);
    const names = command.registeredArguments.map((argument) => argument.name());
    const args = names.flatMap((name, index) => {
      const value: unknown = command.processedArgs[index];
      return value === undefined ? [] : [[name, value] as const];
    });
    const { json: _json, verbose: _verbose, ...options } = command.opts();
    await action(spec, { ...options, ...Object.fromEntries(args) });
  });
}

function checkExclusive(flags: readonly string[], argv: readonly string[]): void {
  const given = flags.filter((flag) => argv.some((arg) => arg === flag || arg.startsWith(`${flag}=`)));
  if (given.length > 1) throw new UsageError(`Give only one of ${given.join(", ")}.`);
}

interface Running {
  readonly stop: AbortController;
  readonly isJson: boolean;
}

async function runSpec(spec: CommandSpec, given: Given, { stop, isJson }: Running): Promise<number> {
  const { run } = await spec.load();
  const answer: Answer = await run(given, {
    signal: stop.signal,
    isJson,
    note: (line) => process.stderr.write(`${line}\n`),
  });
  printAnswer(answer, isJson);
  return answer.exitCode ?? DONE;
}

/** Commander's sentences begin with "error: ". */
function usageOf(error: CommanderError): UsageError {
  const text = error.message.replace(/^error: /, "");
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replaceAll("\n", " ").replace(/\.$/, "");
  return new UsageError(`${sentence}. See boathook --help.`);
}
