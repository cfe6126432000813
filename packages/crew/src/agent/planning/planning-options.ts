import type { ModelSource } from "@boathook/models";
import { isPlainObject } from "@boathook/hooks";
import { faultsOf } from "@boathook/kernel";
import { z } from "zod";

import { modelSource } from "../model-source.ts";

/** How an agent plans its work. */
export interface PlanningOptions {
  /** The model that plans, observes and sums up; default the agent's. */
  llm?: ModelSource | undefined;
  /**
   * How closely the steps are watched. `"low"` (default): a step that failed is planned anew. `"medium"`: a model looks at every result.
   * `"high"`: it may also end the work early, or change what is left.
   */
  effort?: "low" | "medium" | "high" | undefined;
  /** Default 20. */
  maxSteps?: number | undefined;
  /** New plans for what is left, at most; default 3. */
  maxReplans?: number | undefined;
  /** Model rounds of one step; default 15. */
  maxStepIterations?: number | undefined;
  /** Milliseconds for one step; no limit by default. */
  stepTimeoutMs?: number | undefined;
}

/** The schema of the option `planning`: a boolean, or `PlanningOptions`. */
export function planningSchema(): z.ZodType<boolean | PlanningOptions> {
  return z
    .custom<boolean | PlanningOptions>(() => true)
    .check(({ value, issues }) => {
      if (typeof value === "boolean") return;
      for (const { path, message } of faultsOfPlanning(value))
        issues.push({ code: "custom", input: value, message, path: path === "" ? [] : path.split(".") });
    });
}

function faultsOfPlanning(value: unknown): { readonly path: string; readonly message: string }[] {
  if (!isPlainObject(value)) return [{ path: "", message: "expected true, false, or an object that says how" }];
  const parsed = optionsSchema.safeParse(value);
  return parsed.success ? [] : faultsOf(parsed.error, optionsSchema);
}

const optionsSchema = z.strictObject({
  llm: modelSource().optional(),
  effort: z.enum(["low", "medium", "high"]).optional(),
  maxSteps: z.int().positive().optional(),
  maxReplans: z.int().nonnegative().optional(),
  maxStepIterations: z.int().positive().optional(),
  stepTimeoutMs: z.number().positive().optional(),
});

/** The options with their defaults; undefined: the agent does not plan. */
export function planningOf(given: boolean | PlanningOptions | undefined): PlanningManner | undefined {
  if (given === undefined || given === false) return undefined;
  const { llm, stepTimeoutMs, ...options } = given === true ? NO_OPTIONS : given;
  const { effort = "low", maxSteps = 20, maxReplans = 3, maxStepIterations = 15 } = options;
  return { llm, stepTimeoutMs, effort, maxSteps, maxReplans, maxStepIterations };
}

/** `PlanningOptions`, filled in. */
export interface PlanningManner {
  readonly llm: ModelSource | undefined;
  readonly effort: "low" | "medium" | "high";
  readonly maxSteps: number;
  readonly maxReplans: number;
  readonly maxStepIterations: number;
  readonly stepTimeoutMs: number | undefined;
}

const NO_OPTIONS: PlanningOptions = {};
