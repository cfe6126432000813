import { describe, expect, it } from "@jest/globals";
import { ScriptedModel } from "@boathook/testing";

import { Agent, createRuntime, Crew, Task, Tokens, type AgentOptions } from "../../src/index.ts";

/** A clock on which waiting takes no time of the test, but moves on. */
function jumpingClock() {
  const waits: number[] = [];
  let time = 0;
  return {
    waits,
    now: () => time,
    sleep: async (ms: number) => {
      waits.push(ms);
      await new Promise((resolve) => setImmediate(resolve));
      time += ms;
    },
  };
}

function worker(role: string, options: Partial<AgentOptions> = {}): Agent {
  return new Agent({ role, goal: "g", backstory: "b", llm: new ScriptedModel({ replies: () => role }), ...options });
}

function tasksFor(...agents: readonly Agent[]): Task[] {
  return agents.map((agent, index) => new Task({ name: `t${index}`, description: "d", expectedOutput: "e", agent }));
}

describe("maxRpm", () => {
  it("of a crew is shared by its agents and its kickoffs; an agent's own wins", async () => {
    const clock = jumpingClock();
    const runtime = createRuntime();
    runtime.rebind(Tokens.Clock, clock);
    const own = worker("own", { maxRpm: 5 });
    const crew = new Crew({ tasks: tasksFor(worker("a"), worker("b"), own, own), maxRpm: 2, runtime });
    await crew.kickoff();
    expect(clock.waits).toEqual([]);
    await crew.kickoff();
    expect(clock.waits).toEqual([60_000]);
    await runtime.close();
  });

  it("of an agent alone makes its calls wait, and a wait ends with the run", async () => {
    const agent = worker("a", { maxRpm: 1 });
    await agent.kickoff("go");
    const stop = new AbortController();
    const waiting = agent.kickoff("go", { signal: stop.signal });
    setTimeout(() => {
      stop.abort("enough");
    }, 5);
    await expect(waiting).rejects.toMatchObject({ code: "run_cancelled", cause: "enough" });
    await expect(worker("a", { maxRpm: 1, maxExecutionTimeMs: 20 }).kickoff("go")).resolves.toMatchObject({ raw: "a" });
  });

  it("is a whole number from 1 on", () => {
    expect(() => worker("a", { maxRpm: 0 })).toThrow("maxRpm");
    expect(() => new Crew({ tasks: tasksFor(worker("a")), maxRpm: 1.5 })).toThrow("maxRpm");
  });
});
