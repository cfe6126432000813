import { afterEach, describe, expect, it } from "@jest/globals";
import { clearAllHooks, on } from "@boathook/hooks";
import { recordEvents } from "@boathook/testing";

import {
  Agent,
  ConditionalTask,
  Crew,
  createRuntime,
  CrewBase,
  defineCrew,
  DefineAgent,
  DefineTask,
  Task,
  TaskSkippedEvent,
  type AgentsConfig,
  type TaskCondition,
  type TaskOutput,
  type TasksConfig,
} from "../../src/index.ts";
import { folderWith, yaml } from "../files.ts";
import { scripted } from "../support.ts";
import { named } from "./support.ts";

afterEach(() => {
  clearAllHooks();
});

function conditional(name: string, agent: Agent, condition: TaskCondition): ConditionalTask {
  return new ConditionalTask({ name, description: name, expectedOutput: name, agent, condition });
}

describe("a conditional task", () => {
  it("is done where its condition says yes to what the task before it gave", async () => {
    const seen: TaskOutput[] = [];
    const agent = scripted(["A", "B"]);
    const condition: TaskCondition = async (previous) => {
      seen.push(previous);
      return Promise.resolve(previous.raw === "A");
    };
    const output = await new Crew({ tasks: [named("a", agent), conditional("b", agent, condition)] }).kickoff();
    expect(output.tasksOutput.map(({ raw }) => raw)).toEqual(["A", "B"]);
    expect(seen.map(({ name, raw }) => [name, raw])).toEqual([["a", "A"]]);
  });

  it("that is left out gives no output, no context, no hooks, no callback; one event tells of it", async () => {
    const seen: string[] = [];
    on("pre_step", (ctx) => {
      if (ctx.kind === "task") seen.push(`${ctx.stepName}: ${ctx.payload}`);
    });
    const agent = scripted(["A", "C"]);
    const skipped = new ConditionalTask({
      name: "b",
      description: "b",
      expectedOutput: "b",
      agent,
      condition: () => false,
      callback: () => void seen.push("called back"),
    });
    const crew = new Crew({ tasks: [named("a", agent), skipped, named("c", agent)] });
    const recorder = recordEvents(crew.events);
    const output = await crew.kickoff();
    recorder.stop();
    expect(seen).toEqual(["a: ", "c: A"]);
    expect(output.tasksOutput.map(({ name }) => name)).toEqual(["a", "c"]);
    expect(
      recorder
        .of(TaskSkippedEvent)
        .map(({ taskName, taskId, agentRole, reason }) => ({ taskName, taskId, agentRole, reason })),
    ).toEqual([
      { taskName: "b", taskId: skipped.id, agentRole: "Worker", reason: 'its condition said no to the output of "a"' },
    ]);
    expect(recorder.types().filter((type) => type.startsWith("task_"))).toEqual([
      "task_started",
      "task_completed",
      "task_skipped",
      "task_started",
      "task_completed",
    ]);
  });

  it("that is last and left out leaves the crew with the output of the task before it", async () => {
    const agent = scripted(["A"]);
    const output = await new Crew({ tasks: [named("a", agent), conditional("b", agent, () => false)] }).kickoff();
    expect(output.raw).toBe("A");
  });

  it("looks past tasks that were left out", async () => {
    const agent = scripted(["A"]);
    const seen: string[] = [];
    const tasks = ["b", "c"].map((name) =>
      conditional(name, agent, ({ raw }) => Boolean(void seen.push(`${name} ${raw}`))),
    );
    await new Crew({ tasks: [named("a", agent), ...tasks] }).kickoff();
    expect(seen).toEqual(["b A", "c A"]);
  });

  it("waits for asynchronous tasks, and is asked about the last of them in the crew's order", async () => {
    const slow = scripted([{ text: "SLOW", delayMs: 30 }]);
    const fast = scripted([{ text: "FAST", delayMs: 1 }]);
    const seen: string[] = [];
    const tasks = [
      named("fast", fast, { asyncExecution: true }),
      named("slow", slow, { asyncExecution: true }),
      conditional("b", fast, ({ raw }) => Boolean(void seen.push(raw))),
    ];
    await new Crew({ tasks }).kickoff();
    expect(seen).toEqual(["SLOW"]);
  });

  it("whose condition throws fails the crew with that very error", async () => {
    const boom = new Error("boom");
    const agent = scripted(["A"]);
    const failing = conditional("b", agent, () => {
      throw boom;
    });
    await expect(new Crew({ tasks: [named("a", agent), failing] }).kickoff()).rejects.toBe(boom);
  });

  it.each([undefined, null, "yes", 1, {}])(
    "whose condition gives %j fails the crew: only true and false count",
    async (value) => {
      const agent = scripted(["A", "B"]);
      const vague = conditional("b", agent, () => value as boolean); // what plain JavaScript may do
      await expect(new Crew({ tasks: [named("a", agent), vague] }).kickoff()).rejects.toThrow(
        "must give true or false",
      );
    },
  );

  it("keeps its condition where its texts are filled in", async () => {
    const agent = scripted(["A"]);
    const task = new ConditionalTask({ description: "{x}", expectedOutput: "b", agent, condition: () => false });
    expect((await new Crew({ tasks: [named("a", agent), task] }).kickoff({ x: 1 })).tasksOutput).toHaveLength(1);
  });
});

describe("conditional tasks that cannot be", () => {
  it("come first, or run beside others: all faults are reported together", () => {
    const agent = scripted([]);
    const first = conditional("a", agent, () => true);
    const beside = new ConditionalTask({
      name: "b",
      description: "b",
      expectedOutput: "b",
      agent,
      condition: () => true,
      asyncExecution: true,
    });
    expect(() => new Crew({ tasks: [first, beside] })).toThrow(
      expect.objectContaining({
        faults: [
          expect.objectContaining({ path: "tasks[0].condition" }),
          expect.objectContaining({ path: "tasks[1].asyncExecution" }),
        ],
      }),
    );
  });

  it("lack their condition, or are no conditional tasks", () => {
    const texts = { description: "d", expectedOutput: "e" };
    expect(() => new ConditionalTask(texts)).toThrow(
      expect.objectContaining({ faults: [expect.objectContaining({ path: "condition" })] }),
    );
    expect(() => new ConditionalTask({ ...texts, condition: "x" as never })).toThrow("condition");
    // @ts-expect-error -- a plain task has no condition
    expect(() => new Task({ ...texts, condition: () => true })).toThrow("condition");
  });
});

describe("a condition in a file", () => {
  const files = {
    "config/agents.yaml": yaml(`
      worker: { role: Worker, goal: g, backstory: b }
    `),
    "config/tasks.yaml": yaml(`
      a: { description: a, expected_output: a, agent: worker }
      b: { description: b, expected_output: b, agent: worker, condition: isNeeded }
    `),
  };

  it("names a method of the crew class", async () => {
    const base = await folderWith(files);
    @CrewBase({ base })
    class Conditional {
      declare agentsConfig: AgentsConfig;
      declare tasksConfig: TasksConfig;
      readonly wanted = "B";
      @DefineAgent() worker(): Agent {
        return new Agent({ config: this.agentsConfig.worker, llm: scripted(["A", "B"]).llm });
      }
      @DefineTask() a(): Task {
        return new Task({ config: this.tasksConfig.a });
      }
      @DefineTask() b(): Task {
        return new ConditionalTask({ config: this.tasksConfig.b });
      }
      isNeeded(previous: TaskOutput): boolean {
        return previous.raw !== this.wanted;
      }
    }
    await using runtime = createRuntime();
    const crew = await runtime.crew(Conditional);
    expect((await crew.kickoff()).raw).toBe("B");
  });

  it("names one of `methods` of defineCrew; an unknown name is a fault with its place", async () => {
    const base = await folderWith(files);
    const definition = (methods: Record<string, () => boolean>) =>
      defineCrew({
        name: "conditional",
        files: { base },
        methods,
        agents: { worker: (self) => new Agent({ config: self.agentsConfig.worker, llm: scripted(["A"]).llm }) },
        tasks: {
          a: (self) => new Task({ config: self.tasksConfig.a }),
          b: (self) => new ConditionalTask({ config: self.tasksConfig.b }),
        },
      });
    await using runtime = createRuntime();
    const crew = await runtime.crew(definition({ isNeeded: () => false }));
    expect((await crew.kickoff()).raw).toBe("A");
    await expect(runtime.crew(definition({ isNeded: () => false }))).rejects.toMatchObject({
      faults: [{ path: "b.condition", line: 2, suggestion: 'did you mean "isNeded"?' }],
    });
  });
});
