import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, describe, expect, it } from "@jest/globals";
import { BeforeLlmCall, InterceptionPoint, On, type Inputs, type LlmCallHookContext } from "@boathook/hooks";
import { ScriptedModel } from "@boathook/testing";

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
} from "../src/index.ts";

const Greeting = Symbol("Greeting");
const folder = await mkdtemp(path.join(tmpdir(), "boathook-crew-std-"));
await mkdir(path.join(folder, "config"));
await writeFile(path.join(folder, "config/agents.yaml"), "worker: {role: Worker, goal: g, backstory: b}\n");
await writeFile(path.join(folder, "config/tasks.yaml"), "# none\n");

afterAll(() => rm(folder, { recursive: true, force: true }));

@CrewBase({ base: folder })
class Team {
  static inject = [Greeting];
  agentsConfig!: AgentsConfig;
  agents!: Agent[];
  tasks!: Task[];
  readonly trail: string[] = [];
  readonly #model = new ScriptedModel({ replies: ["one", "two"] });

  constructor(readonly greeting: string) {}

  @DefineAgent() worker(): Agent {
    return new Agent({ config: this.agentsConfig["worker"], llm: this.#model });
  }
  @DefineTask first(): Task {
    return new Task({ description: "First {topic}", expectedOutput: "x", agent: this.worker() });
  }
  @DefineTask() second(): Task {
    return new Task({ description: "Second", expectedOutput: "x", agent: this.worker() });
  }
  @DefineCrew crew(): Crew {
    return new Crew({ agents: this.agents, tasks: this.tasks });
  }
  @BeforeKickoff topic(inputs: Inputs): Inputs {
    return { ...inputs, topic: this.greeting };
  }
  @AfterKickoff() sign(output: CrewOutput): void {
    output.raw += ", signed";
  }
  @BeforeLlmCall look(ctx: LlmCallHookContext): void {
    this.trail.push(`${ctx.agentRole ?? ""} ${ctx.task?.description ?? ""}`);
  }
  @On(InterceptionPoint.OUTPUT) out(): void {
    this.trail.push("output");
  }
}

class Child extends Team {
  override worker(): Agent {
    return new Agent({
      role: "Child",
      goal: "g",
      backstory: "b",
      llm: new ScriptedModel({ replies: ["a", "b", "c"] }),
    });
  }
  @DefineTask() third(): Task {
    return new Task({ description: "Third", expectedOutput: "x", agent: this.worker() });
  }
  override look(): void {
    this.trail.push("look");
  }
}

class Other extends Team {
  @On(InterceptionPoint.INPUT) override out(): void {
    this.trail.push("input");
  }
}

function newRuntime() {
  const runtime = createRuntime();
  runtime.container.bind(Greeting).toConstantValue("hello");
  return runtime;
}

describe("a crew class with standard decorators", () => {
  it("is made and run as one with legacy decorators", async () => {
    const crew = await newRuntime().crew(Team);
    const output = await crew.kickoff();
    expect(crew.tasks.map(({ name }) => name)).toEqual(["first", "second"]);
    expect(output.raw).toBe("two, signed");
    expect((crew.instance as Team).trail).toEqual(["Worker First hello", "Worker Second", "output", "output"]);
    expect((crew.instance as Team).worker()).toBe(crew.agents[0]);
  });

  it("inherits: overrides keep decorators, decorators on an override replace them, the parent stays as it was", async () => {
    const runtime = newRuntime();
    const child = await runtime.crew(Child);
    await child.kickoff();
    expect(child.tasks.map(({ name }) => name)).toEqual(["first", "second", "third"]);
    expect((child.instance as Child).trail).toEqual(["look", "look", "look", "output", "output"]);
    const other = await runtime.crew(Other);
    await other.kickoff();
    expect((other.instance as Other).trail).toEqual(["input", "input", "Worker First hello", "Worker Second"]);
    expect((await runtime.crew(Team)).tasks).toHaveLength(2);
  });
});

describe("what does not stand on a method of instances", () => {
  it("is refused when the class is declared", () => {
    expect(() => {
      class Wrong {
        // @ts-expect-error -- a field is no method
        @DefineAgent() worker = 1;
      }
      return Wrong;
    }).toThrow('@DefineAgent stands on "worker", which is no method but a field');
    expect(() => {
      class Wrong {
        readonly a = 1;
        @DefineTask() static work(): Task {
          throw new Error("never");
        }
      }
      return Wrong;
    }).toThrow("which is a static member");
    expect(() => {
      class Wrong {
        @DefineTask() #work(): Task {
          throw new Error("never");
        }
        use(): Task {
          return this.#work();
        }
      }
      return Wrong;
    }).toThrow("which is a #private member");
  });
});

// What does not compile, here as under legacy decorators.
export class Misfits {
  // @ts-expect-error -- an agent is no task
  @DefineTask() agent(): Agent {
    throw new Error("never");
  }
  // @ts-expect-error -- a factory is called without arguments
  @DefineAgent worker(name: string): Agent {
    throw new Error(name);
  }
}
