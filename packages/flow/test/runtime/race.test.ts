import "@boathook/testing/reset";

import { describe, expect, it } from "@jest/globals";
import { systemClock } from "@boathook/kernel";

import { and, Flow, Listen, race, Router, Start } from "../../src/index.ts";
import { delay, watch } from "../support/watch.ts";

/** Resolves after so many milliseconds, and rejects when the signal aborts. */
function work(ms: number, signal: AbortSignal): Promise<void> {
  return systemClock.sleep(ms, signal);
}

const BOOM = new Error("boom");

describe("race", () => {
  class Race extends Flow<{ slowMs: number; deaf?: boolean }> {
    readonly log: string[] = [];
    @Start() async slow() {
      await (this.state.deaf === true ? delay(this.state.slowMs) : work(this.state.slowMs, this.signal));
      this.log.push("slow done");
      return "slow";
    }
    @Start() async quick() {
      await delay(5);
      return "quick";
    }
    @Start() async bystander() {
      await work(25, this.signal);
      return "bystander";
    }
    @Listen(race("slow", "quick")) winner(by: string) {
      return `${by} won`;
    }
    @Listen("slow") afterSlow() {
      this.log.push("must not run");
    }
  }

  it("cancels the losers through their own signal, drops their results and goes on with the winner", async () => {
    const flow = new Race();
    const { trail, events } = await watch(() => flow.kickoff({ slowMs: 10_000 }));
    expect(flow.methodOutputs.map(({ output }) => output)).toEqual(["quick", "quick won", "bystander"]);
    expect(trail).toEqual([
      "flow_started",
      "started slow",
      "started quick",
      "started bystander",
      "finished quick",
      "started winner",
      "finished winner",
      "failed slow",
      "finished bystander",
      "flow_finished",
    ]);
    const failed = events.find(({ type }) => type === "method_execution_failed");
    expect(failed).toMatchObject({ error: { code: "run_cancelled", cause: '"quick" won the race' } });
  });

  it("does not count a loser that pays no attention", async () => {
    const flow = new Race();
    await flow.kickoff({ slowMs: 15, deaf: true });
    expect(flow.log).toEqual(["slow done"]);
    expect(flow.methodOutputs.map(({ method }) => method)).toEqual(["quick", "winner", "bystander"]);
  });

  it("counts a loser that was done before it could be cancelled, and does not fire twice", async () => {
    class Tie extends Flow {
      @Start() a() {
        return "a";
      }
      @Start() b() {
        return "b";
      }
      @Listen(race("a", "b")) first(by: string) {
        return by;
      }
    }
    const flow = new Tie();
    expect(await flow.kickoff()).toBe("a");
    expect(flow.methodOutputs.map(({ method }) => method)).toEqual(["a", "b", "first"]);
  });

  it("inside of an and cancels the losers when its part is decided", async () => {
    class Nested extends Flow {
      @Start() a() {
        return work(10_000, this.signal);
      }
      @Start() async b() {
        await delay(3);
        return "b";
      }
      @Start() async c() {
        await delay(20);
        return "c";
      }
      @Listen(and(race("a", "b"), "c")) met(last: string) {
        return last;
      }
    }
    const flow = new Nested();
    expect(await flow.kickoff()).toBe("c");
    expect(flow.methodOutputs.map(({ method }) => method)).toEqual(["b", "c", "met"]);
  });

  it("lets whoever waits for a beaten router go on, and starts no router that lost before its turn", async () => {
    class Routed extends Flow {
      @Start() begin() {
        return "begun";
      }
      @Start() async quick() {
        await delay(5);
        return "quick";
      }
      @Router("begin", { emit: ["left"] }) async slow() {
        await work(10_000, this.signal);
        return "left";
      }
      @Router("begin", { emit: ["right"] }) late() {
        return "right";
      }
      @Listen("begin") follower(input: string) {
        return input;
      }
      @Listen(race("slow", "late", "quick")) winner(by: string) {
        return by;
      }
    }
    const flow = new Routed();
    await flow.kickoff();
    expect(flow.methodOutputs.map(({ method }) => method)).toEqual(["begin", "quick", "winner", "follower"]);
  });

  it("lets the failure of a racer that nobody has beaten yet fail the flow", async () => {
    class Failing extends Flow {
      @Start() a() {
        throw BOOM;
      }
      @Start() b() {
        return work(10_000, this.signal);
      }
      @Listen(race("a", "b")) first() {
        return 1;
      }
    }
    await expect(new Failing().kickoff()).rejects.toBe(BOOM);
  });
});
