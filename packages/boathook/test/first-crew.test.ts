import { callTool, recordEvents, ScriptedModel } from "@boathook/testing";
import {
  Agent,
  Crew,
  Flow,
  HookAborted,
  HookDispatchedEvent,
  InterceptionPoint,
  Listen,
  on,
  or,
  Process,
  Router,
  Start,
  Task,
  TaskCompletedEvent,
  tool,
  type Inputs,
} from "boathook";
import { describe, expect, it } from "@jest/globals";
import { z } from "zod";

import "@boathook/testing/matchers";
import "@boathook/testing/reset";

const search = tool({
  name: "web_search",
  description: "Searches.",
  inputSchema: z.object({ query: z.string() }),
  execute: ({ query }) => `three pages about ${query}`,
});

function reportCrew(model: ScriptedModel): Crew {
  const researcher = new Agent({
    role: "Researcher",
    goal: "Find out about {topic}",
    backstory: "Reads a lot.",
    llm: model,
    tools: [search],
  });
  const research = new Task({
    name: "research",
    description: "Research {topic} in {year}",
    expectedOutput: "Facts",
    agent: researcher,
  });
  return new Crew({
    name: "ReportCrew",
    agents: [researcher],
    tasks: [research],
    process: Process.sequential,
    beforeKickoff: [(inputs: Inputs) => ({ ...inputs, year: 2026 })],
  });
}

describe("a crew made of what boathook exports", () => {
  it("runs, and its hooks and events come in order", async () => {
    const model = new ScriptedModel({
      replies: [callTool("web_search", { query: "tides" }), "Tides turn twice a day."],
    });
    using recorder = recordEvents();
    on(InterceptionPoint.PRE_TOOL_CALL, { tools: ["web_search"] }, (ctx) => {
      ctx.toolInput["query"] = `${String(ctx.toolInput["query"])} at sea`;
    });
    const output = await reportCrew(model).kickoff({ topic: "tides" });
    expect(output.raw).toBe("Tides turn twice a day.");
    model.assertComplete();
    expect(JSON.stringify(model.requests[0]?.messages)).toContain("Research tides in 2026");
    expect(model.requests[1]?.messages.at(-1)).toEqual({
      role: "tool",
      toolCallId: "c1",
      toolName: "web_search",
      content: "three pages about tides at sea",
    });
    expect(recorder.trail()).toEqual([
      "crew_kickoff_started",
      "task_started",
      "agent_execution_started",
      "llm_call_started",
      "llm_call_completed",
      "pre_tool_call",
      "tool_usage_started",
      "tool_usage_completed",
      "llm_call_started",
      "llm_call_completed",
      "agent_execution_completed",
      "task_completed",
      "crew_kickoff_completed",
    ]);
    expect(recorder.of(TaskCompletedEvent).map((event) => [event.crewName, event.output.raw])).toEqual([
      ["ReportCrew", "Tides turn twice a day."],
    ]);
    expect(new Set(recorder.of(HookDispatchedEvent).map((event) => event.executionId)).size).toBe(1);
  });

  it("is stopped by the very error a hook throws", async () => {
    const abort = new HookAborted("no research today", "policy");
    using recorder = recordEvents();
    on("pre_step", { kinds: ["task"] }, () => {
      throw abort;
    });
    await expect(reportCrew(new ScriptedModel({ replies: [] })).kickoff({ topic: "tides" })).rejects.toBe(abort);
    expect(recorder).toHaveDispatched("pre_step", { outcome: "aborted" });
    expect(recorder.types()).toEqual([
      "crew_kickoff_started",
      "task_started",
      "hook_dispatched",
      "task_failed",
      "crew_kickoff_failed",
    ]);
  });
});

class Article extends Flow<{ topic: string }> {
  @Start() outline(): string {
    return `About ${this.state.topic}`;
  }

  @Router("outline", { emit: ["long", "short"] }) size(outline: string): string {
    return outline.length > 40 ? "long" : "short";
  }

  @Listen(or("long", "short")) write(label: string): string {
    return `a ${label} article`;
  }
}

describe("a flow made of what boathook exports", () => {
  it("follows its router", async () => {
    using recorder = recordEvents();
    on("post_step", { kinds: ["flow_method"] }, (ctx) => (ctx.stepName === "write" ? `${String(ctx.payload)}!` : null));
    expect(await new Article().kickoff({ topic: "tides" })).toBe("a short article!");
    expect(recorder.of(HookDispatchedEvent).map((event) => [event.stepName, event.outcome])).toEqual([
      ["outline", "proceeded"],
      ["size", "proceeded"],
      ["write", "modified"],
    ]);
  });
});

describe("hooks see the runtime's own types", () => {
  it("so that a wrong field does not compile", () => {
    on("pre_tool_call", (ctx) => {
      const role: string | undefined = ctx.agent?.role;
      // @ts-expect-error -- an agent has no age
      return role === undefined && ctx.agent?.age === 3 ? false : undefined;
    });
    on("post_step", (ctx) => {
      if (ctx.kind === "task") ctx.payload.raw = ctx.payload.raw.trim();
      // @ts-expect-error -- what a flow method returned may be anything
      else ctx.payload.raw = "x";
    });
    // @ts-expect-error -- a hook before a model call answers with a boolean or nothing
    on("pre_model_call", () => "yes");
    // @ts-expect-error -- there is no such point
    expect(() => on("before_everything", () => undefined)).toThrow(/no hook point "before_everything"/);
  });
});
