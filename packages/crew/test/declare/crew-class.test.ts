import { describe, expect, it } from "@jest/globals";
import { callTool, ScriptedModel } from "@boathook/testing";
import { Tool } from "@boathook/tools";
import { z } from "zod";
import {
  Agent,
  createRuntime,
  Crew,
  CrewBase,
  DefineAgent,
  DefineCrew,
  DefineLlm,
  DefineTask,
  DefineTool,
  inject,
  Task,
  type AgentsConfig,
  type TasksConfig,
} from "../../src/index.ts";
import { echo } from "../support.ts";
import { folderWith, yaml } from "../files.ts";

const texts = { role: "Worker", goal: "Do it", backstory: "You do." };

function replies(
  ...given: ConstructorParameters<typeof ScriptedModel>[0]["replies"] & readonly unknown[]
): ScriptedModel {
  return new ScriptedModel({ replies: given });
}

/** The names of the things that were made, in order. */
const made: string[] = [];

function note<T>(name: string, value: T): T {
  made.push(name);
  return value;
}

const folder = await folderWith({
  "config/agents.yaml": yaml(`
    researcher:
      role: Researcher of {topic}
      goal: Find facts
      backstory: You look twice.
      tools: [search]
      llm: fast
      max_iter: 4
      max_execution_time: 2
      step_callback: onStep
    writer: &writer
      role: Writer
      goal: Write
      backstory: You write.
      llm: fast
  `),
  "config/tasks.yaml": yaml(`
    write:
      description: Write about {topic}
      expected_output: a text
      agent: writer
      context: [research]
      output_schema: Note
    research:
      description: Research {topic}
      expected_output: facts
      agent: researcher
      callback: onDone
      guardrail: isLong
  `),
});

class Search extends Tool<{ query: string }, string> {
  readonly name = "search";
  readonly description = "Searches";
  readonly inputSchema = z.object({ query: z.string() });
  constructor(readonly index: ReadonlyMap<string, string>) {
    super();
  }
  execute({ query }: { query: string }): string {
    return this.index.get(query) ?? "nothing";
  }
}

const Index = Symbol("Index");
const Note = z.object({ text: z.string() });

@CrewBase({ base: folder, schemas: { Note } })
class ReportCrew {
  declare agentsConfig: AgentsConfig;
  declare tasksConfig: TasksConfig;
  declare agents: Agent[];
  tasks!: Task[];
  readonly seen: string[] = [];

  constructor(@inject(Index) private readonly index: ReadonlyMap<string, string>) {}

  @DefineTask() research(): Task {
    return note("research", new Task({ config: this.tasksConfig["research"] }));
  }
  @DefineAgent writer(): Agent {
    return note("writer", new Agent({ config: this.agentsConfig["writer"] }));
  }
  @DefineTask write(): Task {
    return note("write", new Task({ config: this.tasksConfig["write"] }));
  }
  @DefineAgent() researcher(): Agent {
    return note("researcher", new Agent({ config: this.agentsConfig["researcher"], maxIter: 5 }));
  }
  @DefineTool() search(): Tool {
    return note("search", new Search(this.index));
  }
  @DefineLlm fast(): ScriptedModel {
    return note("fast", replies(callTool("search", { query: "tides" }), "The moon does it.", '{"text":"done"}'));
  }
  @DefineCrew crew(): Crew {
    return note("crew", new Crew({ agents: this.agents, tasks: this.tasks }));
  }

  onStep(): void {
    this.seen.push("step");
  }
  onDone(): void {
    this.seen.push("done");
  }
  isLong(): { ok: true } {
    this.seen.push("judged");
    return { ok: true };
  }
}

async function makeReportCrew() {
  const runtime = createRuntime();
  runtime.container.bind(Index).toConstantValue(new Map([["tides", "the moon"]]));
  made.length = 0;
  const crew = await runtime.crew(ReportCrew);
  return { runtime, crew, instance: crew.instance as ReportCrew };
}

describe("a crew class with files", () => {
  it("makes every part once, what a file names before who names it, and sets agents and tasks in order of definition", async () => {
    const { crew, instance } = await makeReportCrew();
    expect(made).toEqual(["fast", "search", "writer", "researcher", "research", "write", "crew"]);
    expect(crew.agents.map((agent) => agent.role)).toEqual(["Writer", "Researcher of {topic}"]);
    expect(crew.tasks.map((task) => task.name)).toEqual(["research", "write"]);
    expect(instance.agents).toEqual(crew.agents);
    expect(instance.tasks).toEqual(crew.tasks);
    expect(crew.name).toBe("ReportCrew");
    expect([instance.researcher(), instance.write(), instance.crew()]).toEqual([crew.agents[1], crew.tasks[1], crew]);
    expect(made).toHaveLength(7);
  });

  it("gives agents and tasks what their entries name; what is given in code wins", async () => {
    const { crew, instance } = await makeReportCrew();
    const [writer, researcher] = crew.agents;
    const [research, write] = crew.tasks;
    expect(researcher?.tools).toEqual([instance.search()]);
    expect(researcher?.options).toMatchObject({ maxIter: 5, maxExecutionTimeMs: 2000, llm: instance.fast() });
    expect([research?.agent, write?.agent]).toEqual([researcher, writer]);
    expect(write?.options).toMatchObject({ context: [research], outputSchema: Note });
  });

  it("runs: methods that files name are called on the object", async () => {
    const { crew, instance } = await makeReportCrew();
    const output = await crew.kickoff({ topic: "tides" });
    expect(output.parsed).toEqual({ text: "done" });
    expect(output.tasksOutput.map(({ name, raw }) => [name, raw])).toEqual([
      ["research", "The moon does it."],
      ["write", '{"text":"done"}'],
    ]);
    expect(instance.seen).toEqual(["step", "step", "judged", "done"]);
    expect(
      (instance.fast().requests[1]?.messages ?? []).map(({ content }) => JSON.stringify(content)).join(),
    ).toContain("the moon");
  });

  it("shows its entries as they were written, and refuses a name that is not there", async () => {
    const { instance } = await makeReportCrew();
    expect(instance.agentsConfig["writer"]).toMatchObject({ role: "Writer", llm: instance.fast() });
    expect(Object.keys(instance.tasksConfig)).toEqual(["write", "research"]);
    expect(() => instance.agentsConfig["resarcher"]).toThrow(
      `Invalid name in agentsConfig: ${folder}/config/agents.yaml: agentsConfig.resarcher: there is no entry "resarcher" (did you mean "researcher"?)`,
    );
    expect(() => {
      (instance.agentsConfig as Record<string, unknown>)["x"] = {};
    }).toThrow("agentsConfig cannot be written to (x)");
    expect(await Promise.resolve(instance.agentsConfig)).toBe(instance.agentsConfig);
    expect(JSON.stringify(Object.keys(instance.agentsConfig))).toBe('["researcher","writer"]');
  });

  it("gives every crew an object, agents and tasks of its own", async () => {
    const { runtime, crew } = await makeReportCrew();
    const other = await runtime.crew(ReportCrew);
    expect(other.instance).not.toBe(crew.instance);
    expect(other.agents.some((agent) => crew.agents.includes(agent))).toBe(false);
  });

  it("can be copied from and changed: a spread entry is complete options", async () => {
    const { instance } = await makeReportCrew();
    const task = new Task({ config: { ...instance.tasksConfig["research"], description: "Else" } });
    expect([task.description, task.agent]).toEqual(["Else", instance.researcher()]);
  });
});

describe("a crew class in code only", () => {
  @CrewBase
  class Bare {
    @DefineAgent() worker(): Agent {
      return new Agent({ ...texts, llm: replies("done") });
    }
    @DefineTask() work(): Task {
      return new Task({ description: "Work", expectedOutput: "x", agent: this.worker() });
    }
  }

  it("is a sequential crew of its agents and tasks without a @DefineCrew method", async () => {
    const crew = await createRuntime().crew(Bare);
    expect([crew.name, crew.tasks.map(({ name }) => name), crew.agents]).toEqual([
      "Bare",
      ["work"],
      [(crew.instance as Bare).worker()],
    ]);
    expect((await crew.kickoff()).raw).toBe("done");
  });

  it("waits for asynchronous factories, whoever needs them", async () => {
    const files = await folderWith({
      "agents.yaml": "worker: {role: W, goal: g, backstory: b, tools: [slow], llm: model}\n",
      "tasks.yaml":
        "last: {description: d, expected_output: x, agent: worker, context: [first]}\nfirst: {description: d, expected_output: x, agent: worker}\n",
    });
    @CrewBase({ base: files, agents: "agents.yaml", tasks: "tasks.yaml" })
    class Slow {
      declare agentsConfig: AgentsConfig;
      declare tasksConfig: TasksConfig;
      declare tasks: Task[];
      @DefineTask() async last(): Promise<Task> {
        await later();
        return new Task({ config: this.tasksConfig["last"] });
      }
      @DefineTask() async first(): Promise<Task> {
        await later();
        expect(await this.worker()).toBe(await this.worker());
        return new Task({ config: this.tasksConfig["first"] });
      }
      @DefineAgent() async worker(): Promise<Agent> {
        await later();
        return new Agent({ config: this.agentsConfig["worker"] });
      }
      @DefineTool() async slow(): Promise<Tool> {
        await later();
        return echo;
      }
      @DefineLlm() async model(): Promise<ScriptedModel> {
        await later();
        return replies("one", "two");
      }
      @DefineCrew() async crew(): Promise<Crew> {
        await later();
        return new Crew({ name: "slow", tasks: [...this.tasks].reverse() });
      }
    }
    const crew = await createRuntime().crew(Slow);
    expect([crew.name, crew.agents[0]?.tools, (await crew.kickoff()).raw]).toEqual(["slow", [echo], "two"]);
  });

  it("keeps #private members", async () => {
    @CrewBase()
    class Private {
      readonly #model = replies("done");
      @DefineAgent() worker(): Agent {
        return new Agent({ ...texts, llm: this.#model });
      }
      @DefineTask() work(): Task {
        return new Task({ description: "Work", expectedOutput: "x", agent: this.worker() });
      }
    }
    expect((await (await createRuntime().crew(Private)).kickoff()).raw).toBe("done");
  });
});

function later(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
