import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { afterEach, describe, expect, it } from "@jest/globals";
import { MemoryEngine, SqliteEngine } from "@boathook/flow";
import { clearAllHooks, HookAborted, on } from "@boathook/hooks";
import { ScriptedModel } from "@boathook/testing";
import { z } from "zod";

import { Agent, createRuntime, Crew, type Runtime, type TaskOptions } from "../../src/index.ts";
import { folderWith } from "../files.ts";
import { named } from "../task/support.ts";

afterEach(() => {
  clearAllHooks();
});

/** Tasks a, b, c; `b` fails as long as `state.isDown`. */
function shaky(runtime: Runtime, options: Partial<TaskOptions> = {}) {
  const state = { isDown: true };
  const model = new ScriptedModel({
    replies: ({ messages }, index) => {
      const isSecond = JSON.stringify(messages).includes("Task: Do b");
      return isSecond && state.isDown ? new TypeError("down") : `{"n":${index}}`;
    },
  });
  const agent = new Agent({ role: "R", goal: "g", backstory: "b", llm: model, maxRetryLimit: 0 });
  const tasks = [named("a", agent, options), named("b", agent), named("c", agent)];
  return { state, model, crew: new Crew({ name: "shaky", tasks, runtime }) };
}

describe("a durable kickoff", () => {
  it("that failed goes on under its id: what was done stays, with its objects, and the inputs stay", async () => {
    await using runtime = createRuntime({ engine: new MemoryEngine() });
    const { crew, state, model } = shaky(runtime, {
      description: "Do a for {x}",
      outputSchema: z.object({ n: z.number() }),
    });
    await expect(crew.kickoff({ x: 1 }, { durable: true, runId: "r" })).rejects.toThrow("down");
    state.isDown = false;
    const output = await crew.kickoff({ x: 2 }, { durable: true, runId: "r" });
    expect(output.tasksOutput.map(({ name, raw, parsed, description }) => [name, raw, parsed, description])).toEqual([
      ["a", '{"n":0}', { n: 0 }, "Do a for 1"],
      ["b", '{"n":2}', undefined, "Do b"],
      ["c", '{"n":3}', undefined, "Do c"],
    ]);
    expect(JSON.stringify(model.requests[2]?.messages)).toContain('Context from earlier tasks:\\n{\\"n\\":0}');
  });

  it("that is done runs anew under its id; one without an id is a run of its own", async () => {
    await using runtime = createRuntime({ engine: new MemoryEngine() });
    const { crew, state, model } = shaky(runtime);
    state.isDown = false;
    await crew.kickoff({}, { durable: true, runId: "r" });
    await crew.kickoff({}, { durable: true, runId: "r" });
    await crew.kickoff({}, { durable: true });
    await crew.kickoff({});
    expect(model.requests).toHaveLength(12);
  });

  it("asks the boundary hooks again after a failure, so that a policy still holds", async () => {
    await using runtime = createRuntime({ engine: new MemoryEngine() });
    const { crew, model } = shaky(runtime);
    await expect(crew.kickoff({}, { durable: true, runId: "r" })).rejects.toThrow("down");
    on("execution_start", () => {
      throw new HookAborted("closed");
    });
    await expect(crew.kickoff({}, { durable: true, runId: "r" })).rejects.toThrow("closed");
    expect(model.requests).toHaveLength(2);
  });

  it("is refused under the id of another crew's run, and while it is under way", async () => {
    await using runtime = createRuntime({ engine: new MemoryEngine() });
    const { crew, state } = shaky(runtime);
    state.isDown = false;
    await crew.kickoff({}, { durable: true, runId: "r" });
    const other = new Crew({ name: "other", tasks: crew.tasks, runtime });
    await expect(other.kickoff({}, { durable: true, runId: "r" })).rejects.toMatchObject({ code: "run_mismatch" });
    const both = [1, 2].map(() => crew.kickoff({}, { durable: true, runId: "s" }));
    const settled = await Promise.allSettled(both);
    expect(settled.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(settled.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "run_busy" } });
  });

  it("is planned once, however often it goes on", async () => {
    await using runtime = createRuntime({ engine: new MemoryEngine() });
    const planner = new ScriptedModel({ replies: ['{"plans":[{"number":1,"plan":"P1"},{"number":2,"plan":"P2"}]}'] });
    const model = new ScriptedModel({ replies: ["A", new TypeError("down"), "B"] });
    const agent = new Agent({ role: "R", goal: "g", backstory: "b", llm: model, maxRetryLimit: 0 });
    const tasks = [named("a", agent), named("b", agent)];
    const crew = new Crew({ tasks, runtime, planning: true, planningLlm: planner });
    await expect(crew.kickoff({}, { durable: true, runId: "r" })).rejects.toThrow("down");
    expect((await crew.kickoff({}, { durable: true, runId: "r" })).raw).toBe("B");
    expect(JSON.stringify(model.requests[2]?.messages)).toContain("P2");
    planner.assertComplete();
  });

  it("fails where what its tasks give cannot be kept", async () => {
    await using runtime = createRuntime({ engine: new MemoryEngine() });
    const { crew, state } = shaky(runtime, {
      callback: (output) => {
        output.parsed = { when: () => 1 };
      },
    });
    state.isDown = false;
    await expect(crew.kickoff({}, { durable: true })).rejects.toMatchObject({ code: "not_serializable" });
  });
});

describe("a crew whose process is killed", () => {
  it("goes on at the first task that is not done, in another process", async () => {
    const folder = await folderWith({});
    const script = fileURLToPath(new URL("../scripts/killed-crew.ts", import.meta.url));
    const run = () => {
      const flags = ["--import", "tsx", "--conditions", "@boathook/source", script, folder, "run-1"];
      return spawnSync(process.execPath, flags, { encoding: "utf8", timeout: 60_000 });
    };
    expect(run().signal).toBe("SIGKILL");
    const second = run();
    expect(JSON.parse(second.stdout)).toEqual([
      ["first of nothing", "first X"],
      ["second of first of", "second X"],
      ["third of first of", "third X"],
    ]);
    expect(await readFile(path.join(folder, "calls.txt"), "utf8")).toBe("first\nsecond\nsecond\nthird\n");
    const engine = new SqliteEngine({ file: path.join(folder, "runs.db") });
    expect(await engine.read("run-1")).toMatchObject({ name: "killed", status: "finished" });
    await engine.close();
  }, 90_000);
});
