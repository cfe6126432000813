import { afterEach, describe, expect, it } from "@jest/globals";
import { clearAllHooks, HookAborted, on } from "@boathook/hooks";
import type { Message } from "@boathook/models";
import { recordEvents, ScriptedModel } from "@boathook/testing";

import { Crew, Task, TaskStartedEvent, type TaskOptions } from "../../src/index.ts";
import { echo, scripted } from "../support.ts";

afterEach(() => {
  clearAllHooks();
});

function plans(...list: readonly [number, string][]): string {
  return JSON.stringify({ plans: list.map(([number, plan]) => ({ number, plan })) });
}

/** The request of a task, as its agent was told it. */
function told(messages: readonly Message[] = []): string {
  return JSON.stringify(messages[1]?.content).replaceAll("\\n", "\n");
}

function crewWith(planner: ScriptedModel, tasks: readonly Partial<TaskOptions>[]) {
  const model = new ScriptedModel({ replies: () => "done" });
  const agent = scripted([], { llm: model, tools: [echo] });
  const made = tasks.map(
    (task, index) =>
      new Task({ name: `t${index + 1}`, description: "Do {what}", expectedOutput: "it", agent, ...task }),
  );
  return { model, crew: new Crew({ tasks: made, planning: true, planningLlm: planner }) };
}

describe("a crew that plans", () => {
  it("asks its planner once before the first task, and shows every task its plan", async () => {
    const planner = new ScriptedModel({ replies: () => plans([1, "first look"], [2, "then leap"]) });
    const { model, crew } = crewWith(planner, [{}, {}]);
    const purposes: string[] = [];
    on("pre_model_call", (ctx) => void purposes.push(`${ctx.purpose} ${ctx.agentRole ?? ""}`));
    const recorder = recordEvents(crew.events);
    const output = await crew.kickoff({ what: "it" });
    recorder.stop();
    expect(recorder.of(TaskStartedEvent).map(({ taskName }) => taskName)).toEqual(["plan", "t1", "t2"]);
    expect(purposes).toEqual(["planning Task Execution Planner", "agent Worker", "agent Worker"]);
    expect(model.requests.map(({ messages }) => /How to go about it:\n(.*?)\n/.exec(told(messages))?.[1])).toEqual([
      "first look",
      "then leap",
    ]);
    expect(output.tasksOutput.map(({ name, description }) => [name, description])).toEqual([
      ["t1", "Do it"],
      ["t2", "Do it"],
    ]);
    expect(output.usage.requests).toBe(3);
    const shown = JSON.stringify(planner.requests[0]?.messages);
    expect([shown.includes("Do it"), shown.includes("Says it again")]).toEqual([true, true]);

    await crew.kickoff({ what: "more" });
    expect(told(model.requests.at(-1)?.messages).match(/How to go about it/g)).toHaveLength(1);
  });

  it("takes the first of two plans, and goes on without a missing one", async () => {
    const planner = new ScriptedModel({ replies: [plans([2, "a"], [2, "b"], [9, "c"])] });
    const { model, crew } = crewWith(planner, [{ asyncExecution: true }, { asyncExecution: true }]);
    await crew.kickoff({ what: "it" });
    expect(planner.requests).toHaveLength(1);
    const prompts = model.requests.map(({ messages }) => told(messages));
    expect(prompts.map((prompt) => /go about it:\n(.*?)\n/.exec(prompt)?.[1])).toEqual([undefined, "a"]);
  });

  it("fails where the plan cannot be read, or a hook stops the planning", async () => {
    const planner = new ScriptedModel({ replies: () => '{"plans":"none"}' });
    await expect(crewWith(planner, [{}]).crew.kickoff({ what: "it" })).rejects.toMatchObject({
      code: "output_conversion_failed",
    });
    const stop = new HookAborted("no plans");
    on("pre_step", (ctx) => {
      if (ctx.stepName === "plan") throw stop;
    });
    const { crew, model } = crewWith(new ScriptedModel({ replies: [] }), [{}]);
    await expect(crew.kickoff({ what: "it" })).rejects.toBe(stop);
    expect(model.requests).toEqual([]);
  });

  it("refuses a planner whose name nothing knows before it runs", async () => {
    const { crew } = crewWith(new ScriptedModel({ replies: [] }), [{}]);
    const bad = new Crew({ ...crew.options, planningLlm: "nope/x" });
    await expect(bad.kickoff({ what: "it" })).rejects.toMatchObject({ faults: [{ path: "planningLlm" }] });
  });
});
