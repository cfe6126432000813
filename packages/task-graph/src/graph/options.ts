import type { DurableEngine } from "@boathook/flow";
import { isPlainObject, type Inputs, type MaybePromise } from "@boathook/hooks";
import { instanceLike, readOptions, type RuntimeHandle } from "@boathook/kernel";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { z } from "zod";

import type { TaskHooks } from "../hooks/task-hooks.ts";
import { isWorker, type Worker } from "./worker.ts";

/**
 * What a task does to things that others use. `"read"` (default) runs beside everything; `"write"` runs beside no task that names a resource
 * and no other writer. Named resources: any number of readers, or one writer, at a time.
 */
export type Access = "read" | "write" | { readonly reads?: readonly string[]; readonly writes?: readonly string[] };

/** Checks an output. False, or a text with the reason: not accepted. */
export type Verify<O = unknown> = (
  output: O,
  context: { readonly signal: AbortSignal },
) => MaybePromise<boolean | string | void>;

/** One task of a graph; `graphTask` infers `I` and `O` from the schemas. */
export interface GraphTaskOptions<I = Inputs, O = unknown> {
  id: string;
  /** A line for people. */
  subject: string;
  /** What is to be done; default the subject. */
  description?: string | undefined;
  /** Ids of the tasks that must be done before. */
  dependencies?: readonly string[] | undefined;
  /** 0 to 10; of the tasks that are ready the highest starts first. Default 5. */
  priority?: number | undefined;
  /** Milliseconds that one attempt may take; default the graph's. */
  timeoutMs?: number | undefined;
  /** How often it is done again at most. Absent: only where a hook says so, at most 10 times. */
  maxRetries?: number | undefined;
  access?: Access | undefined;
  run: Worker<I, O>;
  /** Reads the inputs and the dependencies' outputs; what does not fit fails the task without running it. */
  inputSchema?: StandardSchemaV1<unknown, I> | undefined;
  /** Reads the output; what does not fit fails the attempt. */
  outputSchema?: StandardSchemaV1<unknown, O> | undefined;
  /** Judges the output; what is not accepted fails the attempt. */
  verify?: Verify<O> | undefined;
  /** Shown to agents that do the task. */
  acceptanceCriteria?: readonly string[] | undefined;
  metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** A task whose inputs and output have the types that its schemas read them into. */
export function graphTask<I = Inputs, O = unknown>(options: GraphTaskOptions<I, O>): GraphTaskOptions {
  return options as unknown as GraphTaskOptions; // its schemas read what its functions are called with
}

/** How long a failed attempt waits before the next where no hook decides: `initialMs`, then `factor` times as long, at most `maxMs`, of it a random part. */
export interface RetryDelay {
  initialMs: number;
  factor: number;
  maxMs: number;
  /** True: any part of it, evenly. */
  jitter: boolean;
}

/** What a graph is made of. */
export interface TaskGraphOptions {
  /** For events; default `"graph"`. */
  name?: string | undefined;
  tasks: readonly GraphTaskOptions[];
  /** In order; the first decision counts. */
  hooks?: readonly TaskHooks[] | undefined;
  /** How many tasks run at once; default 5. */
  concurrency?: number | undefined;
  /** Milliseconds that one attempt may take where its task says nothing; default 300 000. */
  timeoutMs?: number | undefined;
  /** True: after a task has failed no other one is started. Default false. */
  failFast?: boolean | undefined;
  /** Default 1 s, twice as long each time, at most 60 s, with jitter. */
  retryDelay?: Partial<RetryDelay> | undefined;
  /** How long cancelled work may take to stop, in milliseconds, before it is left to the background; default 5 000. */
  graceMs?: number | undefined;
  /** Default: those around, else the process's. */
  runtime?: RuntimeHandle | undefined;
}

/** What one run of a graph is given. */
export interface GraphRunOptions {
  /** Every task sees them. */
  inputs?: Inputs | undefined;
  /** Cancels the run. */
  signal?: AbortSignal | undefined;
  /** The name of the run: the same again, where it is recorded, goes on where that run stopped. Default a new one. */
  runId?: string | undefined;
  /** True: every attempt that ends is recorded, so that the run can go on after a crash. Default: where an `engine` is given. */
  durable?: boolean | undefined;
  /** Where it runs, and is recorded; default the runtime's. */
  engine?: DurableEngine | undefined;
}

const names = z.array(z.string().min(1)).readonly();
const anything = z.custom<never>(() => true);
const functionOf = z.custom<never>((value) => typeof value === "function", { error: "expected a function" });

export const taskSchema = z.strictObject({
  id: z
    .string()
    .min(1)
    .refine((id) => id !== "__proto__", { error: "is no name for a task" }),
  subject: z.string().trim().min(1),
  description: z.string().trim().min(1).optional(),
  dependencies: names.optional(),
  priority: z.number().min(0).max(10).optional(),
  timeoutMs: z.number().positive().optional(),
  maxRetries: z.int().min(0).max(1000).optional(),
  access: z
    .union([z.enum(["read", "write"]), z.strictObject({ reads: names.optional(), writes: names.optional() })])
    .optional(),
  run: instanceLike<Worker>("a function, or something with a kickoff", isWorker),
  inputSchema: anything.optional(),
  outputSchema: anything.optional(),
  verify: functionOf.optional(),
  acceptanceCriteria: names.optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
});

export const graphSchema = z.strictObject({
  name: z.string().min(1).default("graph"),
  tasks: z.array(z.unknown()).readonly(),
  hooks: z
    .array(z.custom<TaskHooks>(() => true))
    .readonly()
    .default([]),
  concurrency: z.int().min(1).default(5),
  timeoutMs: z.number().positive().default(300_000),
  failFast: z.boolean().default(false),
  retryDelay: z
    .strictObject({
      initialMs: z.number().min(0).default(1_000),
      factor: z.number().min(1).default(2),
      maxMs: z.number().min(0).default(60_000),
      jitter: z.boolean().default(true),
    })
    .prefault({}),
  graceMs: z.number().min(0).default(5_000),
  runtime: z.custom<RuntimeHandle>(() => true).optional(),
});

/** A graph's options, read, but for its tasks. */
export type GraphSettings = Omit<z.infer<typeof graphSchema>, "tasks">;

const runSchema = z.strictObject({
  inputs: instanceLike<Inputs>("a record", isPlainObject).optional(),
  signal: instanceLike<AbortSignal>("an AbortSignal", (value) => value instanceof AbortSignal).optional(),
  runId: z.string().min(1).optional(),
  durable: z.boolean().optional(),
  engine: instanceLike<DurableEngine>("a DurableEngine", isEngine).optional(),
});

/** Reads the options of one run. */
export function readRunOptions(given: unknown): GraphRunOptions {
  return readOptions(runSchema, given, { subject: "options of a graph's run" });
}

function isEngine(value: unknown): boolean {
  return typeof (value as { openRun?: unknown } | null | undefined)?.openRun === "function";
}
