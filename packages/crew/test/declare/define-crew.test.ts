import { pathToFileURL } from "node:url";

import { describe, expect, it } from "@jest/globals";
import { defineHook } from "@boathook/hooks";
import { ScriptedModel } from "@boathook/testing";
import { z } from "zod";

import { Agent, createRuntime, Crew, defineCrew, Task, type CrewParts } from "../../src/index.ts";
import { echo } from "../support.ts";
import { folderWith, yaml } from "../files.ts";

const Greeting = Symbol("Greeting");
const Note = z.object({ text: z.string() });

const folder = await folderWith({
  "config/agents.yaml": yaml(`
    writer:
      role: Writer
      goal: Write
      backstory: You write.
      llm: scripted
      tools: [echo]
      step_callback: onStep
  `),
  "config/tasks.yaml": yaml(`
    write:
      description: Write about {topic}
      expected_output: a text
      agent: writer
      output_json: Note
    read:
      description: Read it
      expected_output: a verdict
      agent: writer
      context: [write]
  `),
});

const trail: string[] = [];

const Report = defineCrew({
  name: "report",
  files: {
    base: new URL("config/", pathToFileURL(`${folder}/`)),
    agents: "agents.yaml",
    tasks: "tasks.yaml",
    schemas: { Note },
  },
  llms: { scripted: async () => new ScriptedModel({ replies: ['{"text":"tides"}', "fine"] }) },
  tools: { echo: () => echo },
  methods: { onStep: () => void trail.push("step") },
  agents: {
    writer: (self) => new Agent({ config: self.agentsConfig["writer"], backstory: self.get<string>(Greeting) }),
  },
  tasks: {
    write: (self) => new Task({ config: self.tasksConfig["write"] }),
    read: async (self) => new Task({ config: self.tasksConfig["read"], name: "judge" }),
  },
  crew: (self) => new Crew({ agents: self.agents, tasks: self.tasks }),
  hooks: [defineHook("execution_start", { name: "start" }, () => void trail.push("start"))],
  beforeKickoff: [(inputs) => ({ ...inputs, topic: "tides" })],
  afterKickoff: [(output) => output.with({ raw: `${output.raw}!` })],
});

function newRuntime() {
  const runtime = createRuntime();
  runtime.container.bind(Greeting).toConstantValue("hello");
  return runtime;
}

describe("a crew defined without decorators", () => {
  it("does what a crew class does", async () => {
    const runtime = newRuntime();
    const crew = await runtime.crew(Report);
    expect([crew.name, crew.instance, crew.tasks.map(({ name }) => name)]).toEqual([
      "report",
      undefined,
      ["write", "judge"],
    ]);
    expect(crew.agents[0]).toMatchObject({ role: "Writer", backstory: "hello", tools: [echo] });
    const output = await crew.kickoff();
    expect([output.raw, output.tasksOutput[0]?.parsed, trail]).toEqual([
      "fine!",
      { text: "tides" },
      ["start", "start", "step", "step"],
    ]);
    expect(runtime.hooks.explain(crew).map(({ name, scope }) => [name, scope])).toEqual([["start", "crew"]]);
    expect(await runtime.crew(Report)).not.toBe(crew);
  });

  it.each([
    ["a folder's path", folder],
    ["a folder's URL", pathToFileURL(`${folder}/`)],
    ["a folder's URL as text", pathToFileURL(`${folder}/`).href],
    ["the URL of a module in the folder", pathToFileURL(`${folder}/crew.ts`).href],
  ])("finds config/agents.yaml and config/tasks.yaml from %s", async (_what, base) => {
    const crew = defineCrew({
      name: "based",
      files: { base, schemas: { Note } },
      llms: { scripted: () => "offline" },
      tools: { echo: () => echo },
      methods: { onStep: () => undefined },
      agents: { writer: (self) => new Agent({ config: self.agentsConfig["writer"] }) },
      tasks: {
        write: (self) => new Task({ config: self.tasksConfig["write"] }),
        read: (self) => new Task({ config: self.tasksConfig["read"] }),
      },
    });
    expect((await createRuntime().crew(crew)).agents.map(({ role }) => role)).toEqual(["Writer"]);
  });

  it("is code only without files, and sequential without `crew`", async () => {
    const llm = new ScriptedModel({ replies: ["done"] });
    const crew = await createRuntime().crew(
      defineCrew({
        name: "small",
        agents: { worker: () => new Agent({ role: "W", goal: "g", backstory: "b", llm }) },
        tasks: { work: (self) => new Task({ description: "d", expectedOutput: "x", agent: self.agent("worker") }) },
      }),
    );
    expect((await crew.kickoff()).raw).toBe("done");
  });

  it("gives a clear error for a part that is not there", async () => {
    const task = (make: (self: CrewParts) => unknown) =>
      createRuntime().crew(
        defineCrew({ name: "x", agents: { worker: () => agent() }, tasks: { work: (self) => make(self) as Task } }),
      );
    const agent = () => new Agent({ role: "W", goal: "g", backstory: "b" });
    await expect(task((self) => self.agent("wroker"))).rejects.toThrow(
      'work.agents.wroker: there is no agent "wroker" (did you mean "worker"?)',
    );
    await expect(task((self) => self.task("work"))).rejects.toThrow("work: it needs itself: work → work");
    await expect(task((self) => self.tasksConfig["work"])).rejects.toThrow("this crew has no file of tasks; name one");
  });

  it("refuses wrong options when it is defined, all at once", () => {
    expect(() => defineCrew({ name: "", tasks: { a: 7 }, agent: {}, files: { base: 1 } } as never)).toThrow(
      /^Invalid crew definition, 4 faults:[^]*name: [^]*files\.base: expected a path or a URL[^]*tasks\.a: expected a function, got number[^]*agent: unknown option \(did you mean "agents"\?\)/,
    );
    expect(() => defineCrew({ name: "x" } as never)).toThrow("tasks: ");
  });
});
