import { describe, expect, it } from "@jest/globals";
import { Agent, Crew, createRuntime, Task } from "@boathook/crew";
import { defineHook, HookAborted, on } from "@boathook/hooks";
import { callTool, recordEvents, ScriptedModel, type ScriptedReply } from "@boathook/testing";
import { tool } from "@boathook/tools";
import "@boathook/testing/reset";
import { z } from "zod";

import { bossCrew } from "./support/boss-crew.ts";

import {
  subagentHooks,
  SubagentRegistry,
  SubagentRetryDecision,
  type SubagentHooks,
  type SubagentOptions,
} from "../src/index.ts";

const calls: string[] = [];
const risky = tool({
  name: "delete_all",
  description: "Deletes everything.",
  inputSchema: z.object({}),
  execute: () => {
    calls.push("deleted");
    return "deleted";
  },
});

function registryWith(
  subagents: Record<string, readonly ScriptedReply[]>,
  more: Partial<SubagentOptions> = {},
): { registry: SubagentRegistry; models: Record<string, ScriptedModel> } {
  const registry = new SubagentRegistry();
  const models: Record<string, ScriptedModel> = {};
  for (const [name, replies] of Object.entries(subagents)) {
    const llm = (models[name] = new ScriptedModel({ replies }));
    registry.register({ name, description: `does ${name}`, instructions: "Do it.", llm, tools: [risky], ...more });
  }
  return { registry, models };
}

/** A crew of one agent that has the tool of the registry. */
function crewWith(registry: SubagentRegistry, replies: readonly ScriptedReply[], hooks: Crew["options"]["hooks"] = []) {
  const llm = new ScriptedModel({ replies });
  const boss = new Agent({ role: "Boss", goal: "g", backstory: "b", llm, tools: [registry.tool()] });
  const crew = new Crew({ tasks: [new Task({ description: "Lead", expectedOutput: "done", agent: boss })], hooks });
  return { crew, llm };
}

const ask = (subagent: string, task = "Work") => callTool("delegate_to_subagent", { subagent, task });
const down = (count = 3): ScriptedReply[] => Array.from({ length: count }, () => new Error("down"));

describe("a dispatch", () => {
  it("gives the answer, what it used, and its events; the run around counts it in", async () => {
    const { registry, models } = registryWith({ writer: [{ text: "Dear Tom", usage: { totalTokens: 7 } }] });
    const { crew } = crewWith(registry, [ask("writer", "A letter"), "Sent."]);
    const { events, stop } = recordEvents();
    const output = await crew.kickoff({});
    stop();
    expect([output.raw, output.usage.requests]).toEqual(["Sent.", 3]);
    expect(JSON.stringify(models["writer"]?.requests[0]?.messages)).toContain("A letter");
    expect(events.filter(({ type }) => type.startsWith("subagent_")).map(({ type }) => type)).toEqual([
      "subagent_started",
      "subagent_completed",
    ]);
    expect(await registry.dispatch({ name: "writer", task: "x" })).toMatchObject({ status: "failed", attempts: 1 });
  });

  it("of a name that nobody has is a failure that the model reads, and an error for a program", async () => {
    const { registry } = registryWith({ writer: [] });
    const { crew, llm } = crewWith(registry, [ask("writr"), "Well."]);
    await crew.kickoff({});
    expect(llm.requests[1]?.messages.at(-1)?.content).toContain(
      'There is no subagent "writr" (did you mean "writer"?)',
    );
    await expect(registry.dispatch({ name: "nobody", task: "x" })).rejects.toMatchObject({ code: "unknown_subagent" });
  });

  it("knows only its task in sync mode, and in fork mode what was said, without system texts and tools", async () => {
    const { registry, models } = registryWith({ sync: ["a"] });
    const llm = (models["fork"] = new ScriptedModel({ replies: ["b"] }));
    registry.register({ name: "fork", description: "d", instructions: "i", llm, mode: "fork" });
    const { crew } = crewWith(registry, [
      { text: "I will ask.", toolCalls: [{ name: "delegate_to_subagent", input: { subagent: "sync", task: "T1" } }] },
      ask("fork", "T2"),
      "Done.",
    ]);
    await crew.kickoff({});
    const asked = (name: string): string =>
      JSON.stringify(models[name]?.requests[0]?.messages.map(({ content }) => content));
    expect(asked("sync")).not.toContain("I will ask.");
    expect(asked("fork")).toContain("assistant: I will ask.");
    expect(asked("fork")).toContain("user: ");
    expect(asked("fork")).not.toContain("You are Boss");
  });
});

describe("subagent hooks", () => {
  const trailOf = (trail: unknown[], answers: SubagentHooks["onFailure"][] = []): SubagentHooks => ({
    beforeDispatch: ({ subagentName, attempt, parentAgent, executionMode }) => {
      trail.push(["before", subagentName, attempt, parentAgent, executionMode]);
    },
    afterDispatch: ({ attempt }, { text }) => {
      trail.push(["after", attempt, text]);
    },
    onFailure: (ctx, error) => {
      trail.push(["failure", ctx.attempt, (error as Error).message]);
      return answers.shift()?.(ctx, error);
    },
    onCancelled: ({ attempt }) => {
      trail.push(["cancelled", attempt]);
    },
  });

  it("see every attempt; may have it tried again, and give it to another", async () => {
    const trail: unknown[] = [];
    const { registry } = registryWith({ first: [...down(3), ...down(3)], second: ["It worked."] });
    const hooks = trailOf(trail, [
      () => SubagentRetryDecision.Retry({ delaySecs: 0 }),
      () => SubagentRetryDecision.Delegate({ alternativeAgent: "second" }),
    ]);
    const runtime = createRuntime({ use: [subagentHooks([hooks])] });
    const boss = await runtime.crew(bossCrew(registry, [ask("first"), "Good."]));
    expect((await boss.kickoff({})).raw).toBe("Good.");
    await runtime.close();
    expect(trail).toEqual([
      ["before", "first", 1, "Boss", "sync"],
      ["failure", 1, expect.stringContaining("down")],
      ["before", "first", 2, "Boss", "sync"],
      ["failure", 2, expect.stringContaining("down")],
      ["before", "second", 3, "Boss", "sync"],
      ["after", 3, "It worked."],
    ]);
  });

  it("cannot send a task round in a circle, to nobody, or on for ever", async () => {
    const decide = async (decision: SubagentRetryDecision) => {
      const { registry } = registryWith({ a: down(30), b: down(30) });
      const registered = on("subagent_failure", () => decision);
      const result = await registry.dispatch({ name: "a", task: "x" });
      registered.unregister();
      return [result.status, result.attempts, (result.error as { code?: string }).code];
    };
    expect([
      await decide(SubagentRetryDecision.Delegate({ alternativeAgent: "a" })),
      await decide(SubagentRetryDecision.Delegate({ alternativeAgent: "c" })),
    ]).toEqual([
      ["failed", 1, "subagent_cycle"],
      ["failed", 1, "unknown_subagent"],
    ]);
    const [status, attempts] = await decide(SubagentRetryDecision.Retry({ delaySecs: 0 }));
    expect([status, attempts]).toEqual(["failed", 4]);
  }, 20_000);

  it("the first decision counts; one that throws, or answers nonsense, is no answer", async () => {
    const { registry } = registryWith({ a: [...down(3), "ok"] });
    on("subagent_failure", () => {
      throw new Error("broken hook");
    });
    on("subagent_failure", () => "again" as never);
    on("subagent_failure", () => SubagentRetryDecision.Retry({ delaySecs: 0 }));
    on("subagent_failure", () => SubagentRetryDecision.Fail());
    expect(await registry.dispatch({ name: "a", task: "x" })).toMatchObject({
      status: "completed",
      text: "ok",
      attempts: 2,
    });
  });

  it("that abort before a dispatch stop whoever asked", async () => {
    const { registry } = registryWith({ a: ["ok"] });
    on("subagent_before_dispatch", () => {
      throw new HookAborted("not today", "policy");
    });
    const { crew } = crewWith(registry, [ask("a"), "never"]);
    await expect(crew.kickoff({})).rejects.toMatchObject({ code: "hook_aborted", reason: "not today" });
  });

  it("must be hooks", () => {
    expect(() => subagentHooks([{ onFailed: () => undefined } as never])).toThrow(/0: none of its methods.*onFailure/);
  });
});

describe("limits", () => {
  it("a policy of the crew holds in every mode, and so do the tools that a subagent may use", async () => {
    for (const mode of ["sync", "fork", "teammate"] as const) {
      calls.length = 0;
      const { registry, models } = registryWith({ a: [callTool("delete_all"), "tried"] }, { mode });
      const hooks = [defineHook("pre_tool_call", { tools: ["delete_all"] }, () => false as const)];
      const { crew } = crewWith(registry, [ask("a"), "end"], hooks);
      await crew.kickoff({});
      expect([mode, calls]).toEqual([mode, []]);
      expect(models["a"]?.requests[1]?.messages.at(-1)?.content).toContain("Tool execution blocked by hook");
    }
    const { registry } = registryWith({ a: [callTool("delete_all"), "tried"] }, { denyTools: ["delete_all"] });
    expect(await registry.dispatch({ name: "a", task: "x" })).toMatchObject({ status: "completed", text: "tried" });
    expect(calls).toEqual([]);
  });

  it("what one may do only shrinks on the way down", async () => {
    calls.length = 0;
    const registry = new SubagentRegistry();
    const model = (replies: readonly ScriptedReply[]) => new ScriptedModel({ replies });
    registry.register({
      name: "lower",
      description: "d",
      instructions: "i",
      llm: model([callTool("delete_all"), "tried"]),
      tools: [risky],
    });
    registry.register({
      name: "upper",
      description: "d",
      instructions: "i",
      llm: model([ask("lower"), "asked"]),
      canDelegate: true,
      denyTools: ["delete_all"],
    });
    expect(await registry.dispatch({ name: "upper", task: "x" })).toMatchObject({ status: "completed", text: "asked" });
    expect(calls).toEqual([]);
  });

  it("agents that wait for one another are counted, and none waits for itself", async () => {
    const registry = new SubagentRegistry();
    const model = (replies: readonly ScriptedReply[]) => new ScriptedModel({ replies });
    const again = model([ask("loop"), "stopped", "x"]);
    registry.register({ name: "loop", description: "d", instructions: "i", llm: again, canDelegate: true });
    expect(await registry.dispatch({ name: "loop", task: "x" })).toMatchObject({
      status: "completed",
      text: "stopped",
    });
    expect(again.requests[1]?.messages.at(-1)?.content).toContain("waits for this very work");
  });

  it("time and tokens end an attempt, which is a failure of the subagent and no abort of the run", async () => {
    const slow = registryWith({ a: [{ text: "late", delayMs: 60_000 }] }, { timeoutMs: 30 }).registry;
    expect(await slow.dispatch({ name: "a", task: "x" })).toMatchObject({
      status: "failed",
      error: { code: "execution_timeout" },
    });
    const greedy = { text: "", toolCalls: [{ name: "delete_all" }], usage: { totalTokens: 60 } };
    const { registry } = registryWith({ a: [greedy, greedy, greedy] }, { maxTokens: 100 });
    const { crew, llm } = crewWith(registry, [ask("a"), "Went on."]);
    expect((await crew.kickoff({})).raw).toBe("Went on.");
    expect(llm.requests[1]?.messages.at(-1)?.content).toContain("used up its 100 tokens");
  });

  it("no more work at once than it may; one that waits can be cancelled", async () => {
    let [running, most] = [0, 0];
    const llm = new ScriptedModel({
      replies: async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, 5));
        running -= 1;
        return "ok";
      },
    });
    const registry = new SubagentRegistry({ maxConcurrent: 3 });
    registry.register({ name: "a", description: "d", instructions: "i", llm });
    const all = await Promise.all(Array.from({ length: 100 }, () => registry.dispatch({ name: "a", task: "x" })));
    expect([most, new Set(all.map(({ status }) => status))]).toEqual([3, new Set(["completed"])]);
    const signal = AbortSignal.timeout(1);
    const many = await Promise.all(
      Array.from({ length: 10 }, () => registry.dispatch({ name: "a", task: "x", signal })),
    );
    expect(many.some(({ status }) => status === "cancelled")).toBe(true);
    expect(await registry.dispatch({ name: "a", task: "x" })).toMatchObject({ status: "completed" });
  });
});
