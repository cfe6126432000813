import { describe, expect, it } from "@jest/globals";
import { childFrame, RunCancelledError, runInFrame, type Clock } from "@boathook/kernel";
import fc from "fast-check";

import { llm, RateLimit } from "../../src/index.ts";
import { handMade, V3 } from "../support/hand-made-model.ts";
import { keptLogger, withServices } from "../support/recording.ts";
import { Scripted } from "../support/scripted.ts";

/** A clock that is moved by hand. */
class HandClock implements Clock {
  time = 0;
  readonly #sleepers: { readonly at: number; readonly wake: () => void }[] = [];

  now(): number {
    return this.time;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#sleepers.push({ at: this.time + ms, wake: resolve });
      signal?.addEventListener("abort", () => {
        reject(new RunCancelledError(signal.reason));
      });
    });
  }

  async advanceTo(time: number): Promise<void> {
    this.time = time;
    for (const sleeper of this.#sleepers.splice(0)) {
      if (sleeper.at <= time) sleeper.wake();
      else this.#sleepers.push(sleeper);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const never = new AbortController().signal;

describe("a rate limit", () => {
  it("lets a window's worth through at once, and each further one when the oldest leaves the window", async () => {
    const clock = new HandClock();
    await withServices({ clock }, async () => {
      const limit = new RateLimit(2);
      const done: string[] = [];
      const take = (name: string): void => {
        void Promise.resolve(limit.take(never)).then(() => done.push(`${name}@${clock.time}`));
      };
      take("a");
      await clock.advanceTo(20_000);
      take("b");
      take("c");
      take("d");
      take("e");
      for (const time of [59_999, 60_000, 79_999, 80_000, 119_999, 120_000]) await clock.advanceTo(time);
      expect(done).toEqual(["a@20000", "b@59999", "c@60000", "d@80000", "e@120000"]);
    });
  });

  it("gives the turn of somebody who was cancelled to who comes next", async () => {
    const clock = new HandClock();
    await withServices({ clock }, async () => {
      const limit = new RateLimit(1);
      const stop = new AbortController();
      expect(limit.take(never)).toBeUndefined();
      const cancelled = limit.take(stop.signal);
      stop.abort("enough");
      await expect(cancelled).rejects.toMatchObject({ code: "run_cancelled" });
      let isDone = false;
      void limit.take(never)?.then(() => (isDone = true));
      await clock.advanceTo(60_000);
      expect(isDone).toBe(true);
    });
  });

  it("never lets more than its number through in any window, whatever comes when", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.tuple(fc.integer({ min: 0, max: 40_000 }), fc.boolean()), { maxLength: 25 }),
        async (perMinute, arrivals) => {
          const clock = new HandClock();
          const passed: number[] = [];
          await withServices({ clock }, async () => {
            const limit = new RateLimit(perMinute);
            for (const [pause, isCancelled] of arrivals) {
              await clock.advanceTo(clock.time + pause);
              const stop = new AbortController();
              const turn = limit.take(stop.signal);
              if (turn === undefined) passed.push(clock.time);
              else
                turn.then(
                  () => passed.push(clock.time),
                  () => undefined,
                );
              if (isCancelled) stop.abort();
            }
            for (let step = 0; step < 60; step += 1) await clock.advanceTo(clock.time + 30_000);
          });
          const crowded = passed.filter((at, index) => (passed[index + perMinute] ?? Infinity) < at + 60_000);
          return crowded.length === 0;
        },
      ),
      { numRuns: 60 },
    );
  });

  it("counts every attempt of a call, retries included", async () => {
    const clock = new HandClock();
    await withServices({ clock, logger: keptLogger() }, async () => {
      const model = new Scripted([Object.assign(new Error("busy"), { code: "ECONNRESET" }), "late"]);
      const answer = runInFrame(childFrame({ rateLimit: new RateLimit(1) }), () => llm(model).call("hi"));
      await clock.advanceTo(0);
      expect(model.requests).toHaveLength(1);
      await clock.advanceTo(1_000);
      expect(model.requests).toHaveLength(1);
      await clock.advanceTo(60_000);
      expect((await answer).text).toBe("late");
    });
  });

  it("is waited for before a call's own time limit begins, and ends with the run", async () => {
    const clock = new HandClock();
    await withServices({ clock }, async () => {
      const rateLimit = new RateLimit(1);
      const model = llm({ model: handMade(V3, { content: [{ type: "text", text: "hello" }] }), timeoutMs: 30 });
      const call = (signal?: AbortSignal) =>
        runInFrame(childFrame({ rateLimit }), () => model.call("hi", { ...(signal && { signal }) }));
      await call();
      const waiting = call();
      const stop = new AbortController();
      const cancelled = call(stop.signal);
      await new Promise((resolve) => setTimeout(resolve, 60));
      stop.abort("enough");
      await expect(cancelled).rejects.toMatchObject({ code: "run_cancelled", cause: "enough" });
      await clock.advanceTo(60_000);
      expect((await waiting).text).toBe("hello");
    });
  });
});
