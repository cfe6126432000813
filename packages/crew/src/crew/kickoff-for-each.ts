import { childFrame, currentFrame, linkSignals, runInFrame, throwIfCancelled } from "@boathook/kernel";
import type { Inputs } from "@boathook/hooks";
import type { KickoffOptions } from "@boathook/flow";
import pLimit from "p-limit";

import type { CrewOutput } from "../output/crew-output.ts";
import type { CrewRef } from "../ref-types.ts";

/** Options of `kickoffForEach`. */
export interface ForEachOptions extends KickoffOptions {
  /** Runs at the same time; default 1. */
  concurrency?: number | undefined;
}

/** One run per inputs. `"throw"`: the first failure cancels the runs under way, starts no further one, and is thrown; `"collect"`: every outcome is given. Once cancelled, no further run is started. */
export async function kickoffForEach(
  crew: CrewRef,
  inputs: readonly Inputs[],
  options: ForEachOptions & { readonly onError?: "throw" | "collect" | undefined },
): Promise<CrewOutput[] | PromiseSettledResult<CrewOutput>[]> {
  const { concurrency = 1, onError = "throw", ...run } = options;
  const limit = pLimit(concurrency);
  const linked = linkSignals(currentFrame().signal, run.signal);
  let first: { readonly error: unknown } | undefined;
  // Inside of its turn: who comes next must know of the failure before it begins.
  const turn = async (one: Inputs): Promise<CrewOutput> => {
    try {
      throwIfCancelled(linked.signal); // a run that never began has no boundaries
      return await crew.kickoff(one, { ...run, signal: linked.signal });
    } catch (error) {
      if (onError === "throw" && first === undefined) {
        first = { error };
        linked.abort(error);
      }
      throw error;
    }
  };
  try {
    const settled = await runInFrame(childFrame({}), () => Promise.allSettled(inputs.map((one) => limit(turn, one))));
    if (first !== undefined) throw first.error;
    return onError === "collect"
      ? settled
      : settled.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  } finally {
    linked.unlink();
  }
}
