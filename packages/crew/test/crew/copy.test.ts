import { describe, expect, it } from "@jest/globals";
import { defineHook } from "@boathook/hooks";

import {
  AfterKickoff,
  type Agent,
  BeforeKickoff,
  ConditionalTask,
  createRuntime,
  Crew,
  CrewBase,
  DefineAgent,
  DefineTask,
  Task,
  type CrewOutput,
} from "../../src/index.ts";
import { scripted } from "../support.ts";
import { named } from "../task/support.ts";

describe("a copy of a crew", () => {
  it("has agents and tasks of its own that name one another as the originals do", () => {
    const shared = scripted([]);
    const other = scripted([]);
    const a = named("a", shared);
    const b = named("b", other, { context: [a] });
    const c = new ConditionalTask({
      name: "c",
      description: "c",
      expectedOutput: "c",
      agent: shared,
      context: [],
      condition: () => true,
    });
    const crew = new Crew({ name: "original", agents: [shared, other], tasks: [a, b, c] });
    const copy = crew.copy();
    expect(copy.id).not.toBe(crew.id);
    const all = [...crew.tasks, ...crew.agents, ...copy.tasks, ...copy.agents].map(({ id }) => id);
    expect(new Set(all).size).toBe(10);
    expect(copy.name).toBe("original");
    expect(copy.agents.map((agent) => agent.role)).toEqual(["Worker", "Worker"]);
    expect(copy.tasks.map((task) => copy.agents.findIndex((agent) => agent === task.agent))).toEqual([0, 1, 0]);
    expect(copy.tasks[1]?.options.context?.map(({ id }) => id)).toEqual([copy.tasks[0]?.id]);
    expect(copy.tasks[2]).toBeInstanceOf(ConditionalTask);
    expect(copy.tasks[2]?.options.context).toEqual([]);
    expect(copy.plan.map(({ key, after }) => [key, after])).toEqual(crew.plan.map(({ key, after }) => [key, after]));
  });

  it("runs with the same hooks and callbacks, from the texts as they were declared", async () => {
    const seen: string[] = [];
    const agent = scripted(["1", "2"]);
    const crew = new Crew({
      tasks: [named("a", agent, { description: "on {x}", callback: ({ description }) => void seen.push(description) })],
      hooks: [defineHook("pre_step", (ctx) => void seen.push(`hook ${ctx.stepName}`))],
    });
    await crew.kickoff({ x: "first" });
    await crew.copy().kickoff({ x: "second" });
    expect(seen).toEqual(["hook a", "on first", "hook a", "on second"]);
    expect(crew.copy().inputs()).toEqual(["x"]);
  });

  it("of a crew class keeps its object, hooks, callbacks, runtime and name", async () => {
    @CrewBase
    class Copied {
      readonly seen: string[] = [];
      @DefineAgent() worker(): Agent {
        return scripted(["1", "2"]);
      }
      @DefineTask() work(): Task {
        return new Task({ description: "d", expectedOutput: "e", agent: this.worker() });
      }
      @BeforeKickoff() before(): void {
        this.seen.push("before");
      }
      @AfterKickoff() after(output: CrewOutput): void {
        this.seen.push(`after ${output.raw}`);
      }
    }
    await using runtime = createRuntime();
    const crew = await runtime.crew(Copied);
    const copy = crew.copy();
    expect(copy.name).toBe("Copied");
    expect(copy.instance).toBe(crew.instance);
    await copy.kickoff();
    expect((crew.instance as Copied).seen).toEqual(["before", "after 1"]);
  });
});
