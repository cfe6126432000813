import { afterEach, describe, expect, it } from "@jest/globals";
import { clearAllHooks, HookAborted, InterceptionPoint, on } from "@boathook/hooks";
import { callTool, recordEvents, ScriptedModel } from "@boathook/testing";
import { tool } from "@boathook/tools";
import { z } from "zod";

import { Agent } from "../../src/index.ts";
import { action, answer, echo, scripted } from "../support.ts";

afterEach(() => {
  clearAllHooks();
});

const modes = ["native", "text"] as const;

describe.each(modes)("an agent alone, %s mode", (mode) => {
  const options = { tools: [echo], supportsTools: mode === "native" };

  it("calls a tool, reads its result and answers", async () => {
    const agent = scripted([action(mode, "echo", { text: "ping" }), answer(mode, "it said ping")], options);
    const output = await agent.kickoff("Say ping");
    expect(output.raw).toBe("it said ping");
    expect(output.usage.requests).toBe(2);
    expect(output.messages.map((message) => message.role)).toEqual(
      mode === "native"
        ? ["system", "user", "assistant", "tool", "assistant"]
        : ["system", "user", "assistant", "user", "assistant"],
    );
    expect(output.messages[3]).toMatchObject({ content: mode === "native" ? "ping" : "Observation: ping" });
  });

  it("gives the same hook list for the same script", async () => {
    for (const point of Object.values(InterceptionPoint)) on(point, () => undefined);
    const recorder = recordEvents();
    await scripted(
      [action(mode, "echo", { text: "a" }), action(mode, "nope", {}), answer(mode, "end")],
      options,
    ).kickoff("go");
    recorder.stop();
    const hooks = recorder.trail().filter((type) => /^(pre|post)_/.test(type));
    const round = mode === "native" ? ["pre_model_call"] : ["pre_model_call", "post_model_call"]; // text mode always has text (A14)
    expect(hooks).toEqual([
      ...round,
      "pre_tool_call",
      "post_tool_call",
      ...round,
      "pre_tool_call",
      "post_tool_call",
      "pre_model_call",
      "post_model_call",
    ]);
  });

  it("goes on after a blocked call, whose reason the model reads", async () => {
    on("pre_tool_call", () => {
      throw new HookAborted("not today", "policy");
    });
    const agent = scripted([action(mode, "echo", { text: "x" }), answer(mode, "blocked, then")], options);
    const output = await agent.kickoff("go");
    expect(output.raw).toBe("blocked, then");
    expect(JSON.stringify(output.messages)).toContain("Tool execution blocked by hook. Tool: echo. Reason: not today");
  });

  it("forces a final answer at the limit of rounds", async () => {
    const agent = scripted(
      [action(mode, "echo", { text: "1" }), action(mode, "echo", { text: "2" }), answer(mode, "forced")],
      { ...options, maxIter: 2 },
    );
    const purposes: string[] = [];
    on("pre_model_call", (ctx) => void purposes.push(`${ctx.purpose} ${ctx.iterations}`));
    const output = await agent.kickoff("go");
    expect(output.raw).toBe("forced");
    expect(purposes).toEqual(["agent 0", "agent 1", "final_answer 2"]);
  });

  it("shows hooks the running execution", async () => {
    const seen: unknown[] = [];
    on(
      "pre_model_call",
      (ctx) =>
        void seen.push([ctx.executor?.agent.role, ctx.executor?.iterations, ctx.agentRole, ctx.executor?.tools.length]),
    );
    await scripted([action(mode, "echo", { text: "1" }), answer(mode, "end")], options).kickoff("go");
    expect(seen).toEqual([
      ["Worker", 0, "Worker", 1],
      ["Worker", 1, "Worker", 1],
    ]);
  });
});

describe("text mode", () => {
  it("answers a broken action with a hint, and takes plain text as the answer", async () => {
    const agent = scripted(["Action: echo", "just this"], { tools: [echo], supportsTools: false });
    const output = await agent.kickoff("go");
    expect(output.raw).toBe("just this");
    expect(output.messages[3]).toMatchObject({ role: "user", content: expect.stringContaining("could not be read") });
  });

  it("drops an observation that the model made up", async () => {
    const agent = scripted(['Action: echo\nAction Input: {"text":"real"}\nObservation: fake', "Final Answer: ok"], {
      tools: [echo],
      supportsTools: false,
    });
    const output = await agent.kickoff("go");
    expect(output.messages[2]?.content).not.toContain("fake");
    expect(output.messages[3]?.content).toBe("Observation: real");
  });
});

describe("parallel calls", () => {
  it("run at the same time and give results in the order of the calls", async () => {
    const finished: string[] = [];
    const slow = tool({
      name: "slow",
      description: "waits",
      inputSchema: z.object({ ms: z.number(), name: z.string() }),
      async execute({ ms, name }) {
        await new Promise((resolve) => setTimeout(resolve, ms));
        finished.push(name);
        return name;
      },
    });
    const calls = {
      toolCalls: [
        { name: "slow", input: { ms: 30, name: "a" } },
        { name: "slow", input: { ms: 1, name: "b" } },
      ],
    };
    const output = await scripted([calls, "end"], { tools: [slow] }).kickoff("go");
    expect(finished).toEqual(["b", "a"]);
    expect(output.messages.filter((message) => message.role === "tool").map((message) => message.content)).toEqual([
      "a",
      "b",
    ]);
  });

  it("are cancelled and awaited when one of them aborts the run", async () => {
    let aborted = false;
    const waiting = tool({
      name: "waiting",
      description: "waits for ever",
      inputSchema: z.object({}),
      execute: (_input, { signal }) =>
        new Promise<string>((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            aborted = true;
            reject(new Error("stopped"));
          });
        }),
    });
    const stop = new HookAborted("enough");
    on("post_tool_call", { tools: ["echo"] }, () => {
      throw stop;
    });
    const calls = {
      toolCalls: [
        { name: "waiting", input: {} },
        { name: "echo", input: { text: "x" } },
      ],
    };
    await expect(scripted([calls, "end"], { tools: [waiting, echo] }).kickoff("go")).rejects.toBe(stop);
    expect(aborted).toBe(true);
  });

  it("end with a tool whose result is the answer", async () => {
    const verdict = tool({
      name: "verdict",
      description: "decides",
      inputSchema: z.object({}),
      resultAsAnswer: true,
      execute: () => "final word",
    });
    const calls = {
      toolCalls: [
        { name: "verdict", input: {} },
        { name: "echo", input: { text: "late" } },
      ],
    };
    const output = await scripted([calls], { tools: [verdict, echo] }).kickoff("go");
    expect(output.raw).toBe("final word");
  });
});

describe("failures and limits", () => {
  it("a blocked model call is final and keeps the hook's reason", async () => {
    on("pre_model_call", () => false);
    const model = new ScriptedModel({ replies: ["never"] });
    const agent = new Agent({ role: "R", goal: "g", backstory: "b", llm: model });
    await expect(agent.kickoff("go")).rejects.toMatchObject({
      code: "llm_call_blocked",
      message: expect.stringContaining("blocked by before_llm_call hook"),
    });
    expect(model.requests).toEqual([]);
  });

  it("an agent that takes too long is stopped", async () => {
    const agent = scripted([{ text: "late", delayMs: 5_000 }], { maxExecutionTimeMs: 20 });
    await expect(agent.kickoff("go")).rejects.toMatchObject({ code: "execution_timeout", limitMs: 20 });
  });

  it("a cancelled agent rejects at once", async () => {
    const stop = new AbortController();
    const running = scripted([{ text: "late", delayMs: 5_000 }]).kickoff("go", { signal: stop.signal });
    setTimeout(() => {
      stop.abort("enough");
    }, 5);
    await expect(running).rejects.toMatchObject({ code: "run_cancelled", cause: "enough" });
  });

  it("a surprise is tried again, up to the limit", async () => {
    const surprise = new TypeError("surprise");
    await expect(
      scripted([surprise, surprise, "third time"], { maxRetryLimit: 2 }).kickoff("go"),
    ).resolves.toMatchObject({ raw: "third time" });
    await expect(scripted([surprise, "no"], { maxRetryLimit: 0 }).kickoff("go")).rejects.toThrow("surprise");
  });

  it("a bad option names its path and what was meant", () => {
    expect(() => new Agent({ role: "r", goal: "g", backstory: "b", maxIters: 3 } as never)).toThrow(
      'did you mean "maxIter"?',
    );
    expect(() => new Agent({ role: "r", goal: "g" })).toThrow("backstory");
    expect(() => new Agent({ role: "r", goal: "g", backstory: "b", tools: [{ name: "x" }] as never })).toThrow(
      "tools.0",
    );
  });

  it("structured answers are read and checked", async () => {
    const schema = z.object({ city: z.string(), degrees: z.number() });
    const output = await scripted(['Here: {"city":"Oslo","degrees":4}']).kickoff("weather", { outputSchema: schema });
    expect(output.parsed).toEqual({ city: "Oslo", degrees: 4 });
    await expect(scripted(['{"city":1}']).kickoff("weather", { outputSchema: schema })).rejects.toMatchObject({
      code: "output_conversion_failed",
    });
  });

  it("calls with the raw JSON a model got wrong reach the tool repaired, or say what is wrong", async () => {
    const output = await scripted([callTool("echo", {}), "ok"], { tools: [echo] }).kickoff("go");
    expect(JSON.stringify(output.messages)).toContain("text");
  });
});
