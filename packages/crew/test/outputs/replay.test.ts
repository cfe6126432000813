import { appendFile, readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";

import { afterEach, describe, expect, it } from "@jest/globals";
import { Flow, Start } from "@boathook/flow";
import { clearAllHooks, defineHook, HookAborted, on } from "@boathook/hooks";
import { callTool, recordEvents, ScriptedModel } from "@boathook/testing";
import { z } from "zod";

import { Agent, ConditionalTask, Crew, FileOutputStore, type CrewOptions, type OutputStore } from "../../src/index.ts";
import { folderWith } from "../files.ts";
import { named } from "../task/support.ts";

afterEach(() => {
  clearAllHooks();
});

/** Three tasks in a row, on a model that says which call it answers. */
function threeTasks(options: Partial<CrewOptions>): { crew: Crew; model: ScriptedModel } {
  const model = new ScriptedModel({ replies: (_request, index) => `answer ${index + 1}` });
  const agent = new Agent({ role: "Worker on {topic}", goal: "g", backstory: "b", llm: model });
  const tasks = ["a", "b", "c"].map((name) => named(name, agent, { description: `${name} of {topic}` }));
  return { crew: new Crew({ name: "three", tasks, ...options }), model };
}

describe("replay", () => {
  it("goes on from a task; what came before it is taken from the newest run, with its inputs", async () => {
    const { crew, model } = threeTasks({ outputs: await folderWith({}) });
    await crew.kickoff({ topic: "old" });
    await crew.kickoff({ topic: "new" });
    const output = await crew.replay("c");
    expect(output.tasksOutput.map(({ raw }) => raw)).toEqual(["answer 4", "answer 5", "answer 7"]);
    expect(output.tasksOutput.map(({ name, agentRole }) => [name, agentRole])).toEqual([
      ["a", "Worker on new"],
      ["b", "Worker on new"],
      ["c", "Worker on new"],
    ]);
    const prompt = JSON.stringify(model.requests[6]?.messages);
    expect(prompt).toContain("c of new");
    expect(prompt).toContain("answer 4");
    expect(prompt).toContain("answer 5");
  });

  it("takes the run that is named, and other inputs where they are given", async () => {
    const { crew } = threeTasks({ outputs: await folderWith({}) });
    await crew.kickoff({ topic: "x" }, { runId: "first/../run" });
    await crew.kickoff({ topic: "y" }, { runId: "another-first/../run" });
    const output = await crew.replay("b", { runId: "first/../run", inputs: { topic: "z" } });
    expect(output.tasksOutput.map(({ raw, description }) => [raw, description])).toEqual([
      ["answer 1", "a of x"],
      ["answer 7", "b of z"],
      ["answer 8", "c of z"],
    ]);
  });

  it("is a run of its own: with hooks, events and a record that can be replayed again", async () => {
    const { crew } = threeTasks({ outputs: await folderWith({}) });
    await crew.kickoff({ topic: "x" });
    const seen: string[] = [];
    on("execution_start", (ctx) => {
      if (ctx.crew !== undefined) seen.push(JSON.stringify(ctx.payload));
    });
    on("pre_step", (ctx) => void seen.push(ctx.stepName));
    const recorder = recordEvents(crew.events);
    await crew.replay("b");
    recorder.stop();
    expect(seen).toEqual(['{"topic":"x"}', "b", "c"]);
    expect(recorder.types().filter((type) => /^(crew|task)_/.test(type))).toEqual([
      "crew_kickoff_started",
      "task_started",
      "task_completed",
      "task_started",
      "task_completed",
      "crew_kickoff_completed",
    ]);
    const again = await crew.replay("c");
    expect(again.tasksOutput.map(({ raw }) => raw)).toEqual(["answer 1", "answer 4", "answer 6"]);
  });

  it("works in another process: nothing but the files is needed", async () => {
    const outputs = await folderWith({});
    await threeTasks({ outputs }).crew.kickoff({ topic: "x" });
    const { crew, model } = threeTasks({ outputs });
    expect((await crew.replay("c")).tasksOutput.map(({ raw }) => raw)).toEqual(["answer 1", "answer 2", "answer 1"]);
    expect(model.requests).toHaveLength(1);
  });

  it("keeps objects, failures of tools, bytes among the inputs, and what was left out", async () => {
    const model = new ScriptedModel({ replies: [callTool("gone"), '{"n":1}', "z", "z"] });
    const agent = new Agent({ role: "R", goal: "g", backstory: "b", llm: model });
    const condition = (): boolean => false;
    const tasks = [
      named("a", agent, { outputSchema: z.object({ n: z.number() }) }),
      new ConditionalTask({ name: "b", description: "b", expectedOutput: "b", agent, condition }),
      named("c", agent),
    ];
    const crew = new Crew({ tasks, outputs: await folderWith({}) });
    await crew.kickoff({ file: Uint8Array.from([104, 105]), big: 12n });
    const recorder = recordEvents(crew.events);
    const output = await crew.replay("c");
    recorder.stop();
    expect(output.tasksOutput.map(({ name, parsed, format }) => [name, parsed, format])).toEqual([
      ["a", { n: 1 }, "schema"],
      ["c", undefined, "raw"],
    ]);
    expect(recorder.types()).not.toContain("task_skipped");
    expect(output.toolFailures).toMatchObject([{ reason: "unknown_tool" }]);
    expect(JSON.stringify(model.requests[3]?.messages)).toContain("hi");
  });

  it("begins after a run that failed, and does what is missing of it", async () => {
    let isDown = true;
    const model = new ScriptedModel({
      replies: (_request, index) => (index === 1 && isDown ? new TypeError("down") : `answer ${index + 1}`),
    });
    const agent = new Agent({ role: "R", goal: "g", backstory: "b", llm: model, maxRetryLimit: 0 });
    const tasks = ["a", "b", "c"].map((name) => named(name, agent));
    const crew = new Crew({ tasks, outputs: await folderWith({}) });
    await expect(crew.kickoff()).rejects.toThrow("down");
    isDown = false;
    expect((await crew.replay("c")).tasksOutput.map(({ raw }) => raw)).toEqual(["answer 1", "answer 3", "answer 4"]);
  });

  it("finds the runs of its own crew only, and nothing wipes them", async () => {
    const outputs = await folderWith({});
    const one = threeTasks({ outputs, name: "../one" }).crew;
    const two = threeTasks({ outputs, name: ".." }).crew;
    await one.kickoff({ topic: "one" });
    await two.kickoff({ topic: "two" });
    await expect(threeTasks({ outputs, name: "three" }).crew.replay("b")).rejects.toMatchObject({
      code: "unknown_run",
    });
    expect((await one.replay("b")).tasksOutput[0]?.description).toBe("a of one");
    expect((await readdir(outputs)).sort()).toEqual(["%2E%2E", "%2E%2E%2Fone"]);
  });

  it("passes over a line that a dying process tore", async () => {
    const outputs = await folderWith({});
    const { crew } = threeTasks({ outputs });
    await crew.kickoff({ topic: "x" });
    const [file = ""] = await readdir(path.join(outputs, "three"));
    await appendFile(path.join(outputs, "three", file), '{"task":"b","output":{"raw":"to');
    expect((await crew.replay("c")).tasksOutput[1]?.raw).toBe("answer 2");
  });

  it("knows nothing of a run that a hook did not let begin", async () => {
    const { crew } = threeTasks({ outputs: await folderWith({}) });
    await crew.kickoff({ topic: "x" });
    const refuse = defineHook("input", () => {
      throw new HookAborted("no");
    });
    await expect(crew.kickoff({ topic: "secret" }, { hooks: [refuse] })).rejects.toThrow("no");
    expect((await crew.replay("c")).tasksOutput[0]?.description).toBe("a of x");
  });

  it("finds a run by the execution of its output, and runs inside of one flow by ids of their own", async () => {
    const outputs = await folderWith({});
    const { crew } = threeTasks({ outputs });
    const { executionId } = await crew.kickoff({ topic: "x" });
    await crew.kickoff({ topic: "y" });
    expect((await crew.replay("c", { runId: executionId })).tasksOutput[0]?.description).toBe("a of x");
    const nested = threeTasks({ outputs, name: "nested" }).crew;
    class Around extends Flow {
      @Start() async run(): Promise<void> {
        await nested.kickoff({ topic: 1 });
        await nested.kickoff({ topic: 2 });
      }
    }
    await new Around().kickoff();
    const names = (await readdir(path.join(outputs, "nested"))).map((name) => name.split(".")[1]);
    expect(new Set(names).size).toBe(2);
  });

  it("keeps files that only their owner reads", async () => {
    const outputs = await folderWith({});
    await threeTasks({ outputs }).crew.kickoff({ topic: "x" });
    const [file = ""] = await readdir(path.join(outputs, "three"));
    expect((await stat(path.join(outputs, "three", file))).mode & 0o777).toBe(0o600);
  });

  it("keeps the runs of concurrent kickoffs apart", async () => {
    const outputs = await folderWith({});
    const { crew } = threeTasks({ outputs });
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => crew.kickoff({ topic: index }, { runId: `run-${index}` })),
    );
    for (const index of [0, 7, 19]) {
      const output = await crew.replay("c", { runId: `run-${index}` });
      expect(output.tasksOutput.map(({ description }) => description)).toEqual([
        `a of ${index}`,
        `b of ${index}`,
        `c of ${index}`,
      ]);
    }
  });
});

describe("a store of one's own", () => {
  it("is told when a run begins and what each task gave", async () => {
    const told: unknown[] = [];
    const store: OutputStore = {
      begin: (run) => {
        told.push(run);
        return (task, output) => void told.push([run.runId, task, (output as { raw: string }).raw]);
      },
      find: () => undefined,
    };
    const { crew } = threeTasks({ outputs: store });
    await crew.kickoff({ topic: "x" }, { runId: "r" });
    expect(told).toEqual([
      { crew: "three", runId: "r", inputs: { topic: "x" } },
      ["r", "a", "answer 1"],
      ["r", "b", "answer 2"],
      ["r", "c", "answer 3"],
    ]);
    await expect(crew.replay("a", { runId: "gone" })).rejects.toMatchObject({ code: "unknown_run", runId: "gone" });
  });

  it("that fails, fails the run before it begins", async () => {
    const boom = new Error("boom");
    const store: OutputStore = {
      begin: () => Promise.reject(boom),
      find: () => undefined,
    };
    const { crew, model } = threeTasks({ outputs: store });
    await expect(crew.kickoff({ topic: "x" })).rejects.toBe(boom);
    expect(model.requests).toEqual([]);
  });

  it("may hold nonsense, which is a fault and not an output", async () => {
    const store: OutputStore = {
      begin: () => () => undefined,
      find: (crew) => ({ crew, runId: "r", inputs: { topic: 1 }, tasks: new Map([["a", { raw: 7 }]]) }),
    };
    await expect(threeTasks({ outputs: store }).crew.replay("b")).rejects.toMatchObject({
      faults: expect.arrayContaining([expect.objectContaining({ path: "a.raw" })]),
    });
  });
});

describe("nothing is kept", () => {
  it("unless somebody asks for it", async () => {
    const { crew } = threeTasks({});
    await crew.kickoff({ topic: "x" });
    await expect(crew.replay("b")).rejects.toThrow("give it `outputs: true`");
  });

  it("under a name that is no task", async () => {
    const { crew } = threeTasks({ outputs: await folderWith({}), tasks: threeTasks({}).crew.tasks });
    await expect(crew.replay("bb")).rejects.toMatchObject({
      faults: [{ path: "taskName", suggestion: 'did you mean "b"?' }],
    });
  });

  it("of what JSON cannot say: the run says so", async () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    const store = new FileOutputStore(await folderWith({}));
    await expect(store.begin({ crew: "c", runId: "r", inputs: circular })).rejects.toMatchObject({
      code: "not_serializable",
    });
  });

  it("with other options than these", () => {
    for (const outputs of [7, "", {}, { begin: () => undefined }])
      expect(() => threeTasks({ outputs: outputs as never })).toThrow(
        "expected true, the path of a folder, or a store",
      );
  });

  it("that could not be read again: the file is JSON lines", async () => {
    const outputs = await folderWith({});
    await threeTasks({ outputs }).crew.kickoff({ topic: "🚣\u2028\n" });
    const [file = ""] = await readdir(path.join(outputs, "three"));
    const lines = (await readFile(path.join(outputs, "three", file), "utf8")).trimEnd().split("\n");
    expect(lines.map((line) => Object.keys(JSON.parse(line) as object))).toEqual([
      ["crew", "runId", "inputs"],
      ["task", "output"],
      ["task", "output"],
      ["task", "output"],
    ]);
  });
});
