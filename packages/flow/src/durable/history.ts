import { ConfigurationError } from "@boathook/kernel";

import type { DurableEngine } from "../engine/durable-engine.ts";
import { UnknownRunError } from "../engine/errors.ts";
import type { StoredRun, StoredUnit } from "../engine/stored-run.ts";
import { decodeValue } from "./decode.ts";
import { isOfGraph, locationOf, unreadable } from "./journal.ts";

/** One recorded step of a run: a method that finished, and the whole state after it. */
export interface HistoryStep {
  /** From 0; `kickoff(…, { forkFrom: id, step })` starts again after it. */
  readonly step: number;
  readonly method: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly state: unknown;
}

/** What is recorded of a run, in the order in which its methods finished. An unknown id is an `UnknownRunError`. */
export async function historyOf(engine: DurableEngine, id: string): Promise<readonly HistoryStep[]> {
  const run = await engine.read(id);
  if (run === undefined) throw new UnknownRunError(id, locationOf(engine));
  return stepsOf(run).map(({ key, at, state }, step) => ({
    step,
    method: key.slice(0, key.lastIndexOf("#")),
    at,
    state: stateAt(engine, `the state after "${key}" of run "${id}"`, state),
  }));
}

/** The units of the run up to a step of its history, and the state after it. */
export function stepsUpTo(run: StoredRun, step: number): { units: readonly StoredUnit[]; state: string } {
  const steps = stepsOf(run);
  const last = steps[step];
  if (last === undefined) {
    const message = `run "${run.id}" has ${steps.length} recorded steps, there is no step ${step}`;
    throw new ConfigurationError([{ path: "step", message }], { subject: "kickoff options" });
  }
  const units = run.units.slice(0, run.units.indexOf(last) + 1).filter(isOfGraph);
  return { units, state: last.state };
}

/** The units after which the state was written. */
function stepsOf(run: StoredRun): readonly (StoredUnit & { readonly state: string })[] {
  return run.units.filter((unit): unit is StoredUnit & { readonly state: string } => unit.state !== undefined);
}

function stateAt(engine: DurableEngine, what: string, text: string): unknown {
  try {
    return decodeValue(text);
  } catch (error) {
    throw unreadable(locationOf(engine), what, error);
  }
}
