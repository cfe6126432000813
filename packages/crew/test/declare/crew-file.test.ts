import path from "node:path";
import { pathToFileURL } from "node:url";

import { afterAll, describe, expect, it } from "@jest/globals";
import { defineHook, type Inputs } from "@boathook/hooks";
import { recordEvents, ScriptedModel } from "@boathook/testing";
import { z } from "zod";

import {
  Agent,
  ConditionalTask,
  createRuntime,
  Crew,
  CrewBase,
  defineCrewFile,
  DefineAgent,
  DefineCrew,
  DefineTask,
  loadCrew,
  Task,
  type GuardrailFunction,
  type LoadCrewOptions,
  type TaskOutput,
} from "../../src/index.ts";
import { folderWith, yaml } from "../files.ts";
import { echo } from "../support.ts";

const Note = z.object({ text: z.string() });
const runtime = createRuntime();
afterAll(() => runtime.close());

const noShouting: GuardrailFunction = ({ raw }) => (raw.includes("!") ? { ok: false, error: "no !" } : { ok: true });
const isLong = ({ raw }: TaskOutput): boolean => raw.length > 3;
const addYear = (inputs: Inputs): Inputs => ({ ...inputs, year: 2026 });
const REPLIES = ['{"text":"tides"}', "fine", "an end"];

const FILE = yaml(`
  # Everything that a crew is made of.
  name: report
  cache: true
  inputs: { topic: tides }
  output_dir: out
  before_kickoff: [addYear]
  agents:
    writer:
      role: Writer on {topic}
      goal: Write
      backstory: You write in {year}.
      llm: scripted
      tools: [echo]
      max_iter: 3
  tasks:
    write:
      description: Write about {topic}
      expected_output: a text
      agent: writer
      output_schema: Note
    check:
      description: Check it
      expected_output: a verdict
      agent: writer
      context: [write]
      guardrail: noShouting
      guardrail_max_retries: 1
    end:
      description: End it
      expected_output: an end
      agent: writer
      condition: isLong
`);

function named(): LoadCrewOptions {
  const llms = { scripted: new ScriptedModel({ replies: REPLIES }) };
  return { tools: { echo }, llms, schemas: { Note }, methods: { noShouting, isLong, addYear }, runtime };
}

/** The same crew, three times: from a file, by hand, from a class. */
const WAYS: Readonly<Record<string, () => Promise<Crew>>> = {
  "crew.yaml": async () => loadCrew(path.join(await folderWith({ "crew.yaml": FILE }), "crew.yaml"), named()),
  "new Crew": () => {
    const writer = makeWriter();
    const write = makeWrite(writer);
    const tasks = [write, makeCheck(writer, write), makeEnd(writer)];
    return Promise.resolve(
      new Crew({
        name: "report",
        cache: true,
        inputs: { topic: "tides" },
        outputDir: "out",
        beforeKickoff: [addYear],
        agents: [writer],
        tasks,
      }),
    );
  },
  class: () => {
    @CrewBase
    class Report {
      declare agents: Agent[];
      declare tasks: Task[];
      @DefineAgent() writer(): Agent {
        return makeWriter();
      }
      @DefineTask() write(): Task {
        return makeWrite(this.writer());
      }
      @DefineTask() check(): Task {
        return makeCheck(this.writer(), this.write());
      }
      @DefineTask() end(): Task {
        return makeEnd(this.writer());
      }
      @DefineCrew() crew(): Crew {
        const { agents, tasks } = this;
        return new Crew({
          name: "report",
          cache: true,
          inputs: { topic: "tides" },
          outputDir: "out",
          beforeKickoff: [addYear],
          agents,
          tasks,
        });
      }
    }
    return runtime.crew(Report);
  },
};

function makeWriter(): Agent {
  const llm = new ScriptedModel({ replies: REPLIES });
  return new Agent({
    role: "Writer on {topic}",
    goal: "Write",
    backstory: "You write in {year}.",
    llm,
    tools: [echo],
    maxIter: 3,
  });
}
function makeWrite(agent: Agent): Task {
  return new Task({
    name: "write",
    description: "Write about {topic}",
    expectedOutput: "a text",
    agent,
    outputSchema: Note,
  });
}
function makeCheck(agent: Agent, write: Task): Task {
  const texts = { name: "check", description: "Check it", expectedOutput: "a verdict" };
  return new Task({ ...texts, agent, context: [write], guardrail: noShouting, guardrailMaxRetries: 1 });
}
function makeEnd(agent: Agent): Task {
  return new ConditionalTask({
    name: "end",
    description: "End it",
    expectedOutput: "an end",
    agent,
    condition: isLong,
  });
}

/** A crew as plain data, with positions in the place of ids and objects. */
function shapeOf(crew: Crew): unknown {
  const agentAt = (agent: unknown): number => crew.agents.findIndex((one) => one === agent);
  return {
    name: crew.name,
    inputs: crew.inputs(),
    options: { ...crew.options, agents: undefined, tasks: undefined, runtime: undefined },
    agents: crew.agents.map(({ role, goal, backstory, tools, options }) => ({
      role,
      goal,
      backstory,
      tools,
      options: { ...options, llm: undefined },
    })),
    tasks: crew.tasks.map((task) => ({
      type: task.constructor.name,
      name: task.name,
      texts: [task.description, task.expectedOutput, task.outputFile],
      agent: agentAt(task.agent),
      context: task.options.context?.map(({ id }) => crew.tasks.findIndex((other) => other.id === id)),
      options: { ...task.options, name: undefined, agent: undefined, context: undefined },
    })),
    plan: crew.plan.map(({ key, index, after }) => ({ key, index, after })),
  };
}

describe("a crew that is declared in a file, by hand and by a class", () => {
  it("is the same crew", async () => {
    const [file, ...others] = await Promise.all(Object.values(WAYS).map(async (make) => shapeOf(await make())));
    expect(others).toEqual([file, file]);
  });

  it("runs the same: the same events, requests and outputs", async () => {
    const runs = [];
    for (const make of Object.values(WAYS)) {
      const crew = await make();
      const recorder = recordEvents(crew.events);
      const output = await crew.kickoff();
      recorder.stop();
      const requests = (crew.agents[0]?.options.llm as ScriptedModel).requests.map(({ messages }) => messages);
      runs.push({
        types: recorder.types(),
        requests,
        outputs: output.tasksOutput.map(({ raw, parsed }) => [raw, parsed]),
      });
    }
    expect(runs[0]?.outputs).toEqual([
      ['{"text":"tides"}', { text: "tides" }],
      ["fine", undefined],
      ["an end", undefined],
    ]);
    expect(runs[0]?.requests[0]?.[0]).toMatchObject({ content: expect.stringContaining("You write in 2026.") });
    expect(runs[1]).toEqual(runs[0]);
    expect(runs[2]).toEqual(runs[0]);
  });
});

describe("a crew file", () => {
  it("may name files of agents and tasks, from its own folder; hooks and callbacks come from code", async () => {
    const folder = await folderWith({
      "crew.yaml": "agents: config/agents.yaml\ntasks: config/tasks.yaml\n",
      "config/agents.yaml": "worker: { role: R, goal: g, backstory: b, llm: scripted }",
      "config/tasks.yaml": "work: { description: d, expected_output: e, agent: worker }",
    });
    const seen: string[] = [];
    const crew = await loadCrew(pathToFileURL(path.join(folder, "crew.yaml")), {
      llms: { scripted: new ScriptedModel({ replies: ["done"] }) },
      hooks: [defineHook("pre_step", (ctx) => void seen.push(ctx.stepName))],
      afterKickoff: [({ raw }) => void seen.push(raw)],
      runtime,
    });
    await crew.kickoff();
    expect(seen).toEqual(["work", "done"]);
    expect(crew.name).toBe("crew");
  });

  it("is a definition, too: every crew made of it has parts of its own", async () => {
    const folder = await folderWith({ "crew.yaml": FILE });
    const { runtime: _runtime, ...options } = named();
    const definition = await defineCrewFile(path.join(folder, "crew.yaml"), options);
    const [one, two] = [await runtime.crew(definition), await runtime.crew(definition)];
    expect(definition.name).toBe("report");
    expect(one.tasks[0]).not.toBe(two.tasks[0]);
  });

  it("may use anchors, aliases and merge keys", async () => {
    const folder = await folderWith({
      "crew.yaml": yaml(`
        agents:
          worker: { role: R, goal: g, backstory: b, llm: offline }
        tasks:
          a: &a { description: A, expected_output: e, agent: worker }
          b: { <<: *a, description: B }
      `),
    });
    const crew = await loadCrew(path.join(folder, "crew.yaml"), { runtime });
    expect(crew.tasks.map(({ description, expectedOutput }) => [description, expectedOutput])).toEqual([
      ["A", "e"],
      ["B", "e"],
    ]);
  });

  it("passes texts on unharmed", async () => {
    const odd = 'a $& $1 `x` {{literal}} "q" 🚣 \u202E {"json": [1]}';
    const folder = await folderWith({
      "crew.yaml": `agents: { w: { role: ${JSON.stringify(odd)}, goal: g, backstory: b, llm: offline } }\ntasks: { t: { description: ${JSON.stringify(odd)}, expected_output: e, agent: w } }\n`,
    });
    const crew = await loadCrew(path.join(folder, "crew.yaml"), { runtime });
    expect([crew.agents[0]?.role, crew.tasks[0]?.description]).toEqual([odd, odd]);
  });
});
