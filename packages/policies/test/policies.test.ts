import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { Agent, Crew, Task } from "@boathook/crew";
import { HumanInputUnavailableError, type HookDefinition, type HumanInput } from "@boathook/hooks";
import { callTool, ScriptedModel, type ScriptedReply } from "@boathook/testing";
import { tool } from "@boathook/tools";
import { z } from "zod";

import {
  allowTools,
  auditLog,
  budget,
  checkToolInput,
  denyTools,
  limitIterations,
  rateLimit,
  redact,
  requireApproval,
} from "../src/index.ts";

let ran: string[];

beforeEach(() => {
  ran = [];
});

const named = (name: string) =>
  tool({
    name,
    description: name,
    inputSchema: z.object({ text: z.string().optional(), amount: z.number().optional() }),
    execute: ({ text }) => {
      ran.push(name);
      return text ?? "done";
    },
  });

interface Told {
  readonly output: string;
  readonly texts: string;
  readonly model: ScriptedModel;
}

/** Runs one task under the hooks; gives the output and everything that the model was told. */
async function run(
  hooks: readonly HookDefinition[],
  replies: readonly ScriptedReply[],
  options: { humanInput?: HumanInput; inputs?: Record<string, unknown> } = {},
): Promise<Told> {
  const model = new ScriptedModel({ replies });
  const agent = new Agent({
    role: "Worker",
    goal: "g",
    backstory: "b",
    llm: model,
    tools: [named("pay"), named("look"), named("payNow")],
  });
  const task = new Task({ description: "Do it {what}", expectedOutput: "it", agent });
  const { humanInput, inputs = { what: "now" } } = options;
  const output = await new Crew({ tasks: [task], hooks }).kickoff(
    inputs,
    humanInput === undefined ? {} : { humanInput },
  );
  return { output: output.raw, texts: JSON.stringify(model.requests.map((request) => request.messages)), model };
}

describe("denyTools and allowTools", () => {
  it("block by name, in any spelling, and the model reads why", async () => {
    const { texts } = await run(
      [denyTools(["Pay-Now"], "no payments today")],
      [callTool("payNow"), callTool("look"), "end"],
    );
    expect(ran).toEqual(["look"]);
    expect(texts).toContain("Tool execution blocked by hook. Tool: pay_now. Reason: no payments today");
    await run([allowTools(["look"])], [callTool("pay"), callTool("look"), "end"]);
    expect(ran).toEqual(["look", "look"]);
  });

  it("refuse names that can never match", () => {
    expect(() => denyTools(["日本"])).toThrow("nothing of this is left");
    expect(() => allowTools([])).toThrow("allowTools");
  });
});

describe("requireApproval", () => {
  const answering = (answer: string): HumanInput => ({ ask: () => Promise.resolve(answer) });

  it("lets a call through only for a yes", async () => {
    await run([requireApproval({ tools: ["pay"] })], [callTool("pay"), "end"], { humanInput: answering(" YES ") });
    await run([requireApproval({ tools: ["pay"] })], [callTool("pay"), callTool("look"), "end"], {
      humanInput: answering("ok"),
    });
    expect(ran).toEqual(["pay", "look"]);
  });

  it("fails closed: nobody there, an input that breaks, no answer in time", async () => {
    const nobody: HumanInput = { ask: () => Promise.reject(new HumanInputUnavailableError("nobody")) };
    const broken: HumanInput = { ask: () => Promise.reject(new TypeError("broken")) };
    const silent: HumanInput = { ask: ({ signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => { reject(new Error("late")); })) }; // prettier-ignore
    for (const humanInput of [nobody, broken, silent]) {
      await run([requireApproval({ timeoutMs: 20 })], [callTool("pay"), "end"], { humanInput });
    }
    expect(ran).toEqual([]);
  });

  it("asks what it is told to ask", async () => {
    const asked: string[] = [];
    const humanInput: HumanInput = {
      ask: ({ prompt }) => {
        asked.push(prompt);
        return Promise.resolve("yes");
      },
    };
    await run(
      [requireApproval({ prompt: ({ toolInput }) => `Pay ${String(toolInput["amount"])}?` })],
      [callTool("pay", { amount: 5 }), "end"],
      { humanInput },
    );
    expect(asked).toEqual(["Pay 5?"]);
  });
});

describe("limits", () => {
  it("limitIterations stops an agent at its rounds", async () => {
    await expect(run([limitIterations(2)], [callTool("look"), callTool("pay"), "never"])).rejects.toMatchObject({
      code: "llm_call_blocked",
      source: "iteration-limit",
    });
  });

  it.each([
    ["calls", { calls: 2 }],
    ["tokens", { tokens: 30 }],
  ])("budget of %s: each run has it whole, also at the same time", async (_name, limits) => {
    const hooks = [budget(limits)];
    const usage = { inputTokens: 10, outputTokens: 10, totalTokens: 20 };
    const call = { toolCalls: [{ name: "look", input: {} }], usage };
    const within = [call, { text: "end", usage }];
    const beyond = [call, { toolCalls: [{ name: "pay", input: {} }], usage }, { text: "never", usage }];
    const [first, second, third] = await Promise.allSettled([
      run(hooks, within),
      run(hooks, beyond),
      run(hooks, within),
    ]);
    expect([first.status, second.status, third.status]).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(second).toMatchObject({ reason: { code: "llm_call_blocked", source: "budget" } });
  });

  it("budget of seconds", async () => {
    await expect(
      run([budget({ seconds: 0.02 })], [{ toolCalls: [{ name: "look" }], delayMs: 50 }, "never"]),
    ).rejects.toMatchObject({ source: "budget" });
  });

  it("refuse a budget of nothing, and numbers that are none", () => {
    expect(() => budget({})).toThrow("at least one");
    expect(() => budget({ calls: -1 })).toThrow("calls");
    expect(() => limitIterations(0)).toThrow("limitIterations");
  });
});

describe("rateLimit", () => {
  it("waits for its turn, or blocks", async () => {
    const startedAt = performance.now();
    await run(
      [rateLimit({ max: 1, perMs: 60 })],
      [callTool("look", { text: "1" }), callTool("look", { text: "2" }), "end"],
    );
    expect(ran).toEqual(["look", "look"]);
    expect(performance.now() - startedAt).toBeGreaterThan(50);
    const { texts } = await run(
      [rateLimit({ max: 1, perMs: 60_000, over: "block" })],
      [callTool("look", { text: "1" }), callTool("pay"), "end"],
    );
    expect(ran).toEqual(["look", "look", "look"]);
    expect(texts).toContain("more than 1 calls in 60000 ms");
  });

  it("leaves at once when the run is cancelled", async () => {
    const stop = new AbortController();
    const agent = new Agent({
      role: "W",
      goal: "g",
      backstory: "b",
      llm: new ScriptedModel({ replies: [callTool("look"), callTool("look", { text: "2" })] }),
      tools: [named("look")],
    });
    const running = agent.kickoff("go", { signal: stop.signal, hooks: [rateLimit({ max: 1, perMs: 60_000 })] });
    setTimeout(() => {
      stop.abort();
    }, 30);
    await expect(running).rejects.toMatchObject({ code: "run_cancelled" });
  });
});

describe("checkToolInput", () => {
  it("blocks what does not fit, and says what is wrong", async () => {
    const hooks = [checkToolInput("pay", z.object({ amount: z.number().max(100, "never above 100") }))];
    const { texts } = await run(hooks, [callTool("pay", { amount: 500 }), callTool("pay", { amount: 50 }), "end"]);
    expect(ran).toEqual(["pay"]);
    expect(texts).toContain("amount: never above 100");
    expect(() => checkToolInput("pay", {} as never)).toThrow("expected a schema");
  });
});

describe("redact", () => {
  const patterns = [/secret-\d+/];

  it("cleans inputs, messages, responses, tool results and outputs", async () => {
    const { output, texts } = await run(
      redact({ patterns, replacement: "[$&]" }),
      [callTool("look", { text: "result secret-2" }), "answer secret-3"],
      { inputs: { what: "secret-1" } },
    );
    expect(texts + output).not.toMatch(/secret-\d/);
    expect(output).toBe("answer [$&]");
  });

  it("only where it is told to", async () => {
    const { output, texts } = await run(redact({ patterns, at: ["outputs"] }), ["answer secret-3 secret-4"], {
      inputs: { what: "secret-1" },
    });
    expect(texts).toContain("secret-1");
    expect(output).toBe("answer [REDACTED] [REDACTED]");
    expect(() => redact({ at: ["output"] as never })).toThrow("at");
  });
});

describe("auditLog", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "audit-"));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it("has one line per call, in order, without secrets, also of runs at the same time", async () => {
    const file = path.join(folder, "audit.jsonl");
    const hooks = auditLog({ file });
    const replies = [callTool("look", { text: "sk-abcdefghijklmnopqrstuvwx" }), "end"];
    await Promise.all(Array.from({ length: 20 }, () => run(hooks, replies)));
    const lines = (await readFile(file, "utf8"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { what: string; tool?: string });
    expect(lines).toHaveLength(40);
    expect(lines.filter((line) => line.what === "tool_call" && line.tool === "look")).toHaveLength(20);
    expect(JSON.stringify(lines)).not.toContain("sk-abcdef");
  });

  it("stops the run when a line cannot be written", async () => {
    await expect(
      run(auditLog({ file: path.join(folder, "gone", "audit.jsonl") }), [callTool("look"), "end"]),
    ).rejects.toMatchObject({ code: "hook_aborted" });
  });
});
