import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { describe, expect, it } from "@jest/globals";
import "@boathook/testing/reset";

import { Continue, ContinueWith, makeRegistry, registerAll } from "./support.ts";

setFlagsFromString("--expose-gc");
/** What is not collected says nothing of what is kept. */
const collect = runInNewContext("gc") as () => void;
const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

describe("10 000 publishes", () => {
  it("leave no timer behind, and no memory", async () => {
    const { registry } = makeRegistry();
    registerAll(registry, {
      sync: () => Continue,
      async: async (_ctx, { signal }) => {
        await Promise.resolve(signal.aborted);
        return ContinueWith({ a: 1 });
      },
      parallel: { mode: "parallel", handler: () => Promise.resolve(Continue) },
      other: {
        mode: "parallel",
        scope: "agent-1",
        handler: () => new Promise((resolve) => setImmediate(resolve, Continue)),
      },
    });
    const publishMany = async (count: number): Promise<void> => {
      for (let i = 0; i < count; i += 100) {
        const batch = Array.from({ length: 100 }, (_, at) =>
          registry.publish("pre_turn", { agentId: `agent-${at % 7}`, payload: { turn: { text: "x".repeat(1_000) } } }),
        );
        for (const { ran } of await Promise.all(batch)) if (ran.length < 3) throw new Error("a hook was lost");
      }
    };
    const used = (): number => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    await publishMany(2_000); // until everything is compiled
    const [before, timersBefore] = [used(), timers()];
    await publishMany(10_000);
    expect(timers()).toBeLessThanOrEqual(timersBefore);
    // A leak of one context per publish would be 10 MB at least.
    expect(used() - before).toBeLessThan(5_000_000);
  }, 60_000);

  it("detached: all of them run, in order per conversation, and nothing is left", async () => {
    const { registry } = makeRegistry({ maxWaiting: 10_000 });
    const last = new Map<string, number>();
    let outOfOrder = 0;
    registerAll(
      registry,
      {
        order: async ({ conversationId = "", query }) => {
          if ((last.get(conversationId) ?? -1) > Number(query)) outOfOrder += 1;
          last.set(conversationId, Number(query));
          await Promise.resolve();
        },
      },
      "turn_complete",
    );
    const timersBefore = timers();
    for (let i = 0; i < 10_000; i += 1) {
      registry.publishDetached("turn_complete", { conversationId: `c${i % 50}`, query: String(i) });
    }
    await registry.idle();
    expect([registry.detached, outOfOrder, last.size]).toEqual([
      { running: 0, waiting: 0, completed: 10_000, refused: 0 },
      0,
      50,
    ]);
    expect(timers()).toBeLessThanOrEqual(timersBefore);
  }, 60_000);
});
