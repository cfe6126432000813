import "@boathook/testing/reset";

import { describe, expect, it } from "@jest/globals";
import { defineHook, InterceptionPoint, on } from "@boathook/hooks";
import { DetachedWorkService, service, systemClock } from "@boathook/kernel";

import { Flow, Listen, Start } from "../../src/index.ts";
import { delay, watch } from "../support/watch.ts";

/** Resolves after so many milliseconds, and rejects when the signal aborts. */
function work(ms: number, signal: AbortSignal): Promise<void> {
  return systemClock.sleep(ms, signal);
}

const BOOM = new Error("boom");

describe("a failing method", () => {
  class Siblings extends Flow {
    readonly log: string[] = [];
    @Start() async fails() {
      await delay(5);
      throw BOOM;
    }
    @Start() async cooperates() {
      await work(10_000, this.signal).catch((reason: unknown) => {
        this.log.push(this.signal.reason === BOOM ? "told why" : "?");
        throw reason;
      });
    }
    @Start() async stubborn() {
      await delay(40);
      this.log.push("stubborn done");
      return "not counted";
    }
    @Listen("stubborn") follower() {
      this.log.push("must not run");
    }
  }

  it("cancels its siblings and waits for them, and nothing runs afterwards", async () => {
    const flow = new Siblings();
    const { error, trail } = await watch(() => flow.kickoff());
    expect(error).toBe(BOOM);
    expect(flow.log).toEqual(["told why", "stubborn done"]);
    expect(flow.methodOutputs).toEqual([]);
    expect(trail).toEqual([
      "flow_started",
      "started fails",
      "started cooperates",
      "started stubborn",
      "failed fails",
      "failed cooperates",
      "failed stubborn",
      "flow_failed",
    ]);
    await delay(60);
    expect(flow.log).toHaveLength(2);
  });

  it("starts nothing more of what was ready", async () => {
    class Ready extends Flow {
      readonly log: string[] = [];
      @Start() a() {
        this.log.push("a");
        throw BOOM;
      }
      @Start() b() {
        this.log.push("b");
      }
    }
    const one = new Ready({ maxConcurrency: 1 });
    await expect(one.kickoff()).rejects.toBe(BOOM);
    expect(one.log).toEqual(["a"]);
  });

  it("rejects with whatever was thrown, also nothing, also from a method that is not asynchronous", async () => {
    class Throwing extends Flow<{ thrown: unknown }> {
      @Start() go() {
        throw this.state.thrown;
      }
    }
    for (const thrown of [undefined, null, "text", 0]) {
      const outcome = await new Throwing().kickoff({ thrown }).catch((error: unknown) => ({ error }));
      expect(outcome).toEqual({ error: thrown });
    }
  });
});

describe("a run that is cancelled", () => {
  class Waiting extends Flow {
    readonly log: string[] = [];
    @Start() async wait() {
      await work(10_000, this.signal);
      this.log.push("not cancelled");
    }
    @Listen("wait") after() {
      this.log.push("went on");
    }
  }

  it("stops at once, with its failed ending, and rejects with what cancelled it as the cause", async () => {
    const controller = new AbortController();
    const ends: unknown[] = [];
    on(InterceptionPoint.EXECUTION_END, (ctx) => {
      ends.push(ctx.status);
    });
    const flow = new Waiting();
    setTimeout(() => {
      controller.abort("user left");
    }, 10);
    const { error, trail } = await watch(() => flow.kickoff({}, { signal: controller.signal }));
    expect(error).toMatchObject({ code: "run_cancelled", cause: "user left" });
    expect(trail).toEqual(["flow_started", "started wait", "failed wait", "execution_end", "flow_failed"]);
    expect([flow.log, ends]).toEqual([[], ["failed"]]);
  });

  it("never begins when it was cancelled before: no method, no event, no hook", async () => {
    const flow = new Waiting();
    await expect(flow.kickoff({}, { signal: AbortSignal.abort("early") })).rejects.toMatchObject({ cause: "early" });
    const dispatched: string[] = [];
    const hooks = (["execution_start", "execution_end"] as const).map((point) =>
      defineHook(point, () => void dispatched.push(point)),
    );
    const kickoff = (signal: AbortSignal): Promise<unknown> =>
      flow.kickoff({}, { hooks, signal }).catch(() => undefined);
    const { trail } = await watch(() => kickoff(AbortSignal.abort()));
    expect({ trail, dispatched }).toEqual({ trail: [], dispatched: [] });

    await kickoff(AbortSignal.timeout(10));
    expect(dispatched).toEqual(["execution_start", "execution_end"]);
  });

  it("stops at its time limit, and says how long that was", async () => {
    const { error } = await watch(() => new Waiting().kickoff({}, { timeoutMs: 15 }));
    expect(error).toMatchObject({ code: "execution_timeout", limitMs: 15 });
    expect((error as Error).message).toContain('Flow "Waiting"');
  });

  it("stops in the middle of methods that are done at once", async () => {
    class Endless extends Flow {
      @Start("b") a() {
        delayBySpinning(1);
      }
      @Listen("a") b() {
        return undefined;
      }
    }
    const endless = new Endless({ maxMethodCalls: 1_000_000 });
    await expect(endless.kickoff({}, { timeoutMs: 60 })).rejects.toMatchObject({ code: "execution_timeout" });
  });

  it("leaves a method that does not stop to the detached work, and ends without it", async () => {
    let release: (() => void) | undefined;
    class Deaf extends Flow {
      @Start() listensToNobody() {
        return new Promise<void>((resolve) => {
          release = resolve;
        });
      }
    }
    const { error, trail } = await watch(() => new Deaf().kickoff({}, { timeoutMs: 5 }));
    expect(error).toMatchObject({ code: "execution_timeout" });
    expect(trail).toEqual(["flow_started", "started listensToNobody", "failed listensToNobody", "flow_failed"]);
    expect(service(DetachedWorkService).size).toBe(1);
    release?.();
    await service(DetachedWorkService).drain();
    expect(service(DetachedWorkService).size).toBe(0);
  });

  it("cancels the flows inside of it", async () => {
    const inner = new Waiting();
    class Outer extends Flow {
      @Start() nest() {
        return inner.kickoff();
      }
    }
    await expect(new Outer().kickoff({}, { timeoutMs: 15 })).rejects.toMatchObject({ code: "execution_timeout" });
    expect(inner.log).toEqual([]);
  });
});

describe("maxConcurrency", () => {
  it("keeps so many methods under way, and starts the next in order", async () => {
    const log: string[] = [];
    let running = 0;
    let most = 0;
    const step = async (name: string) => {
      most = Math.max(most, (running += 1));
      log.push(name);
      await delay(5);
      running -= 1;
    };
    class Wide extends Flow {
      @Start() a() {
        return step("a");
      }
      @Start() b() {
        return step("b");
      }
      @Start() c() {
        return step("c");
      }
      @Listen("a") d() {
        return step("d");
      }
    }
    await new Wide({ maxConcurrency: 2 }).kickoff();
    expect([log, most]).toEqual([["a", "b", "c", "d"], 2]);
  });
});

function delayBySpinning(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}
