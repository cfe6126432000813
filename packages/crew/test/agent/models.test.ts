import { afterEach, describe, expect, it } from "@jest/globals";
import { ConfigurationError } from "@boathook/kernel";
import { clearAllHooks, InterceptionPoint, on } from "@boathook/hooks";
import { ToolsUnsupportedError } from "@boathook/models";
import { recordEvents, ScriptedModel } from "@boathook/testing";

import { Agent, createRuntime, Crew, Task, Tokens, type AgentOptions } from "../../src/index.ts";
import { action, answer, echo, scripted } from "../support.ts";

afterEach(() => {
  clearAllHooks();
});

const KNOWN = 'known: "openai", "anthropic", "google", "ollama", "offline"';

function worker(role: string, llm: AgentOptions["llm"]): Agent {
  return new Agent({ role, goal: "g", backstory: "b", llm });
}

function taskFor(agent: Agent): Task {
  return new Task({ description: "d", expectedOutput: "e", agent });
}

async function faultsOf(work: Promise<unknown>): Promise<unknown> {
  const failure: unknown = await work.catch((error: unknown) => error);
  return ConfigurationError.is(failure) ? failure.faults.map(({ path, suggestion }) => [path, suggestion]) : failure;
}

describe("model names that nothing knows", () => {
  it("are refused before anything runs: all of a crew's, with what was meant", async () => {
    const points: string[] = [];
    for (const point of Object.values(InterceptionPoint)) on(point, () => void points.push(point));
    const recorder = recordEvents();
    const crew = new Crew({
      tasks: [
        taskFor(worker("A", "nope/x")),
        taskFor(worker("B", "offline")),
        taskFor(worker("C", ["offline", "opnai/gpt-4o"])),
      ],
    });
    expect(await faultsOf(crew.kickoff())).toEqual([
      ['agents["A"].llm', KNOWN],
      ['agents["C"].llm', 'did you mean "openai"?'],
    ]);
    expect(await faultsOf(worker("A", "gpt-4o").kickoff("hi"))).toEqual([
      ['agents["A"].llm', 'did you mean "openai/gpt-4o"?'],
    ]);
    recorder.stop();
    expect([points, recorder.types()]).toEqual([[], []]);
  });

  it("are a manager's, too; what has a base URL, or a runtime's own resolver knows, is fine", async () => {
    const led = new Crew({ tasks: [taskFor(worker("A", "offline"))], process: "hierarchical", managerLlm: "nope/x" });
    expect(await faultsOf(led.kickoff())).toEqual([['agents["Crew Manager"].llm', KNOWN]]);
    const runtime = createRuntime();
    runtime.rebind(Tokens.ModelResolver, () => new ScriptedModel({ replies: () => "hello" }));
    const crew = new Crew({ tasks: [taskFor(worker("A", "nope/x"))], runtime });
    expect((await crew.kickoff()).raw).toBe("hello");
    await runtime.close();
  });

  it("and what is no model at all is refused when the agent is made, with its path", () => {
    expect(() => worker("A", 7 as never)).toThrow("llm");
    expect(() => worker("A", { model: "openai/gpt-4o", temprature: 1 } as never)).toThrow("llm.temprature");
    expect(() => worker("A", ["offline", {}] as never)).toThrow("llm.1.model");
  });
});

describe("a model that takes no tools", () => {
  const refusal = new ToolsUnsupportedError("model x does not support tools");

  it("is asked in text mode from then on, with every hook", async () => {
    const purposes: string[] = [];
    on("pre_model_call", (ctx) => void purposes.push(`${ctx.purpose} ${ctx.iterations}`));
    const model = new ScriptedModel({
      replies: [
        refusal,
        action("text", "echo", { text: "ping" }),
        answer("text", "it said ping"),
        "Final Answer: again",
      ],
    });
    const agent = scripted([], { llm: model, tools: [echo] });
    const output = await agent.kickoff("Say ping");
    expect(output.raw).toBe("it said ping");
    expect(purposes).toEqual(["agent 0", "agent 0", "agent 1"]);
    expect(model.requests.map((request) => request.tools.length)).toEqual([1, 0, 0]);
    expect(model.requests[1]?.messages[0]?.content).toContain("Action Input:");
    expect(output.messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user", "assistant"]);
    expect((await agent.kickoff("Once more")).raw).toBe("again");
    expect(model.requests).toHaveLength(4);
  });

  it("is asked so in the middle of the work as well: what was done is written as text", async () => {
    const model = new ScriptedModel({
      replies: [action("native", "echo", { text: "a" }), refusal, answer("text", "end")],
    });
    const output = await scripted([], { llm: model, tools: [echo] }).kickoff("go");
    expect(output.messages.slice(2).map(({ content }) => content)).toEqual([
      'Action: echo\nAction Input: {"text":"a"}',
      "Observation: a",
      "Thought: I know now.\nFinal Answer: end",
    ]);
  });

  it("fails where native calls were asked for", async () => {
    const agent = scripted([refusal], { tools: [echo], toolCalling: "native" });
    await expect(agent.kickoff("go")).rejects.toBe(refusal);
  });
});

describe("a list of models", () => {
  it("goes to the next when one is not there; hooks see one call", async () => {
    const seen: string[] = [];
    on("pre_model_call", () => void seen.push("pre"));
    on("post_model_call", () => void seen.push("post"));
    const agent = worker("A", [
      new ScriptedModel({ replies: [new Error("gone")], modelId: "first" }),
      new ScriptedModel({ replies: ["here"] }),
    ]);
    expect((await agent.kickoff("go")).raw).toBe("here");
    expect(seen).toEqual(["pre", "post"]);
  });
});
