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
import { tool, Tool } from "@boathook/tools";
import { z } from "zod";

import {
  AfterKickoff,
  Agent,
  BeforeKickoff,
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
  type CrewOutput,
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
    const other = await folderWith({
      "tasks.yaml": "other: {description: Other, expected_output: x, agent: writer}\n",
    });
    @CrewBase({ base: other, tasks: "tasks.yaml" })
    class Mixed extends ReportCrew {
      @DefineTask() other(): Task {
        return new Task({ config: this.tasksConfig["other"] });
      }
      override research(): Task {
        return this.other();
      }
      override write(): Task {
        return this.other();
      }
    }
    const runtime = createRuntime();
    runtime.container.bind(Index).toConstantValue(new Map());
    const crew = await runtime.crew(Mixed);
    expect(crew.tasks.map(({ name, agent }) => [name, agent?.role])).toEqual([["research", "Writer"]]);
  });
});

describe("what the container gives", () => {
  abstract class Store {
    abstract find(): string;
  }
  const Greeting = Symbol("Greeting");

  @CrewBase()
  class Injected {
    constructor(
      @inject(Store) readonly store: Store,
      @inject(Greeting) readonly greeting: string,
    ) {}
    @DefineAgent() worker(): Agent {
      return new Agent({ ...texts, backstory: `${this.greeting}, ${this.store.find()}`, llm: "offline" });
    }
    @DefineTask() work(): Task {
      return new Task({ description: "Work", expectedOutput: "x", agent: this.worker() });
    }
  }

  function runtimeWithStore() {
    const runtime = createRuntime();
    runtime.container.bind(Store).toConstantValue({ find: () => "found" });
    runtime.container.bind(Greeting).toConstantValue("hello");
    return runtime;
  }

  it("goes to the constructor, also of a subclass that leaves the constructor to its parent", async () => {
    class Sub extends Injected {
      readonly own = 1;
    }
    const runtime = runtimeWithStore();
    for (const type of [Injected, Sub]) expect((await runtime.crew(type)).agents[0]?.backstory).toBe("hello, found");
  });

  it("may be asynchronous, and rebound", async () => {
    const runtime = createRuntime();
    runtime.container.bind(Store).toDynamicValue(async () => ({ find: () => "later" }));
    runtime.container.bind(Greeting).toConstantValue("hello");
    const undo = runtime.rebind(Greeting, "bye");
    expect((await runtime.crew(Injected)).agents[0]?.backstory).toBe("bye, later");
    undo();
    expect((await runtime.crew(Injected)).agents[0]?.backstory).toBe("hello, later");
  });

  it("is named by `static inject` where there are no parameter decorators", async () => {
    @CrewBase()
    class Static {
      static inject = [Store, Greeting];
      constructor(
        readonly store: Store,
        readonly greeting: string,
      ) {}
      @DefineTask() work(): Task {
        const agent = new Agent({ ...texts, role: `${this.greeting} ${this.store.find()}`, llm: "offline" });
        return new Task({ description: "Work", expectedOutput: "x", agent });
      }
    }
    expect((await runtimeWithStore().crew(Static)).agents[0]?.role).toBe("hello found");
  });

  it("goes into tools that the container makes", async () => {
    class Lookup extends Tool<{ text: string }, string> {
      readonly name = "lookup";
      readonly description = "Looks up";
      readonly inputSchema = z.object({ text: z.string() });
      constructor(@inject(Store) private readonly store: Store) {
        super();
      }
      execute(): string {
        return this.store.find();
      }
    }
    @CrewBase()
    class WithTool {
      constructor(@inject(Lookup) private readonly lookup: Lookup) {}
      @DefineAgent() worker(): Agent {
        return new Agent({ ...texts, tools: [this.lookup], llm: replies(callTool("lookup", { text: "x" }), "done") });
      }
      @DefineTask() work(): Task {
        return new Task({ description: "Work", expectedOutput: "x", agent: this.worker() });
      }
    }
    const runtime = runtimeWithStore();
    runtime.container.bind(Lookup).toSelf();
    const crew = await runtime.crew(WithTool);
    await crew.kickoff();
    const model = crew.agents[0]?.options.llm as ScriptedModel;
    expect(JSON.stringify(model.requests[1]?.messages)).toContain("found");
  });

  it("comes through as it was thrown when a constructor throws", async () => {
    const failure = new RangeError("no");
    @CrewBase()
    class Throws {
      constructor() {
        throw failure;
      }
    }
    await expect(createRuntime().crew(Throws)).rejects.toBe(failure);
  });
});

// What does not compile: a decorator looks at the method that it stands on.
export class Misfits {
  // @ts-expect-error -- an agent is no task
  @DefineTask() agent(): Agent {
    return new Agent({ ...texts });
  }
  // @ts-expect-error -- a factory is called without arguments
  @DefineAgent worker(name: string): Agent {
    return new Agent({ ...texts, role: name });
  }
  // @ts-expect-error -- inputs are a record
  @BeforeKickoff() inputs(inputs: string): void {
    throw new Error(inputs);
  }
  // @ts-expect-error -- a text is no output
  @AfterKickoff() output(): string {
    return "x";
  }
  // @ts-expect-error -- a tool is no model
  @DefineLlm() llm(): Date {
    return new Date();
  }
  @DefineTool() tool(): Tool {
    return tool({ name: "x", description: "x", inputSchema: z.object({}), execute: () => 1 });
  }
}

function later(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
