import type { Readable } from "node:stream";

import { whenAborted } from "@boathook/kernel";
import { BoundedOutput, childEnvironment, ProcessGroup, type ProcessEnd } from "@boathook/tools";
import { z } from "zod";

import { answerOf, SILENT, type HookAnswer } from "../answer/hook-answer.ts";
import { objectIn, readAnswer } from "../answer/read-answer.ts";
import { SkillHookFailure, type ActionCall, type ActionType } from "./action-type.ts";
import { findSandbox, type Launch } from "./sandbox.ts";

const MAX_COMMAND_BYTES = 32 * 1024;
const MAX_OUTPUT_BYTES = 1024 * 1024;
/** What is given to end after SIGTERM. */
const GRACE_MS = 2_000;

const command = z
  .string()
  .refine((text) => text.trim() !== "", { error: "expected a command" })
  .refine((text) => Buffer.byteLength(text) <= MAX_COMMAND_BYTES, { error: "a command has at most 32 KiB" });
const environment = {
  env: z.record(z.string(), z.string()).optional(),
  passEnv: z.array(z.string().min(1)).optional(),
  sandbox: z.literal("bubblewrap").optional(),
};
const ours = z.strictObject({ command, shell: z.enum(["bash", "sh"]).optional(), ...environment });
const theirs = z.strictObject({
  command,
  shell: z.enum(["bash", "sh"]).optional(),
  args: z.array(z.string()).optional(),
  ...environment,
});

/** What a `command` action says. */
type CommandOptions = z.infer<typeof theirs>;

/** Runs a command: the event on its standard input, its verdict in its exit code and on its standard output. */
export const commandAction: ActionType<CommandOptions> = {
  type: "command",
  schema: (format) => (format === "boathook" ? ours : theirs),
  run: async (options, call) => {
    const { end, stdout, stderr } = await runProcess(options, call);
    return verdictOf(end, { stdout, stderr }, call);
  },
};

interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

/** 2 blocks, whatever the output says; every other code that is not 0 says nothing, unless the output is an object of Claude Code's format. */
function verdictOf(end: ProcessEnd, output: Output, { event, source }: ActionCall): HookAnswer {
  const { format } = source;
  const hasObject = objectIn(output.stdout) !== undefined;
  const answer = end.code === 0 || hasObject ? readAnswer(output.stdout, { event, format }) : SILENT;
  if (end.code === 2) return blocked(answer, output.stderr.trim());
  if (end.code === 0 || (format === "claude-code" && hasObject)) return answer;
  const how = end.signal === null ? `exit code ${String(end.code)}` : `ended by ${end.signal}`;
  throw new SkillHookFailure(`${how}: ${firstLine(output.stderr)}`);
}

function blocked(answer: HookAnswer, stderr: string): HookAnswer {
  const said = answer.decision === "deny" ? answer.reason : undefined;
  const fallback = stderr === "" ? "the hook blocked it (exit code 2)" : stderr;
  return answerOf({ ...answer, decision: "deny", reason: said ?? fallback });
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0]?.slice(0, 500) ?? "";
}

/** The shell of the format, without start-up files: bash takes a socket on its standard input for a login from the network, and reads them. */
function launchOf(options: CommandOptions, call: ActionCall): Launch {
  const shell = options.shell ?? (call.source.format === "boathook" ? "bash" : "sh");
  const flags = shell === "bash" ? ["--norc", "--noprofile"] : [];
  const launch: Launch =
    options.args === undefined
      ? { program: shell, args: [...flags, "-c", options.command] }
      : { program: options.command, args: options.args };
  return options.sandbox === undefined ? launch : findSandbox(launch, call.services.projectDir);
}

async function runProcess(options: CommandOptions, call: ActionCall): Promise<Output & { readonly end: ProcessEnd }> {
  const { program, args } = launchOf(options, call);
  const cwd = call.source.format === "boathook" ? call.source.folder : call.services.projectDir;
  const group = new ProcessGroup(program, args, { cwd, env: environmentOf(options, call) });
  const stdout = collect(group.child.stdout);
  const stderr = collect(group.child.stderr);
  group.child.stdin.end(`${JSON.stringify(call.json)}\n`); // whoever does not read it is not waited for
  const unlink = whenAborted(call.signal, () => void group.stop(GRACE_MS));
  try {
    return { end: await group.ended, stdout: String(stdout), stderr: String(stderr) };
  } catch (cause) {
    throw new SkillHookFailure(`"${program}" could not be started`, { cause });
  } finally {
    unlink();
  }
}

function collect(stream: Readable): BoundedOutput {
  const output = new BoundedOutput(MAX_OUTPUT_BYTES);
  stream.on("data", (chunk: Buffer) => {
    output.add(chunk);
  });
  return output;
}

/** What a hook may rely on; nothing else of ours reaches it, unless it is named. */
function environmentOf(
  { env = {}, passEnv = [] }: CommandOptions,
  { event, json, source, services }: ActionCall,
): Record<string, string> {
  return childEnvironment(["HOME", "USER", ...passEnv], {
    ...env,
    SKILL_DIR: source.folder,
    CLAUDE_PLUGIN_ROOT: source.folder,
    PROJECT_DIR: services.projectDir,
    CLAUDE_PROJECT_DIR: services.projectDir,
    SESSION_ID: textAt(json, "session_id"),
    HOOK_EVENT: event,
    CWD: textAt(json, "cwd"),
  });
}

function textAt(json: ActionCall["json"], key: string): string {
  const value = json[key];
  return typeof value === "string" ? value : "";
}
