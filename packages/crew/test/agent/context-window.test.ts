import { afterEach, describe, expect, it } from "@jest/globals";
import { clearAllHooks, HookAborted, on } from "@boathook/hooks";
import { BaseLlm, ContextWindowExceededError, type LlmResponse, type ModelRequest } from "@boathook/models";
import { ScriptedModel } from "@boathook/testing";
import { tool } from "@boathook/tools";
import { z } from "zod";

import { Agent, type AgentOptions } from "../../src/index.ts";
import { action, answer, echo } from "../support.ts";

afterEach(() => {
  clearAllHooks();
});

/** A model that reads so many characters, and says so in the words of a service. */
class Narrow extends BaseLlm {
  readonly modelId = "narrow";
  override readonly supportsTools: boolean;
  readonly inner: ScriptedModel;
  readonly #limit: number;
  refused = 0;

  constructor(limit: number, inner: ScriptedModel) {
    super();
    this.#limit = limit;
    this.inner = inner;
    this.supportsTools = inner.supportsTools;
  }

  async generate(request: ModelRequest): Promise<LlmResponse> {
    if (JSON.stringify(request.messages).length > this.#limit) {
      this.refused += 1;
      throw Object.assign(new Error("maximum context length exceeded"), { statusCode: 400 });
    }
    return this.inner.generate(request);
  }
}

const flood = tool({
  name: "flood",
  description: "Says much",
  inputSchema: z.object({}),
  execute: () => `the number is 42. ${"x".repeat(9000)}`,
});

function worker(llm: BaseLlm, options: Partial<AgentOptions> = {}): Agent {
  return new Agent({ role: "R", goal: "g", backstory: "b", llm, tools: [flood, echo], ...options });
}

describe.each(["native", "text"] as const)("a conversation that is too long, %s mode", (mode) => {
  const supportsTools = mode === "native";

  it("is summarised in pieces by hooked calls, and the work goes on from the summary", async () => {
    const purposes: string[] = [];
    on("pre_model_call", (ctx) => void purposes.push(`${ctx.purpose} ${ctx.agentRole ?? ""}`));
    const replies = [action(mode, "flood", {}), "sum 1", "sum 2", "sum 3", answer(mode, "42")];
    const inner = new ScriptedModel({ replies, supportsTools });
    const model = new Narrow(6000, inner);
    const output = await worker(model).kickoff("What is the number?");
    expect(output.raw).toBe("42");
    expect(purposes.filter((one) => !one.startsWith("summary"))).toEqual(["agent R", "agent R", "agent R"]);
    expect(purposes.filter((one) => one.startsWith("summary")).length).toBe(3);
    const last = inner.requests.at(-1)?.messages ?? [];
    expect(last.map((message) => message.role)).toEqual(["system", "user"]);
    expect(last[0]?.content).toContain("You are R.");
    expect(last[1]?.content).toBe("What is the number?\n\nWhat was done so far, in short:\nsum 1\nsum 2\nsum 3");
    expect(output.usage.requests).toBe(5);
  });

  it("is an error where the agent is told not to touch it, which is not tried again", async () => {
    const model = new Narrow(5000, new ScriptedModel({ replies: [action(mode, "flood", {})], supportsTools }));
    const failure: unknown = await worker(model, { respectContextWindow: false })
      .kickoff("go")
      .catch((error: unknown) => error);
    expect(ContextWindowExceededError.is(failure)).toBe(true);
    expect(model.refused).toBe(1);
  });
});

describe("a summary", () => {
  it("that does not get shorter ends the work with the very error", async () => {
    const inner = new ScriptedModel({
      replies: ({ tools }) => (tools.length > 0 ? action("native", "flood", {}) : "y".repeat(20_000)),
    });
    const model = new Narrow(8000, inner);
    await expect(worker(model).kickoff("go")).rejects.toMatchObject({ code: "context_window_exceeded" });
  });

  it("can be refused by a hook, which ends the work", async () => {
    const stop = new HookAborted("not this");
    on("pre_model_call", (ctx) => {
      if (ctx.purpose === "summary") throw stop;
    });
    const model = new Narrow(6000, new ScriptedModel({ replies: [action("native", "flood", {}), "never"] }));
    await expect(worker(model).kickoff("go")).rejects.toMatchObject({ code: "llm_call_blocked", cause: stop });
    expect(model.inner.requests).toHaveLength(1);
  });

  it("is made before anything is sent where the window is known; files, and the request for a final answer, stay", async () => {
    const flooding = action("native", "flood", {});
    class Known extends ScriptedModel {
      override readonly contextWindow = 4000;
    }
    const model = new Known({
      replies: [flooding, flooding, "short", "short", "short", "end"],
    });
    const output = await worker(model, { maxIter: 2 }).kickoff([
      {
        role: "user",
        content: [
          { type: "text", text: "go" },
          { type: "file", mediaType: "image/png", data: "AA==" },
        ],
      },
    ]);
    expect(output.raw).toBe("end");
    const last = model.requests.at(-1)?.messages ?? [];
    expect(last.map((message) => message.role)).toEqual(["system", "user", "user"]);
    expect(last[1]?.content).toEqual([
      { type: "text", text: "go\n\nWhat was done so far, in short:\nshort\nshort\nshort" },
      { type: "file", mediaType: "image/png", data: "AA==" },
    ]);
    expect(last[2]?.content).toContain("final answer");
  });

  it("of a request that is itself too long shortens the request", async () => {
    const inner = new ScriptedModel({
      replies: ({ messages }) => (JSON.stringify(messages[0]).includes("shorten") ? "s" : "done"),
    });
    const output = await worker(new Narrow(3000, inner), { tools: [] }).kickoff("word ".repeat(2000));
    expect(output.raw).toBe("done");
  });
});
