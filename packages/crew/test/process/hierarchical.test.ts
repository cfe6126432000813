import { afterEach, describe, expect, it } from "@jest/globals";
import { clearAllHooks, HookAborted, on } from "@boathook/hooks";
import { callTool, recordEvents, ScriptedModel, type ScriptedReply } from "@boathook/testing";

import {
  Agent,
  Crew,
  Process,
  Task,
  TaskCompletedEvent,
  TaskStartedEvent,
  type AgentOptions,
} from "../../src/index.ts";
import { echo } from "../support.ts";

afterEach(() => {
  clearAllHooks();
});

/** An agent called by its role. */
function worker(role: string, replies: readonly ScriptedReply[], options: Partial<AgentOptions> = {}): Agent {
  return new Agent({ role, goal: "g", backstory: "b", llm: new ScriptedModel({ replies, modelId: role }), ...options });
}

function delegate(coworker: string, task = "dig", context = "here"): ScriptedReply {
  return callTool("delegate_work_to_coworker", { task, context, coworker });
}

function job(options: Partial<ConstructorParameters<typeof Task>[0]> = {}): Task {
  return new Task({ name: "job", description: "Do {what}", expectedOutput: "it", ...options });
}

describe("a hierarchical crew", () => {
  it("has its tasks done by a manager, who hands the work to the agents", async () => {
    const manager = new ScriptedModel({ replies: [delegate("Digger"), "all dug"] });
    const digger = worker("Digger", ["dug"], { tools: [echo] });
    const task = job({ agent: digger });
    const crew = new Crew({ tasks: [task], process: Process.hierarchical, managerLlm: manager });
    const recorder = recordEvents(crew.events);
    const output = await crew.kickoff({ what: "it" });
    recorder.stop();

    expect(output.raw).toBe("all dug");
    expect(output.tasksOutput.map((one) => one.agentRole)).toEqual(["Crew Manager"]);
    expect(output.usage.requests).toBe(3);
    expect(task.agent).toBe(digger);
    expect(crew.agents).toEqual([digger]);
    expect(manager.requests[1]?.messages.at(-1)).toMatchObject({ role: "tool", content: "dug" });
    expect(recorder.types().filter((type) => /^(crew|task|agent|tool)/.test(type))).toEqual([
      "crew_kickoff_started",
      "task_started",
      "agent_execution_started",
      "tool_usage_started",
      "task_started",
      "agent_execution_started",
      "agent_execution_completed",
      "task_completed",
      "tool_usage_completed",
      "agent_execution_completed",
      "task_completed",
      "crew_kickoff_completed",
    ]);
    const [, inner] = recorder.of(TaskStartedEvent);
    expect([inner?.taskName, inner?.agentRole, inner?.context]).toEqual(["dig", "Digger", "here"]);
    const tool = recorder.events.find((event) => event.type === "tool_usage_started");
    expect(inner?.parentId).toBe(tool?.id);
  });

  it("offers the task's own agent only, or everybody where the task names nobody", async () => {
    const manager = new ScriptedModel({ replies: ["one", "two"] });
    const a = worker("A", []);
    const b = worker("B", []);
    const tasks = [job({ agent: a }), job({ name: "second" })];
    const crew = new Crew({ agents: [a, b], tasks, process: "hierarchical", managerLlm: manager });
    await crew.kickoff({ what: "x" });
    const offers = manager.requests.map((request) => request.tools.map((tool) => tool.description));
    expect(offers.map((texts) => texts.map((text) => /coworkers: ([^.]*)\./.exec(text)?.[1]))).toEqual([
      ["A", "A"],
      ["A, B", "A, B"],
    ]);
    expect(manager.requests[0]?.tools.map((tool) => tool.name)).toEqual([
      "delegate_work_to_coworker",
      "ask_question_to_coworker",
    ]);
  });

  it("can be kicked off again, and many times at once, each run with its own inputs", async () => {
    const manager = new ScriptedModel({
      replies: ({ messages }) => {
        const last = messages.at(-1);
        if (last?.role === "tool") return `manager: ${last.content}`;
        const what = /Do (\w+)/.exec(JSON.stringify(messages))?.[1] ?? "?";
        return delegate(`Digger of ${what}`, what);
      },
    });
    const digger = worker("Digger of {what}", [], {
      llm: new ScriptedModel({
        replies: async ({ messages }) => {
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
          return /Task: (\w+)/.exec(JSON.stringify(messages))?.[1] ?? "?";
        },
      }),
    });
    const crew = new Crew({ tasks: [job({ agent: digger })], process: "hierarchical", managerLlm: manager });
    const names = Array.from({ length: 40 }, (_one, index) => `w${index}`);
    const outputs = await Promise.all(names.map((what) => crew.kickoff({ what })));
    expect(outputs.map((output) => output.raw)).toEqual(names.map((name) => `manager: ${name}`));
    expect(outputs.every((output) => output.usage.requests === 3)).toBe(true);
    expect((await crew.kickoff({ what: "again" })).raw).toBe("manager: again");
  });

  it("takes a manager of one's own", async () => {
    const boss = worker("Boss of {what}", [
      callTool("ask_question_to_coworker", { question: "deep?", context: "", coworker: "digger" }),
      "done",
    ]);
    const digger = worker("Digger", ["very"]);
    const crew = new Crew({ agents: [digger], tasks: [job()], process: "hierarchical", managerAgent: boss });
    expect(crew.inputs()).toEqual(["what"]);
    const output = await crew.kickoff({ what: "holes" });
    expect(output.tasksOutput[0]?.agentRole).toBe("Boss of holes");
    expect(boss.options.allowDelegation).toBeUndefined();
  });

  it("refuses what cannot be led, all at once", () => {
    const a = worker("A", [], { tools: [echo] });
    const fault = (options: object): unknown => {
      try {
        new Crew({ tasks: [job({ agent: a })], ...options });
        return undefined;
      } catch (error) {
        return (error as { faults: { path: string }[] }).faults.map(({ path }) => path);
      }
    };
    const hierarchical = { process: Process.hierarchical };
    expect(fault(hierarchical)).toEqual(["managerLlm"]);
    expect(fault({ ...hierarchical, agents: [a], managerAgent: a })).toEqual(["managerAgent", "managerAgent"]);
    expect(fault({ ...hierarchical, managerAgent: worker("M", []), managerLlm: "offline" })).toEqual(["managerLlm"]);
    expect(fault({ tasks: [job()], ...hierarchical, managerLlm: "offline" })).toEqual(["agents"]);
    expect(fault({ managerLlm: "offline", tasks: [job()] })).toEqual(["managerLlm", "tasks[0].agent"]);
    expect(fault({ ...hierarchical, process: "parallel" })).toEqual(["process"]);
  });
});

describe("agents that may delegate", () => {
  it("are offered all others of a sequential crew; those who may not are offered nobody", async () => {
    const a = worker("A", [delegate("[b, A]"), "a done"], { allowDelegation: true });
    const b = worker("B", ["b did", "second"]);
    const crew = new Crew({ agents: [a, b], tasks: [job({ agent: a }), job({ name: "second", agent: b })] });
    const told: string[] = [];
    const withCallback = new Crew({ ...crew.options, taskCallback: (output) => void told.push(output.raw) });
    const output = await withCallback.kickoff({ what: "x" });
    expect(output.tasksOutput.map((one) => one.raw)).toEqual(["a done", "second"]);
    expect(told).toEqual(["a done", "second"]);
  });

  it("pass every hook with the delegated work, which a hook can rewrite or stop", async () => {
    const steps: string[] = [];
    on("pre_step", (ctx) => void steps.push(`pre ${ctx.stepName} ${ctx.agentRole ?? ""}`));
    on("post_step", (ctx) => {
      if (ctx.stepName !== "dig") return undefined;
      steps.push("post dig");
      return "rewritten";
    });
    on("pre_tool_call", { tools: ["delegate_work_to_coworker"] }, (ctx) => {
      ctx.toolInput.context = "by a hook";
    });
    const a = worker("A", [delegate("B"), "end"], { allowDelegation: true });
    const b = worker("B", ["did"]);
    const crew = new Crew({ agents: [a, b], tasks: [job({ agent: a })] });
    await crew.kickoff({ what: "x" });
    expect(steps).toEqual(["pre job A", "pre dig B", "post dig"]);
    const model = a.options.llm as ScriptedModel;
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({ content: "rewritten" });
    expect(JSON.stringify((b.options.llm as ScriptedModel).requests[0]?.messages)).toContain("by a hook");

    const stop = new HookAborted("no digging");
    on("pre_step", (ctx) => {
      if (ctx.stepName === "dig") throw stop;
    });
    const again = new Crew({
      agents: [worker("A", [delegate("B"), "end"], { allowDelegation: true }), b],
      tasks: [job({ agent: worker("C", [delegate("B")], { allowDelegation: true }) })],
    });
    await expect(again.kickoff({ what: "x" })).rejects.toBe(stop);
  });

  it("read what is wrong: an unknown coworker, a failing one", async () => {
    const a = worker("A", [delegate("Nobody"), delegate("B"), "end"], { allowDelegation: true });
    const crew = new Crew({ agents: [a, worker("B", [], { maxRetryLimit: 0 })], tasks: [job({ agent: a })] });
    const output = await crew.kickoff({ what: "x" });
    const results = output.tasksOutput[0]?.messages.filter((message) => message.role === "tool") ?? [];
    expect(results[0]?.content).toBe(
      'There is no coworker "Nobody". Give one of these as coworker, exactly as it is written:\n- B',
    );
    expect(results[1]?.content).toContain("Error executing tool: ");
    expect(output.toolFailures.map(({ reason }) => reason)).toEqual(["unknown_coworker", "exception"]);
  });

  it("can ask further ones, but nobody who waits for the work, and not without end", async () => {
    const free = { allowDelegation: true };
    const model = (role: string): ScriptedModel => agents.get(role)?.options.llm as ScriptedModel;
    const agents = new Map(
      ["A", "B", "C", "D", "E"].map((role, index, all) => [
        role,
        worker(role, [delegate(all[index + 1] ?? "A"), `${role} end`], free),
      ]),
    );
    const crew = new Crew({ agents: [...agents.values()], tasks: [job({ agent: agents.get("A") })] });
    const recorder = recordEvents(crew.events);
    expect((await crew.kickoff({ what: "x" })).raw).toBe("A end");
    recorder.stop();
    expect(recorder.of(TaskCompletedEvent).map((event) => event.agentRole)).toEqual(["D", "C", "B", "A"]);
    expect(model("E").requests).toEqual([]);
    expect(model("D").requests[1]?.messages.at(-1)).toMatchObject({
      content: "The work was handed on 3 times, which is as often as it may be. Do it with what is known.",
    });
    expect(model("C").requests[0]?.tools[0]?.description).toContain("coworkers: D, E.");
  });
});
