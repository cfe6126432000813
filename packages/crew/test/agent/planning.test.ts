import { afterEach, describe, expect, it } from "@jest/globals";
import { clearAllHooks, HookAborted, on } from "@boathook/hooks";
import type { ModelRequest } from "@boathook/models";
import { recordEvents, ScriptedModel, type ScriptedReply } from "@boathook/testing";
import { tool } from "@boathook/tools";
import fc from "fast-check";
import { z } from "zod";

import {
  Agent,
  AgentReasoningCompletedEvent,
  StepObservationCompletedEvent,
  type AgentOptions,
} from "../../src/index.ts";
import { planSchema, readySteps, type PlanStep } from "../../src/agent/planning/plan.ts";
import { action, answer, echo, scripted } from "../support.ts";

afterEach(() => {
  clearAllHooks();
});

type Step = readonly [id: string, task: string, after?: readonly string[]];

function plan(...steps: readonly Step[]): string {
  return JSON.stringify({ steps: steps.map(([id, task, after = []]) => ({ id, task, after })) });
}

/** What a request is for: the plan, a step, or the sum of all. */
function kindOf({ messages }: ModelRequest): string {
  const system = JSON.stringify(messages[0]);
  if (system.includes("You plan the work")) return system.includes("plan what is left") ? "replan" : "plan";
  if (system.includes("You look at the results")) return "observe";
  const last = messages.findLast((message) => message.role === "user")?.content ?? "";
  const told = JSON.stringify(last);
  if (told.includes("done in steps")) return "sum";
  return /its result: (\w+)/.exec(JSON.stringify(messages))?.[1] ?? "?";
}

/** A planning agent whose model answers by what it is asked for. */
function planning(
  answers: Readonly<Record<string, ScriptedReply>>,
  options: Partial<AgentOptions> & { supportsTools?: boolean } = {},
) {
  const asked: string[] = [];
  const { supportsTools = true, ...rest } = options;
  const model = new ScriptedModel({
    supportsTools,
    replies: (request) => {
      const kind = kindOf(request);
      asked.push(kind);
      return answers[kind] ?? `no answer to ${kind}`;
    },
  });
  const agent: Agent = scripted([], { planning: true, llm: model, ...rest });
  return { agent, asked, model };
}

describe.each(["native", "text"] as const)("an agent that plans, %s mode", (mode) => {
  const supportsTools = mode === "native";

  it("does the steps, those that can side by side, and sums up; one by one in the order of their needs", async () => {
    const { agent, asked, model } = planning(
      {
        plan: plan(["a", "alpha"], ["b", "beta"], ["c", "gamma", ["a", "b"]]),
        alpha: ({ messages }) =>
          JSON.stringify(messages).includes("ping") ? answer(mode, "A!") : action(mode, "echo", { text: "ping" }),
        beta: answer(mode, "B!"),
        gamma: answer(mode, "C!"),
        sum: answer(mode, "all in all"),
      },
      { tools: [echo], supportsTools },
    );
    const purposes: string[] = [];
    on("pre_model_call", (ctx) => void purposes.push(ctx.purpose));
    const recorder = recordEvents();
    const output = await agent.kickoff("Do the whole thing");
    recorder.stop();
    expect(output.raw).toBe("all in all");
    expect([asked[0], asked.at(-2), asked.at(-1)]).toEqual(["plan", "gamma", "sum"]);
    expect([...asked.slice(1, -2)].sort()).toEqual(["alpha", "alpha", "beta"]);
    expect(purposes.filter((purpose) => purpose === "planning")).toHaveLength(2);
    const gamma = JSON.stringify(model.requests.find((request) => kindOf(request) === "gamma")?.messages.at(-1));
    expect([gamma.includes("a: A!"), gamma.includes("b: B!")]).toEqual([true, true]);
    expect(recorder.of(AgentReasoningCompletedEvent)[0]?.steps.map(({ id }) => id)).toEqual(["a", "b", "c"]);
    const types = recorder.types();
    expect(types.filter((type) => type === "plan_step_completed")).toHaveLength(3);
    expect(types.filter((type) => type === "agent_execution_started")).toHaveLength(1);
    expect(output.messages.map(({ role }) => role)).toEqual(["system", "user", "assistant"]);
  });

  it("takes the answer of the only step as its own", async () => {
    const { agent, asked } = planning(
      { plan: plan(["a", "alpha"]), alpha: answer(mode, "done") },
      { tools: [echo], supportsTools },
    );
    expect((await agent.kickoff("go")).raw).toBe("done");
    expect(asked).toEqual(["plan", "alpha"]);
  });
});

describe("a plan", () => {
  it("is made anew where a step failed, keeping what is done", async () => {
    const { agent, asked, model } = planning({
      plan: plan(["a", "alpha"], ["b", "beta", ["a"]], ["c", "gamma", ["b"]]),
      alpha: "A!",
      beta: new TypeError("broken"),
      replan: plan(["d", "delta", ["a"]]),
      delta: "D!",
      sum: "fine",
    });
    const output = await agent.kickoff("go");
    expect([output.raw, asked]).toEqual(["fine", ["plan", "alpha", "beta", "replan", "delta", "sum"]]);
    expect(JSON.stringify(model.requests[3]?.messages)).toContain("broken");
  });

  it("is not made anew without end; what needs a failed step is left out, and the answer says what there is", async () => {
    let count = 0;
    const { agent, asked } = planning(
      {
        plan: plan(["a", "alpha"], ["b", "beta", ["a"]]),
        alpha: new TypeError("broken"),
        replan: () => plan([`r${(count += 1)}`, "alpha"]),
        sum: "nothing to be had",
      },
      { planning: { maxReplans: 2 } },
    );
    expect((await agent.kickoff("go")).raw).toBe("nothing to be had");
    expect(asked).toEqual(["plan", "alpha", "replan", "alpha", "replan", "alpha", "sum"]);
  });

  it("that cannot be read is asked for again, with what is wrong; after three the agent works without one", async () => {
    const circle = plan(["a", "alpha", ["b"]], ["b", "beta", ["a"]]);
    const { agent, asked, model } = planning({ plan: circle, "?": "without" });
    expect((await agent.kickoff("go")).raw).toBe("without");
    expect(asked).toEqual(["plan", "plan", "plan", "?"]);
    expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain("in a circle");
  });

  it("is watched by a model from medium on, and can end early at high", async () => {
    const steps = plan(["a", "alpha"], ["b", "beta", ["a"]]);
    const watch = async (effort: "medium" | "high", verdict: string): Promise<readonly string[]> => {
      const { agent, asked } = planning(
        {
          plan: steps,
          alpha: "A!",
          beta: "B!",
          replan: plan(["c", "gamma"]),
          gamma: "C!",
          observe: `{"verdict":"${verdict}","reason":"so"}`,
          sum: "end",
        },
        { planning: { effort, maxReplans: 1 } },
      );
      await agent.kickoff("go");
      return asked;
    };
    const recorder = recordEvents();
    expect(await watch("high", "finish")).toEqual(["plan", "alpha", "observe"]);
    recorder.stop();
    expect(recorder.of(StepObservationCompletedEvent)[0]).toMatchObject({
      steps: ["a"],
      verdict: "finish",
      reason: "so",
    });
    expect(await watch("medium", "finish")).toEqual(["plan", "alpha", "observe", "beta", "observe", "sum"]);
    expect(await watch("medium", "replan")).toEqual(["plan", "alpha", "observe", "replan", "gamma", "observe", "sum"]);
  });

  it("stops with a hook's abort, a tool that must not fail, and the run", async () => {
    const stop = new HookAborted("enough");
    const steps = { plan: plan(["a", "alpha"], ["b", "beta"]), alpha: "A!", beta: "B!", sum: "s" };
    const registration = on("post_model_call", (ctx) => {
      if (ctx.response === "A!") throw stop;
    });
    await expect(planning(steps).agent.kickoff("go")).rejects.toBe(stop);
    registration.unregister();
    on("pre_model_call", (ctx) => ctx.purpose !== "planning");
    await expect(planning(steps).agent.kickoff("go")).rejects.toMatchObject({ code: "llm_call_blocked" });
    clearAllHooks();
    const strict = tool({
      name: "strict",
      description: "s",
      inputSchema: z.object({}),
      failurePolicy: "raise",
      execute: () => {
        throw new Error("no");
      },
    });
    const failing = planning({ ...steps, alpha: action("native", "strict", {}) }, { tools: [strict] });
    await expect(failing.agent.kickoff("go")).rejects.toMatchObject({ code: "tool_failed" });
    const slow = planning({ ...steps, alpha: { text: "late", delayMs: 5000 } }, { maxExecutionTimeMs: 30 });
    await expect(slow.agent.kickoff("go")).rejects.toMatchObject({ code: "execution_timeout" });
  });

  it("has steps with a time limit, and counters of tools that hold for all of them", async () => {
    const once = tool({
      name: "once",
      description: "o",
      inputSchema: z.object({}),
      maxUsageCount: 1,
      execute: () => "used",
    });
    const use: ScriptedReply = ({ messages }) => {
      const last = messages.at(-1);
      return last?.role === "tool" ? last.content : action("native", "once", {});
    };
    const { agent, model } = planning(
      {
        plan: plan(["a", "alpha"], ["b", "beta", ["a"]], ["c", "gamma"]),
        alpha: use,
        beta: use,
        gamma: { text: "late", delayMs: 5000 },
        replan: "none",
        sum: "end",
      },
      { tools: [once], planning: { stepTimeoutMs: 200, maxReplans: 0 } },
    );
    expect((await agent.kickoff("go")).raw).toBe("end");
    const told = JSON.stringify(model.requests.at(-1)?.messages.at(-1));
    expect(told).toContain("usage limit of 1");
    expect(told).toContain("took longer than its limit of 200 ms");
  });

  it("gives structured answers, and refuses options that it does not know", async () => {
    const { agent } = planning({ plan: plan(["a", "alpha"]), alpha: "four", sum: '{"n":4}' });
    const output = await agent.kickoff("go", { outputSchema: z.object({ n: z.number() }) });
    expect(output.parsed).toEqual({ n: 4 });
    expect(() => scripted([], { planning: { maxStep: 1 } as never })).toThrow("planning.maxStep");
    expect(() => scripted([], { planning: "yes" as never })).toThrow("planning");
  });

  it("is described in a file in the spelling of files, times in seconds", () => {
    const config = {
      role: "R",
      goal: "g",
      backstory: "b",
      max_rpm: 5,
      planning: { effort: "high", max_steps: 4, step_timeout: 2 },
    };
    const agent = new Agent({ config });
    expect(agent.options.planning).toEqual({ effort: "high", maxSteps: 4, stepTimeoutMs: 2000 });
    expect(agent.options.maxRpm).toBe(5);
    expect(() => new Agent({ config: { ...config, planning: { max_step: 4 } } })).toThrow("planning.maxStep");
  });

  it("that the schema accepts can always be done to its end", async () => {
    const id = fc.constantFrom("a", "b", "c", "d", "e");
    const anyPlan = fc.array(fc.record({ id, task: fc.constant("t"), after: fc.uniqueArray(id) }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(anyPlan, async (steps) => {
        const read = await planSchema(new Set(), 5)["~standard"].validate({ steps });
        if (read.issues !== undefined) return true;
        let left: readonly PlanStep[] = steps;
        const done = new Set<string>();
        while (left.length > 0) {
          const ready = readySteps(left, done);
          if (ready.length === 0) return false;
          for (const step of ready) done.add(step.id);
          left = left.filter((step) => !ready.includes(step));
        }
        return done.size === steps.length;
      }),
    );
  });
});
