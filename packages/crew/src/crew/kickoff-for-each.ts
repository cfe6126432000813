import { childFrame, currentFrame, linkSignals, runInFrame } from "@boathook/kernel";
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

/** One run per inputs. `"throw"`: the first failure cancels the runs under way, starts no further one, and is thrown; `"collect"`: every outcome is given. */
export async function kickoffForEach(
  crew: CrewRef,
  inputs: readonly Inputs[],
  options: ForEachOptions & { readonly onError?: "throw" | "collect" | undefined },
): Promise<CrewOutput[] | PromiseSettledResult<CrewOutput>[]> {
  const { concurrency = 1, onError = "throw", ...run } = options;
  const limit = pLimit(concurrency);
  const linked = linkSignals(currentFrame().signal, run.signal);
  let first: { readonly error: unknown } | undefined;
  const start = (one: Inputs): Promise<CrewOutput> =>
    limit(() => crew.kickoff(one, { ...run, signal: linked.signal })).catch((error: unknown) => {
      if (onError === "throw" && first === undefined) {
        first = { error };
        linked.abort(error);
      }
      throw error;
    });
  try {
    const settled = await runInFrame(childFrame({}), () => Promise.allSettled(inputs.map(start)));
    if (first !== undefined) throw first.error;
    return onError === "collect"
      ? settled
      : settled.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  } finally {
    linked.unlink();
  }
}
