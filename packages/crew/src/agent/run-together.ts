import { childFrame, currentFrame, linkSignals, runInFrame } from "@boathook/kernel";
import pLimit from "p-limit";

/** Runs pieces of work, at most `atOnce` at a time; results come in their order. One that throws cancels the others, which are awaited before it leaves. */
export async function runTogether<I, T>(
  items: readonly I[],
  atOnce: number,
  work: (item: I) => Promise<T>,
): Promise<T[]> {
  const limit = pLimit(atOnce);
  const linked = linkSignals(currentFrame().signal);
  const failures: unknown[] = [];
  const guarded = async (item: I): Promise<T> => {
    try {
      if (failures.length > 0) throw failures[0]; // its turn came after another's failure
      return await work(item);
    } catch (error) {
      failures.push(error);
      linked.abort(error);
      throw error;
    }
  };
  try {
    const settled = await runInFrame(childFrame({ signal: linked.signal }), () =>
      Promise.allSettled(items.map((item) => limit(guarded, item))),
    );
    if (failures.length > 0) throw failures[0];
    return settled.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  } finally {
    linked.unlink();
  }
}
