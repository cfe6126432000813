import { defineHook, HookAborted, type HookDefinition, type LlmCallHookContext } from "@boathook/hooks";
import { ClockService, currentFrame, readOptions, service, type Execution } from "@boathook/kernel";
import type {} from "@boathook/models";
import { z } from "zod";

import { oncePerCall } from "./once-per-call.ts";

/** Stops an agent that has asked its model `rounds` times in one execution. */
export function limitIterations(rounds: number): HookDefinition {
  const limit = readOptions(z.int().positive(), rounds, { subject: "limitIterations", path: "rounds" });
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

/** What a run has used so far, beside the tokens that its meter counts. */
interface Used {
  calls: number;
  readonly startedAt: number;
}

/** Blocks model calls of a run that has used its budget. Each run has the whole budget to itself. */
export function budget(limits: Budget): HookDefinition {
  const read = readOptions(budgetSchema, limits, { subject: "budget" });
  const { tokens = Infinity, calls = Infinity, seconds = Infinity } = read;
  const runs = new WeakMap<Execution, Used>(); // gone with the run
  const check = (): void => {
    const { execution, usage } = currentFrame();
    if (execution === undefined) return; // every model call has one
    const now = service(ClockService).now();
    const used = runs.get(execution) ?? { calls: 0, startedAt: now };
    runs.set(execution, used);
    if (used.calls >= calls) throw over(`${calls} model calls`);
    if ((usage?.outermost.total().totalTokens ?? 0) >= tokens) throw over(`${tokens} tokens`);
    if (now - used.startedAt >= seconds * 1_000) throw over(`${seconds} seconds`);
    used.calls += 1;
  };
  return defineHook(
    "pre_model_call",
    { onError: "abort", name: "budget" },
    oncePerCall<LlmCallHookContext, void>(check),
  );
}

function over(what: string): HookAborted {
  return new HookAborted(`the run has used its budget of ${what}`, "budget");
}
