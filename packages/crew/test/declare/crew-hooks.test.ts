import { describe, expect, it } from "@jest/globals";
import {
  BeforeToolCall,
  HookAborted,
  InterceptionPoint,
  On,
  type Inputs,
  type ToolCallHookContext,
} from "@boathook/hooks";
import { callTool, ScriptedModel } from "@boathook/testing";
import {
  AfterKickoff,
  Agent,
  BeforeKickoff,
  createRuntime,
  Crew,
  CrewBase,
  DefineAgent,
  DefineCrew,
  DefineTask,
  Task,
  type AgentsConfig,
  type CrewOutput,
  type TasksConfig,
} from "../../src/index.ts";
import { echo } from "../support.ts";
import { folderWith } from "../files.ts";

const texts = { role: "Worker", goal: "Do it", backstory: "You do." };
const AGENTS = "worker: {role: Worker, goal: g, backstory: b, llm: offline}\n";

function replies(
  ...given: ConstructorParameters<typeof ScriptedModel>[0]["replies"] & readonly unknown[]
): ScriptedModel {
  return new ScriptedModel({ replies: given });
}

describe("hooks and callbacks of a crew class", () => {
  @CrewBase()
  class Guarded {
    readonly trail: string[] = [];
    @DefineAgent() worker(): Agent {
      return new Agent({ ...texts, tools: [echo], llm: replies(callTool("echo", { text: "rm" }), "about {topic}") });
    }
    @DefineTask() work(): Task {
      return new Task({ description: "Work on {topic} in {year}", expectedOutput: "x", agent: this.worker() });
    }
    @DefineCrew() crew(): Crew {
      const beforeKickoff = [(inputs: Inputs) => void this.trail.push(`option ${JSON.stringify(inputs)}`)];
      return new Crew({ tasks: [this.work()], beforeKickoff });
    }
    @BeforeKickoff() addYear(inputs: Inputs): Inputs {
      this.trail.push("addYear");
      return { ...inputs, year: 2026 };
    }
    @BeforeKickoff async look(inputs: Inputs): Promise<void> {
      await later();
      this.trail.push(`look ${JSON.stringify(inputs)}`);
    }
    @AfterKickoff() sign(output: CrewOutput): CrewOutput {
      this.trail.push("sign");
      return output.with({ raw: `${output.raw}, signed` });
    }
    @BeforeToolCall({ tools: ["echo"] }) guard(ctx: ToolCallHookContext): boolean | undefined {
      this.trail.push(`guard ${ctx.toolName}`);
      return ctx.toolInput["text"] === "rm" ? false : undefined;
    }
    @On(InterceptionPoint.OUTPUT) watch(): void {
      this.trail.push("output");
    }
  }

  it("work on the object, in order, while its crew runs, and only then", async () => {
    const runtime = createRuntime();
    const crew = await runtime.crew(Guarded);
    const other = await runtime.crew(Guarded);
    const output = await crew.kickoff({ topic: "tides" });
    expect(output.raw).toBe("about {topic}, signed");
    expect((crew.instance as Guarded).trail).toEqual([
      'option {"topic":"tides"}',
      "addYear",
      'look {"topic":"tides","year":2026}',
      "guard echo",
      "output",
      "sign",
      "output",
    ]);
    expect((other.instance as Guarded).trail).toEqual([]);
    expect(runtime.hooks.explain(other).map(({ name, scope, point }) => [name, scope, point])).toEqual([
      ["Guarded.watch", "crew", "output"],
      ["Guarded.guard", "crew", "pre_tool_call"],
    ]);
  });

  it("a callback that fails fails the kickoff with that very error, by name when it gave the wrong thing", async () => {
    const failure = new HookAborted("no", "test");
    @CrewBase()
    class Failing extends Guarded {
      @BeforeKickoff() override addYear(): Inputs {
        throw failure;
      }
    }
    @CrewBase()
    class Wrong extends Guarded {
      @AfterKickoff() override sign(): CrewOutput {
        return 7 as unknown as CrewOutput;
      }
    }
    const runtime = createRuntime();
    await expect((await runtime.crew(Failing)).kickoff({ topic: "x" })).rejects.toBe(failure);
    await expect((await runtime.crew(Wrong)).kickoff({ topic: "x" })).rejects.toThrow(
      'Hook "Wrong.sign" left the number 7',
    );
  });
});

describe("inheritance", () => {
  @CrewBase()
  class Base {
    readonly trail: string[] = [];
    @DefineAgent() worker(): Agent {
      return new Agent({ ...texts, role: "Base", llm: replies("done") });
    }
    @DefineTask() work(): Task {
      return new Task({ description: "Work", expectedOutput: "x", agent: this.worker() });
    }
    @On(InterceptionPoint.INPUT) policy(): void {
      this.trail.push("base policy");
    }
  }

  class Child extends Base {
    override worker(): Agent {
      return new Agent({ ...texts, role: "Child", llm: replies("done", "more") });
    }
    @DefineTask() more(): Task {
      return new Task({ description: "More", expectedOutput: "x", agent: this.worker() });
    }
    override policy(): void {
      this.trail.push("child policy");
    }
  }

  class Changed extends Base {
    @On(InterceptionPoint.EXECUTION_START) override policy(): void {
      this.trail.push("changed policy");
    }
    @DefineAgent() helper(): Agent {
      return new Agent({ ...super.worker().options, role: "Helper" });
    }
  }

  it("counts the parent's members first; an override keeps the decorators of what it overrides", async () => {
    const crew = await createRuntime().crew(Child);
    await crew.kickoff();
    expect([crew.name, crew.agents.map(({ role }) => role), crew.tasks.map(({ name }) => name)]).toEqual([
      "Child",
      ["Child"],
      ["work", "more"],
    ]);
    expect((crew.instance as Child).trail).toEqual(["child policy", "child policy"]); // the crew's boundary and the inner flow's
  });

  it("decorators on an override replace those of its parent", async () => {
    const crew = await createRuntime().crew(Changed);
    await crew.kickoff();
    expect(crew.agents.map(({ role }) => role)).toEqual(["Base", "Helper"]);
    expect((crew.instance as Changed).trail).toEqual(["changed policy", "changed policy"]);
  });

  it("leaves the parent as it was", async () => {
    const crew = await createRuntime().crew(Base);
    expect([crew.agents.map(({ role }) => role), crew.tasks.map(({ name }) => name)]).toEqual([["Base"], ["work"]]);
  });

  it("a subclass keeps the files of its parent, and names its own on top", async () => {
    const parents = await folderWith({ "config/agents.yaml": AGENTS, "config/tasks.yaml": "work: {description: d}\n" });
    const own = await folderWith({ "tasks.yaml": "work: {description: Own, expected_output: x, agent: worker}\n" });
    @CrewBase({ base: parents })
    class Filed {
      declare agentsConfig: AgentsConfig;
      declare tasksConfig: TasksConfig;
      @DefineAgent() worker(): Agent {
        return new Agent({ config: this.agentsConfig["worker"] });
      }
      @DefineTask() work(): Task {
        return new Task({ config: this.tasksConfig["work"] });
      }
    }
    @CrewBase({ base: own, tasks: "tasks.yaml" })
    class Mixed extends Filed {}
    class Same extends Mixed {}
    const runtime = createRuntime();
    for (const type of [Mixed, Same]) {
      const [task] = (await runtime.crew(type)).tasks;
      expect([task?.description, task?.agent?.role]).toEqual(["Own", "Worker"]);
    }
    await expect(runtime.crew(Filed)).rejects.toThrow("config/tasks.yaml:1:1: work.expectedOutput: it is missing");
  });
});

function later(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
