import { defineHook, HookAborted, type HookDefinition } from "@boathook/hooks";
import { ClockService, currentFrame, readOptions, service, type Execution } from "@boathook/kernel";
import { z } from "zod";

/** Stops an agent that has asked its model `rounds` times in one execution. */
export function limitIterations(rounds: number): HookDefinition {
  const limit = readOptions(z.int().positive(), rounds, { subject: "limitIterations" });
  return defineHook("pre_model_call", { onError: "abort", name: "limitIterations" }, ({ iterations }) => {
    if (iterations >= limit) throw new HookAborted(`the agent has used its ${limit} model rounds`, "iteration-limit");
  });
}

/** What one run may use, everything nested in it included. At least one of them. */
export interface Budget {
  /** Input and output tokens together. The call that crosses it is the last. */
  readonly tokens?: number | undefined;
  /** Model calls. */
  readonly calls?: number | undefined;
  /** Seconds since the run's first model call. */
  readonly seconds?: number | undefined;
}

const budgetSchema = z
  .strictObject({
    tokens: z.int().positive().optional(),
    calls: z.int().positive().optional(),
    seconds: z.number().positive().optional(),
  })
  .refine(
    (budget) => Object.values(budget).some((limit) => limit !== undefined),
    "give at least one of tokens, calls, seconds",
  );

/** Blocks model calls of a run that has used its budget. Each run has the whole budget to itself. */
export function budget(limits: Budget): HookDefinition {
  const {
    tokens = Infinity,
    calls = Infinity,
    seconds = Infinity,
  } = readOptions(budgetSchema, limits, { subject: "budget" });
  const runs = new WeakMap<Execution, { calls: number; readonly startedAt: number }>();
  return defineHook("pre_model_call", { onError: "abort", name: "budget" }, () => {
    const { execution, usage } = currentFrame();
    if (execution === undefined) return; // every model call has one
    const now = service(ClockService).now();
    const run = runs.get(execution) ?? { calls: 0, startedAt: now };
    runs.set(execution, run);
    if (run.calls >= calls) throw over(`${calls} model calls`);
    if ((usage?.outermost.total().totalTokens ?? 0) >= tokens) throw over(`${tokens} tokens`);
    if (now - run.startedAt >= seconds * 1_000) throw over(`${seconds} seconds`);
    run.calls += 1;
  });
}

function over(what: string): HookAborted {
  return new HookAborted(`the run has used its budget of ${what}`, "budget");
}
