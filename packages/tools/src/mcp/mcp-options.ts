import { instanceLike } from "@boathook/kernel";
import { z } from "zod";

/** A server that is started as a child process and talked to by its standard input and output. */
export interface McpStdioSource {
  command: string;
  args?: readonly string[] | undefined;
  /** Variables of its environment; beside them it gets PATH, language, time zone, and nothing else of ours. */
  env?: Readonly<Record<string, string>> | undefined;
  /** Names of variables of this process that it gets, too. */
  passEnv?: readonly string[] | undefined;
  cwd?: string | undefined;
}

/** A server that is reached by streamable HTTP. */
export interface McpHttpSource {
  url: string | URL;
  headers?: Readonly<Record<string, string>> | undefined;
}

/** What is made of a server. */
export interface McpServerOptions {
  /** Names the server in events, errors and log lines. Default: its command or host. */
  name?: string | undefined;
  /** Which of its tools are given: their names there, or a test. Default all. */
  tools?: readonly string[] | ((name: string) => boolean) | undefined;
  /** Put before each name: `files` makes `read` to `files_read`. */
  prefix?: string | undefined;
  /** Milliseconds for one call; a server that reports progress has ten times as long. Default 60 000. */
  timeoutMs?: number | undefined;
  /** Milliseconds to connect and to list the tools; default 30 000. */
  connectTimeoutMs?: number | undefined;
  /** False: an agent works without its tools when it cannot be reached. Default true: the agent fails. */
  required?: boolean | undefined;
  /** Characters of one result that are kept; default 200 000. */
  maxResultLength?: number | undefined;
}

/** The schema of a source. */
export const sourceSchema = z.union(
  [
    z.strictObject({
      command: z.string().min(1),
      args: z.array(z.string()).readonly().optional(),
      env: z.record(z.string(), z.string()).optional(),
      passEnv: z.array(z.string()).readonly().optional(),
      cwd: z.string().min(1).optional(),
    }),
    z.strictObject({
      url: z.union([z.url({ protocol: /^https?$/ }), z.instanceof(URL)]),
      headers: z.record(z.string(), z.string()).optional(),
    }),
  ],
  { error: "expected { command, args?, env?, passEnv?, cwd? }, or { url, headers? } with an http or https address" },
);

const isFunction = (value: unknown): boolean => typeof value === "function";

/** The schema of `McpServerOptions`. */
export const optionsSchema = z.strictObject({
  name: z.string().min(1).optional(),
  tools: z
    .union([z.array(z.string()).readonly(), instanceLike<(name: string) => boolean>("a test", isFunction)])
    .optional(),
  prefix: z.string().min(1).optional(),
  timeoutMs: z.number().positive().optional(),
  connectTimeoutMs: z.number().positive().optional(),
  required: z.boolean().optional(),
  maxResultLength: z.int().positive().optional(),
});
