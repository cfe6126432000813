import { isAbsolute, resolve } from "node:path";

import { readOptions } from "@boathook/kernel";
import { z } from "zod";

import { tool } from "../define-tool.ts";
import { childEnvironment } from "../process/child-environment.ts";
import type { ToolFailure } from "../tool-failure.ts";
import type { Tool } from "../tool.ts";
import { runCommand } from "./shell/run-command.ts";

/** What `shellTool` is told. */
export interface ShellOptions {
  /** The programs that may be run: names that are looked up in PATH, or absolute paths. What they are able to do, the model is able to do. */
  allow: readonly string[];
  /** The folder they run in. */
  cwd: string;
  /** Variables of their environment. */
  env?: Readonly<Record<string, string>> | undefined;
  /** Names of variables of this process that they get, too. Without being named, only those without secrets are passed on: PATH, language, time zone. */
  passEnv?: readonly string[] | undefined;
  /** Milliseconds until a program is stopped; default 60 000. */
  timeoutMs?: number | undefined;
  /** Bytes of output that are kept, half from the beginning and half from the end; default 50 000. */
  maxOutputBytes?: number | undefined;
}

const program = z.string().refine((name) => name !== "" && (isAbsolute(name) || !/[/\\]/.test(name)), {
  error: "expected the name of a program, or an absolute path",
});

const optionsSchema = z.strictObject({
  allow: z.tuple([program], program).readonly(),
  cwd: z.string().min(1),
  env: z.record(z.string(), z.string()).optional(),
  passEnv: z.array(z.string()).readonly().optional(),
  timeoutMs: z.number().positive().optional(),
  maxOutputBytes: z.int().positive().optional(),
});

const text = z
  .string()
  .max(100_000)
  .refine((value) => !value.includes("\0"), { error: "expected a text without NUL" });

/** What a model writes to run a program. */
export interface ShellInput {
  program: string;
  args?: string[] | undefined;
  stdin?: string | undefined;
}

/**
 * `shell`: runs one of the allowed programs, without a shell in between: arguments are passed as they are, and nothing in them is interpreted.
 * An allowed program is no sandbox; put it behind a hook on `tool_permission` where a person is to decide.
 */
export function shellTool(options: ShellOptions): Tool<ShellInput, string | ToolFailure> {
  const read = readOptions(optionsSchema, options, { subject: "shell tool" });
  const { timeoutMs = 60_000, maxOutputBytes = 50_000 } = read;
  const inputSchema = z.object({
    program: z.enum(read.allow),
    args: z.array(text).max(1_000).optional().describe("Each argument by itself; no quoting, no pipes, no wildcards"),
    stdin: text.optional().describe("What the program reads"),
  });
  return tool({
    name: "shell",
    description: `Runs a program and gives its output. Allowed: ${read.allow.join(", ")}.`,
    inputSchema,
    access: "write",
    execute: (input, context) => {
      const env = childEnvironment(read.passEnv, read.env);
      return runCommand({ ...input, cwd: resolve(read.cwd), env, timeoutMs, maxOutputBytes }, context);
    },
  });
}
