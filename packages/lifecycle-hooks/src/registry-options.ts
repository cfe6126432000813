import type { Logger } from "@boathook/kernel";
import { z } from "zod";

/** What a registry is made with. */
export interface RegistryOptions {
  /** Where its lines go; default the current run's logger. */
  readonly logger?: Logger | undefined;
  /** A JSON file that keeps what was switched on or off; without one it is kept in memory. */
  readonly stateFile?: string | undefined;
  /** How many detached publishes run at once. Default 16. */
  readonly maxDetached?: number | undefined;
  /** How many more may wait; beyond them one is refused. Default 1000. */
  readonly maxWaiting?: number | undefined;
  /** True: an abort of a parallel hook stops, once its batch has finished. Default false: it is only recorded. */
  readonly enforceParallelAbort?: boolean | undefined;
  /** For whom hooks of a profile run: its agent (default), or everybody. */
  readonly configScope?: "agent" | "global" | undefined;
}

/** The schema of `RegistryOptions`. */
export const registryOptionsSchema = z.strictObject({
  logger: z.custom<Logger>(isLogger, { error: "expected a logger with debug, info, warn and error" }).optional(),
  stateFile: z.string().min(1).optional(),
  maxDetached: z.number().int().positive().optional(),
  maxWaiting: z.number().int().nonnegative().optional(),
  enforceParallelAbort: z.boolean().optional(),
  configScope: z.enum(["agent", "global"]).optional(),
});

function isLogger(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { debug, info, warn, error } = value as Partial<Record<keyof Logger, unknown>>;
  return [debug, info, warn, error].every((write) => typeof write === "function");
}
