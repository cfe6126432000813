import { setTimeout as later } from "node:timers/promises";

import { describe, expect, it } from "@jest/globals";
import { createRuntime, Crew, Tokens, type Runtime } from "@boathook/crew";
import type { HookDefinition } from "@boathook/hooks";
import type { Clock } from "@boathook/kernel";
import { callTool, ScriptedModel } from "@boathook/testing";
import { tool } from "@boathook/tools";
import { z } from "zod";

import { budget, denyTools, limitIterations, rateLimit } from "../src/index.ts";
import { run, taskOf } from "./support.ts";

const usage = { inputTokens: 10, outputTokens: 10, totalTokens: 20 };
const look = (text: string) => ({ toolCalls: [{ name: "look", input: { text } }], usage });
const end = { text: "end", usage };

describe("limitIterations", () => {
  it("stops an agent at its rounds, each execution for itself", async () => {
    await expect(run([limitIterations(2)], [look("1"), look("2"), end])).rejects.toMatchObject({
      code: "llm_call_blocked",
      source: "iteration-limit",
    });
    expect((await run([limitIterations(2)], [look("1"), end])).output.raw).toBe("end");
  });

  it.each([0, -1, 1.5, Infinity, "2"])("refuses %p", (rounds) => {
    expect(() => limitIterations(rounds as number)).toThrow(expect.objectContaining({ code: "invalid_configuration" }));
  });
});

describe("budget", () => {
  it.each([
    ["calls", { calls: 2 }],
    ["tokens", { tokens: 30 }],
  ])("of %s: each run has it whole, also at the same time and through kickoffForEach", async (_name, limits) => {
    const hooks = [budget(limits)];
    const within = [look("1"), end];
    const beyond = [look("1"), look("2"), end];
    const settled = await Promise.allSettled([run(hooks, within), run(hooks, beyond), run(hooks, within)]);
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(settled[1]).toMatchObject({ reason: { code: "llm_call_blocked", source: "budget" } });
    const crew = new Crew({ tasks: [taskOf(new ScriptedModel({ replies: [end, end, end] }))], hooks });
    expect(await crew.kickoffForEach([{ what: 1 }, { what: 2 }, { what: 3 }])).toHaveLength(3);
  });

  /** A crew whose tool kicks off another one; two model calls outside, one inside. */
  function nested(outer: readonly HookDefinition[], inner: readonly HookDefinition[]): Crew {
    const helper = new Crew({ tasks: [taskOf(new ScriptedModel({ replies: [end] }))], hooks: inner });
    const ask = tool({
      name: "ask",
      description: "asks",
      inputSchema: z.object({}),
      execute: async () => (await helper.kickoff({ what: "in" })).raw,
    });
    const replies = [{ toolCalls: [{ name: "ask" }], usage }, end];
    return new Crew({ tasks: [taskOf(new ScriptedModel({ replies }), { tools: [ask] })], hooks: outer });
  }

  it("counts what is nested in the run, once, also where it stands in both crews", async () => {
    const enough = budget({ calls: 3 });
    expect((await nested([enough], [enough]).kickoff({ what: "out" })).raw).toBe("end");
    await expect(nested([budget({ calls: 2 })], []).kickoff({ what: "out" })).rejects.toMatchObject({
      source: "budget",
    });
    await expect(nested([], [budget({ tokens: 10 })]).kickoff({ what: "out" })).rejects.toMatchObject({
      source: "budget",
    });
  });

  it("of seconds", async () => {
    const { runtime, clock } = onClock();
    const slow = tool({ name: "slow", description: "s", inputSchema: z.object({}), execute: () => clock.sleep(2_000) });
    const options = { runtime, tools: [slow] };
    const replies = [callTool("slow"), "end"];
    expect((await run([budget({ seconds: 3 })], replies, options)).output.raw).toBe("end");
    await expect(run([budget({ seconds: 2 })], replies, options)).rejects.toMatchObject({
      message: expect.stringContaining("the run has used its budget of 2 seconds"),
    });
  });

  it.each([{}, { calls: -1 }, { tokens: 1.5 }, { seconds: 0 }, { cost: 5 }, undefined])("refuses %p", (limits) => {
    expect(() => budget(limits as never)).toThrow(expect.objectContaining({ code: "invalid_configuration" }));
  });
});

describe("rateLimit", () => {
  it("lets so many start in any window, and makes the others wait for their turn, in order", async () => {
    const { runtime, clock } = onClock();
    const starts: number[] = [];
    const hit = tool({
      name: "hit",
      description: "h",
      inputSchema: z.object({ n: z.number() }),
      execute: () => {
        starts.push(clock.now());
      },
    });
    const calls = Array.from({ length: 5 }, (_, n) => ({ name: "hit", input: { n } }));
    await run([rateLimit({ max: 2, perMs: 1_000 })], [{ toolCalls: calls }, "end"], { runtime, tools: [hit] });
    expect(starts).toEqual([0, 0, 1_000, 1_000, 2_000]);
  });

  it("is one for all runs that share it, and holds for the tools it names", async () => {
    const limit = rateLimit({ tools: ["look"], max: 1, perMs: 60_000, over: "block" });
    const first = await run([limit], [look("1"), callTool("pay"), "end"]);
    const second = await run([limit], [look("1"), callTool("pay"), "end"]);
    expect([first.ran, second.ran]).toEqual([["look", "pay"], ["pay"]]);
    expect(second.texts).toContain("Tool: look. Reason: more than 1 calls in 60000 ms");
  });

  it("does not count what another gate blocked", async () => {
    const { ran } = await run(
      [rateLimit({ max: 1, perMs: 60_000, over: "block" }), denyTools(["look"])],
      [look("1"), callTool("pay"), "end"],
    );
    expect(ran).toEqual(["pay"]);
  });

  it("a call that waits leaves at once when its run is cancelled, and gives its turn back", async () => {
    const { runtime, clock } = onClock({ stuck: true });
    const limit = rateLimit({ max: 1, perMs: 1_000 });
    const stop = new AbortController();
    const running = run([limit], [look("1"), look("2")], { runtime, signal: stop.signal });
    while (clock.sleeping === 0) await later(1);
    stop.abort();
    await expect(running).rejects.toMatchObject({ code: "run_cancelled" });
    clock.time = 1_000;
    expect((await run([limit], [look("3"), "end"], { runtime })).ran).toEqual(["look"]);
  });

  it.each([
    { max: 0, perMs: 1 },
    { max: 1, perMs: 0 },
    { max: 1 },
    { max: 1, perMs: 1, tools: [] },
    { max: 1, per: 1 },
  ])("refuses %p", (options) => {
    expect(() => rateLimit(options as never)).toThrow(expect.objectContaining({ code: "invalid_configuration" }));
  });
});

/** A clock on which waiting takes no time: who sleeps longest wakes last. Stuck: nobody wakes. */
class TestClock implements Clock {
  time = 0;
  sleeping = 0;
  readonly #isStuck: boolean;

  constructor(isStuck: boolean) {
    this.#isStuck = isStuck;
  }

  now(): number {
    return this.time;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const wakeAt = this.time + ms;
    this.sleeping += 1;
    await later(this.#isStuck ? 60_000 : ms / 50, undefined, signal === undefined ? {} : { signal });
    this.time = Math.max(this.time, wakeAt);
  }
}

function onClock({ stuck = false } = {}): { runtime: Runtime; clock: TestClock } {
  const clock = new TestClock(stuck);
  const runtime = createRuntime();
  runtime.rebind(Tokens.Clock, clock);
  return { runtime, clock };
}
