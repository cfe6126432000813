import path from "node:path";
import { describe, expect, it } from "@jest/globals";
import { ConfigurationError } from "@boathook/kernel";
import {
  Agent,
  createRuntime,
  CrewBase,
  DefineAgent,
  DefineTask,
  Task,
  type AgentsConfig,
  type TasksConfig,
} from "../../src/index.ts";
import { folderWith, yaml } from "../files.ts";

const AGENTS = yaml(`
  researcher:
    role: Researcher
    goal: Find facts
    backstory: You look twice.
    llm: offline
`);
const TASKS = yaml(`
  research:
    description: Research {topic}
    expected_output: facts
    agent: researcher
`);

/** A crew class on these files. */
async function crewOn(files: { agents?: string; tasks?: string }) {
  const folder = await folderWith({ "agents.yaml": files.agents ?? AGENTS, "tasks.yaml": files.tasks ?? TASKS });
  @CrewBase({ base: folder, agents: "agents.yaml", tasks: "tasks.yaml" })
  class Team {
    declare agentsConfig: AgentsConfig;
    declare tasksConfig: TasksConfig;
    @DefineAgent() researcher(): Agent {
      return new Agent({ config: this.agentsConfig["researcher"] });
    }
    @DefineTask() research(): Task {
      return new Task({ config: this.tasksConfig["research"] });
    }
  }
  return { Team, folder };
}

async function failureOf(work: Promise<unknown>): Promise<ConfigurationError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(ConfigurationError.is(error)).toBe(true);
  return error as ConfigurationError;
}

/** The message of a crew that cannot be made, with files named from their folder. */
async function refusalOf(files: { agents?: string; tasks?: string }): Promise<string> {
  const { Team, folder } = await crewOn(files);
  const { message } = await failureOf(createRuntime().crew(Team));
  return message.replaceAll(`${folder}${path.sep}`, "");
}

describe("bad files name file, line and column", () => {
  it.each([
    [
      "an unknown key",
      { agents: AGENTS.replace("goal:", "gaol:") },
      'agents.yaml:3:3: researcher.gaol: unknown key; an agent has no such option (did you mean "goal"?)',
    ],
    [
      "an unknown agent",
      { tasks: TASKS.replace("agent: researcher", "agent: reseacher") },
      'tasks.yaml:4:3: research.agent: there is no agent "reseacher" (did you mean "researcher"?)',
    ],
    [
      "an unknown task",
      { tasks: `${TASKS}  context: [reserch]\n` },
      'tasks.yaml:5:3: research.context: there is no task "reserch" (did you mean "research"?)',
    ],
    [
      "an unknown tool",
      { agents: `${AGENTS}  tools: [search]\n` },
      'agents.yaml:6:3: researcher.tools: there is no tool "search": declare one with @DefineTool, or in `tools` of defineCrew',
    ],
    [
      "an unknown schema",
      { tasks: `${TASKS}  output_schema: Report\n` },
      'tasks.yaml:5:3: research.output_schema: there is no schema "Report": name one in `schemas`',
    ],
    [
      "an unknown method",
      { tasks: `${TASKS}  callback: reserch\n` },
      'tasks.yaml:5:3: research.callback: there is no method "reserch" (did you mean "research"?)',
    ],
    [
      "a guardrail of one word that is no method",
      { tasks: `${TASKS}  guardrail: isLong\n` },
      'tasks.yaml:5:3: research.guardrail: there is no method "isLong"',
    ],
    [
      "a name of Object",
      { tasks: `${TASKS}  callback: toString\n` },
      'tasks.yaml:5:3: research.callback: there is no method "toString"',
    ],
    ["a tab", { tasks: TASKS.replace("  agent", "\tagent") }, "tasks.yaml:4:1: a tab stands where YAML wants spaces"],
    [
      "a duplicate key",
      { tasks: `${TASKS}  agent: researcher\n` },
      'tasks.yaml:5:3: the key "agent" stands here for the second time',
    ],
    [
      "a task without an agent",
      { tasks: TASKS.replace(/ {2}agent.*\n/, "") },
      'tasks.yaml:1:1: tasks[0].agent: task "research" has no agent',
    ],
    [
      "an agent without a goal",
      { agents: AGENTS.replace(/ {2}goal.*\n/, "") },
      "agents.yaml:1:1: researcher.goal: it is missing; give it as an option, or in `config`",
    ],
    [
      "a task that is its own context",
      { tasks: `${TASKS}  context: [research]\n` },
      "tasks.yaml:5:3: research: it needs itself: research → research",
    ],
  ])("%s", async (_what, files, message) => {
    expect(await refusalOf(files)).toContain(message);
  });

  it("a placeholder without input", async () => {
    const { Team, folder } = await crewOn({});
    const crew = await createRuntime().crew(Team);
    await expect(crew.kickoff({ topics: "x" })).rejects.toMatchObject({
      code: "missing_input",
      key: "topic",
      message: `${folder}/tasks.yaml:2:3: the description of task "research" needs the input "topic"; given: "topics" (did you mean "topics"?). Pass it to kickoff, or write {{topic}} for the literal text.`,
    });
  });

  it("a missing file, a folder, a broken file: all at once, before anything is made", async () => {
    const folder = await folderWith({ "tasks.yaml": "a:\n  b: c\nx: y\n" });
    @CrewBase({ base: folder, agents: "agents.yaml", tasks: "tasks.yaml" })
    class Team {
      @DefineTask() work(): Task {
        throw new Error("made");
      }
    }
    const error = await failureOf(createRuntime().crew(Team));
    expect(error.faults).toEqual([
      { file: `${folder}/agents.yaml`, path: "", message: "there is no such file; check `base` and the name" },
      expect.objectContaining({ path: "x", line: 3, column: 1 }),
      expect.objectContaining({ path: "a.b", line: 2, column: 3 }),
    ]);
  });

  it("faults of several parts are reported together, and each once", async () => {
    @CrewBase()
    class Team {
      @DefineAgent() worker(): Agent {
        return new Agent({ role: "W", goal: "", backstory: "b" });
      }
      @DefineAgent() other(): Agent {
        return undefined as unknown as Agent;
      }
      @DefineTask() first(): Task {
        return new Task({ description: "d", expectedOutput: "x", agent: this.worker() });
      }
      @DefineTask() second(): Task {
        return new Task({ description: "d", expectedOutput: "x", colour: "red" } as never);
      }
      @DefineTask() third(): Task {
        return new Agent({ role: "W", goal: "g", backstory: "b" }) as unknown as Task;
      }
    }
    const error = await failureOf(createRuntime().crew(Team));
    expect(error.message).toMatch(/^Invalid crew "Team", 4 faults:/);
    expect(error.faults.map(({ path: where, message }) => [where, message])).toEqual([
      ["worker.goal", expect.stringContaining("expected string to have >=1 characters")],
      ["other", "nothing came back where an Agent is expected"],
      ["second.colour", "unknown option"],
      ["third", "expected a Task, got an object of class Agent"],
    ]);
  });
});

describe("circles", () => {
  it.each([["at once"], ["later"]])(
    "factories that need one another %s are an error that names the circle",
    async (when) => {
      @CrewBase()
      class Team {
        @DefineTask() async a(): Promise<Task> {
          if (when === "later") await Promise.resolve();
          return this.b();
        }
        @DefineTask() async b(): Promise<Task> {
          if (when === "later") await Promise.resolve();
          return this.c();
        }
        @DefineTask() c(): Task {
          return this.a() as unknown as Task;
        }
      }
      const error = await failureOf(createRuntime().crew(Team));
      expect(error.faults).toEqual([{ path: "a", message: "it needs itself: a → b → c → a" }]);
    },
  );

  it("entries that need one another, too, with their place", async () => {
    const { folder } = await crewOn({
      tasks:
        "a: {description: d, expected_output: x, context: [b]}\nb: {description: d, expected_output: x, context: [a]}\n",
    });
    @CrewBase({ base: folder, agents: "agents.yaml", tasks: "tasks.yaml" })
    class Team {
      declare tasksConfig: TasksConfig;
      @DefineAgent() researcher(): Agent {
        return new Agent({ role: "W", goal: "g", backstory: "b" });
      }
      @DefineTask() a(): Task {
        return new Task({ config: this.tasksConfig["a"] });
      }
      @DefineTask() b(): Task {
        return new Task({ config: this.tasksConfig["b"] });
      }
    }
    const { message } = await failureOf(createRuntime().crew(Team));
    expect(message).toBe(`Invalid crew "Team": ${folder}/tasks.yaml:2:41: a: it needs itself: a → b → a`);
  });

  it("a value that another factory still makes must be awaited", async () => {
    const { folder } = await crewOn({});
    @CrewBase({ base: folder, agents: "agents.yaml", tasks: "tasks.yaml" })
    class Team {
      declare agentsConfig: AgentsConfig;
      declare tasksConfig: TasksConfig;
      @DefineAgent() first(): Agent {
        return new Agent({
          role: "W",
          goal: "g",
          backstory: "b",
          llm: this.tasksConfig["research"]?.["agent"] as never,
        });
      }
      @DefineAgent() async researcher(): Promise<Agent> {
        await Promise.resolve();
        return new Agent({ config: this.agentsConfig["researcher"] });
      }
    }
    const { message } = await failureOf(createRuntime().crew(Team));
    expect(message).toContain(
      "first.researcher: it is made by an asynchronous method and is not there yet: write `await this.researcher()`",
    );
  });
});
