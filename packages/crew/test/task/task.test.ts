import { mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { clearAllHooks, on } from "@boathook/hooks";
import { callTool, ScriptedModel } from "@boathook/testing";
import { tool, ToolFailure } from "@boathook/tools";
import { z } from "zod";

import { Agent, Crew, Task, TaskOutput, type TaskOptions } from "../../src/index.ts";
import { echo, scripted } from "../support.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "boathook-task-"));
});

afterEach(async () => {
  clearAllHooks();
  await rm(folder, { recursive: true, force: true });
});

function crewWith(replies: readonly string[], options: Partial<TaskOptions>): Crew {
  const task = new Task({
    name: "only",
    description: "Do it",
    expectedOutput: "it",
    agent: scripted(replies),
    ...options,
  });
  return new Crew({ tasks: [task], outputDir: folder });
}

describe("outputs", () => {
  it("are typed by a schema", async () => {
    const output = await crewWith(['{"n": 1}'], { outputSchema: z.object({ n: z.number() }) }).kickoff();
    expect(output.parsed).toEqual({ n: 1 });
    expect(output.tasksOutput[0]).toMatchObject({
      format: "schema",
      raw: '{"n": 1}',
      agentRole: "Worker",
      summary: "Do it",
    });
  });

  it("have the conversation that led to them, and the failures of tools on the way", async () => {
    const fail = tool({
      name: "fail",
      description: "f",
      inputSchema: z.object({}),
      execute: () => new ToolFailure({ message: "no luck", reason: "luck" }),
    });
    const agent = scripted([callTool("fail"), "done"], { tools: [fail] });
    const task = new Task({ description: "Do", expectedOutput: "it", agent });
    const output = await new Crew({ tasks: [task] }).kickoff();
    expect(output.tasksOutput[0]?.messages.map(({ role }) => role)).toEqual([
      "system",
      "user",
      "assistant",
      "tool",
      "assistant",
    ]);
    expect(output.toolFailures).toMatchObject([{ message: "no luck", reason: "luck" }]);
    expect(output.tasksOutput[0]?.toolFailures).toEqual(output.toolFailures);
  });

  it("may be empty, and are outputs then", async () => {
    const agent = scripted(["full", ""]);
    const task = (name: string): Task => new Task({ name, description: name, expectedOutput: name, agent });
    const output = await new Crew({ tasks: [task("a"), task("b")] }).kickoff();
    expect([output.raw, output.tasksOutput.length]).toEqual(["", 2]);
  });

  it("survive being changed by copy", () => {
    const output = new TaskOutput({ raw: "a", parsed: { a: 1 }, format: "json" });
    expect(output.with({ raw: "b" })).toMatchObject({ raw: "b", parsed: undefined, format: "json" });
    expect(output.with({ parsed: { a: 2 } })).toMatchObject({ raw: "a", parsed: { a: 2 } });
    expect(output.raw).toBe("a");
  });
});

describe("guardrails", () => {
  it("run in order, may replace the text, and are asked again after a retry", async () => {
    const asked: string[] = [];
    const output = await crewWith(["short", "long enough"], {
      guardrails: [
        (out) => {
          asked.push(`first ${out.raw}`);
          return { ok: true, value: `${out.raw}!` };
        },
        (out) => {
          asked.push(`second ${out.raw}`);
          return out.raw.length > 8 ? { ok: true } : { ok: false, error: "too short" };
        },
      ],
    }).kickoff();
    expect(output.raw).toBe("long enough!");
    expect(asked).toEqual(["first short", "second short!", "first long enough", "second long enough!"]);
  });

  it("keep the context in a retry", async () => {
    const model = new ScriptedModel({ replies: ["base", "bad", "good"] });
    const agent = new Agent({ role: "R", goal: "g", backstory: "b", llm: model });
    const first = new Task({ description: "1", expectedOutput: "1", agent });
    const second = new Task({
      description: "2",
      expectedOutput: "2",
      agent,
      guardrail: (out) => (out.raw === "good" ? { ok: true } : { ok: false, error: "bad" }),
    });
    await new Crew({ tasks: [first, second] }).kickoff();
    expect(JSON.stringify(model.requests[2]?.messages)).toContain("base");
  });

  it("that throw fail the task", async () => {
    const boom = new Error("boom");
    await expect(
      crewWith(["x"], {
        guardrail: () => {
          throw boom;
        },
      }).kickoff(),
    ).rejects.toBe(boom);
  });
});

describe("output files", () => {
  it("are written whole, in folders made for them, with the text that hooks left", async () => {
    on("post_step", (ctx) => {
      if (ctx.kind === "task") ctx.payload.raw = "clean";
    });
    await crewWith(["dirty"], { outputFile: "a/b/{name}.md" }).kickoff({ name: "r$&r" });
    expect(await readFile(path.join(folder, "a/b/r$&r.md"), "utf8")).toBe("clean");
  });

  it.each(["../out.md", "/etc/out.md", "a/../../out.md"])(
    "outside of their folder are refused: %s",
    async (outputFile) => {
      await expect(crewWith(["x"], { outputFile }).kickoff()).rejects.toMatchObject({ code: "invalid_configuration" });
    },
  );

  it("are not written through a link that leads out", async () => {
    await symlink(tmpdir(), path.join(folder, "link"));
    await expect(crewWith(["x"], { outputFile: "link/out.md" }).kickoff()).rejects.toThrow("outside");
  });

  it("without createDirectory need the folder", async () => {
    await expect(
      crewWith(["x"], { outputFile: "gone/out.md", createDirectory: false }).kickoff(),
    ).rejects.toMatchObject({ code: "ENOENT" });
  });
});

describe("tools", () => {
  it("of a task take the place of its agent's, also when there are none", async () => {
    const model = new ScriptedModel({ replies: ["1", "2", "3"] });
    const agent = new Agent({ role: "R", goal: "g", backstory: "b", llm: model, tools: [echo] });
    const other = tool({ name: "other", description: "o", inputSchema: z.object({}), execute: () => "" });
    const task = (tools?: TaskOptions["tools"]): Task =>
      new Task({ description: "Do", expectedOutput: "it", agent, tools });
    await new Crew({ tasks: [task(), task([other]), task([])] }).kickoff();
    expect(model.requests.map(({ tools }) => tools.map(({ name }) => name))).toEqual([["echo"], ["other"], []]);
  });
});

describe("context", () => {
  it("is every earlier output by default, the named ones, or none", async () => {
    const seen: string[] = [];
    on("pre_step", (ctx) => {
      if (ctx.kind === "task") seen.push(`${ctx.stepName}: ${ctx.payload.replaceAll(/\s+/g, " ")}`);
    });
    const agent = scripted(["A", "B", "C", "D"]);
    const task = (name: string, context?: readonly Task[]): Task =>
      new Task({ name, description: name, expectedOutput: name, agent, context });
    const a = task("a");
    const b = task("b");
    await new Crew({ tasks: [a, b, task("c", [a]), task("d", [])] }).kickoff();
    expect(seen).toEqual(["a: ", "b: A", "c: A", "d: "]);
  });

  it("of asynchronous tasks: they run beside each other, and the next task waits for them", async () => {
    const log: string[] = [];
    const make = (name: string, delayMs: number, asyncExecution: boolean): Task =>
      new Task({
        name,
        description: name,
        expectedOutput: name,
        asyncExecution,
        agent: scripted([{ text: name.toUpperCase(), delayMs }]),
        callback: () => void log.push(name),
      });
    const output = await new Crew({
      tasks: [make("slow", 40, true), make("fast", 1, true), make("last", 1, false)],
    }).kickoff();
    expect(log).toEqual(["fast", "slow", "last"]);
    expect(output.tasksOutput.map((task) => task.raw)).toEqual(["SLOW", "FAST", "LAST"]);
  });

  it("of a task that fails: asynchronous ones still running are cancelled and awaited", async () => {
    const boom = new Error("boom");
    const waiting = scripted([{ text: "never", delayMs: 10_000 }]);
    const slow = new Task({
      name: "slow",
      description: "s",
      expectedOutput: "s",
      agent: waiting,
      asyncExecution: true,
    });
    const bad = new Task({
      name: "bad",
      description: "b",
      expectedOutput: "b",
      asyncExecution: true,
      agent: scripted(["x"]),
      callback: () => {
        throw boom;
      },
    });
    const startedAt = Date.now();
    await expect(new Crew({ tasks: [slow, bad] }).kickoff()).rejects.toBe(boom);
    expect(Date.now() - startedAt).toBeLessThan(5_000);
  });
});
