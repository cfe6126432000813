import { CompiledHook, type HookDefinition, type HumanInput } from "@boathook/hooks";
import { instanceLike, readOptions } from "@boathook/kernel";
import { z } from "zod";

/** What one kickoff of a crew, a flow or an agent may be given beside its inputs. */
export interface KickoffOptions {
  /** Cancels the run when it aborts. */
  signal?: AbortSignal | undefined;
  /** Milliseconds; past it the run is cancelled and rejects with `ExecutionTimeoutError`. Absent: no limit. */
  timeoutMs?: number | undefined;
  /** Hooks of this run only, the innermost scope. */
  hooks?: readonly HookDefinition[] | undefined;
  /** The name under which the run is recorded. Absent: a new one. */
  runId?: string | undefined;
  /** True: the run is recorded, so that it can go on after a crash. Default false. */
  durable?: boolean | undefined;
  /** Who answers questions to people in this run; absent: the runtime's. */
  humanInput?: HumanInput | undefined;
  inputFiles?: Record<string, string | Uint8Array> | undefined;
  /** Carried along, for logs and traces. */
  metadata?: Record<string, string> | undefined;
}

/** The fields of `KickoffOptions`, for schemas that add their own. */
export const kickoffOptionsShape = {
  signal: instanceLike<AbortSignal>("an AbortSignal", isSignal).optional(),
  timeoutMs: z.number().positive().optional(),
  hooks: z
    .array(instanceLike<HookDefinition>("what defineHook gives", (value) => CompiledHook.is(value)))
    .readonly()
    .optional(),
  runId: z.string().min(1).optional(),
  durable: z.boolean().optional(),
  humanInput: instanceLike<HumanInput>("an object with an `ask` method", canAsk).optional(),
  inputFiles: z.record(z.string(), z.union([z.string(), instanceLike<Uint8Array>("bytes", isBytes)])).optional(),
  metadata: z.record(z.string(), z.string()).optional(),
};

const schema = z.strictObject(kickoffOptionsShape);

/** Reads the options of a kickoff; everything wrong with them is one `ConfigurationError`. Nothing given is no options. */
export function readKickoffOptions(given: unknown): KickoffOptions {
  return given === undefined ? NO_OPTIONS : readOptions(schema, given, { subject: "kickoff options" });
}

const NO_OPTIONS: KickoffOptions = {};

function isSignal(value: unknown): boolean {
  return isObject(value) && typeof value.aborted === "boolean" && typeof value.addEventListener === "function";
}

function canAsk(value: unknown): boolean {
  return isObject(value) && typeof value.ask === "function";
}

function isBytes(value: unknown): boolean {
  return ArrayBuffer.isView(value) && "byteLength" in value && value.constructor.name !== "DataView";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
