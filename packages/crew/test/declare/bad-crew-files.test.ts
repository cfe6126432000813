import { writeFile } from "node:fs/promises";
import path from "node:path";

import { afterAll, describe, expect, it } from "@jest/globals";
import { ConfigurationError } from "@boathook/kernel";
import fc from "fast-check";

import { createRuntime, Crew, loadCrew, type LoadCrewOptions } from "../../src/index.ts";
import { folderWith, yaml } from "../files.ts";

const runtime = createRuntime();
afterAll(() => runtime.close());

describe("a bad crew file", () => {
  async function faultsOf(text: string, options: LoadCrewOptions = {}): Promise<unknown> {
    const folder = await folderWith({ "crew.yaml": yaml(text) });
    const error: unknown = await loadCrew(path.join(folder, "crew.yaml"), { ...options, runtime }).catch(
      (thrown: unknown) => thrown,
    );
    const { faults } = error as {
      faults: readonly { path: string; line?: number; message: string; suggestion?: string }[];
    };
    return faults.map(({ path: at, line, message, suggestion }) => [at, line, suggestion ?? message]);
  }

  it("is one error with the place of everything that is wrong, in settings, agents, tasks and names", async () => {
    const text = `
      nmae: report
      cache: maybe
      hooks: []
      before_kickoff: [gone]
      agents:
        worker: { role: R, goal: g, backstory: b, llm: offline, tolls: [x] }
      tasks:
        a:
          description: d
          expected_output: e
          agent: wroker
          human_input: perhaps
          guardrail: gone
    `;
    expect(await faultsOf(text)).toEqual([
      ["nmae", 1, 'did you mean "name"?'],
      ["cache", 2, "Invalid input: expected boolean, received string"],
      ["hooks", 3, expect.stringContaining('known: "name", "process"')],
      ["before_kickoff", 4, expect.stringContaining('there is no method "gone"')],
      ["agents.worker.tolls", 6, 'did you mean "tools"?'],
      ["tasks.a.human_input", 12, "Invalid input: expected boolean, received string"],
      ["tasks.a.agent", 11, 'did you mean "worker"?'],
      ["tasks.a.guardrail", 13, expect.stringContaining('there is no method "gone"')],
    ]);
  });

  it("is one whose parts cannot be made, or do not fit together", async () => {
    expect(
      await faultsOf(`
      agents:
        worker: { role: R, goal: g, llm: offline }
      tasks:
        a: { description: d, expected_output: e }
    `),
    ).toEqual([["worker.backstory", 2, "it is missing; give it as an option, or in `config`"]]);
    expect(
      await faultsOf(
        `
      agents:
        worker: { role: R, goal: g, backstory: b, llm: offline }
      tasks:
        a: { description: d, expected_output: e }
        b: { description: d, expected_output: e, agent: worker, async_execution: true, condition: yes }
    `,
        { methods: { yes: () => true } },
      ),
    ).toEqual([
      ["crew.tasks[0].agent", 4, expect.stringContaining("has no agent")],
      ["crew.tasks[1].asyncExecution", 5, expect.stringContaining("cannot be asynchronous")],
    ]);
  });

  it.each([
    ["empty", "", "a crew has at least one task"],
    ["a list", "- a\n", "expected settings, got a list"],
    ["one value", "hello\n", "expected settings, got a single value"],
    ["two documents", "name: a\n---\nname: b\n", "second document"],
    ["no YAML", "a: [\n", "Invalid crew"],
    ["a key twice", "name: a\nname: b\n", "second time"],
    ["a section that is a list", "agents: []\ntasks: {}\n", "agents: expected names with their options"],
    ["a section that is a number", "tasks: 7\n", "tasks: expected names with their options"],
    ["a file that is not there", "agents: gone.yaml\ntasks: gone.yaml\n", "gone.yaml"],
    ["both spellings", "outputDir: a\noutput_dir: b\ntasks: {}\n", "two spellings"],
    ["an entry that is no entry", "tasks: { a: 7 }\n", "expected options under the name"],
  ])("is refused when it is %s", async (_what, text, message) => {
    const folder = await folderWith({ "crew.yaml": text });
    await expect(loadCrew(path.join(folder, "crew.yaml"), { runtime })).rejects.toMatchObject({
      code: "invalid_configuration",
      message: expect.stringContaining(message),
    });
  });

  it("is one that cannot be read", async () => {
    const folder = await folderWith({ "big.yaml": "#".repeat(2_000_000), "bytes.yaml": Uint8Array.from([0xff, 0xfe]) });
    for (const name of ["gone.yaml", "big.yaml", "bytes.yaml", "."])
      await expect(loadCrew(path.join(folder, name), { runtime })).rejects.toMatchObject({
        code: "invalid_configuration",
      });
    for (const file of ["", 7, undefined, new URL("https://example.org/crew.yaml")])
      await expect(loadCrew(file as never, { runtime })).rejects.toThrow("expected the path or file URL");
  });

  it("is not made better by options that are none", async () => {
    await expect(
      loadCrew("crew.yaml", { tools: { a: {} as never }, methods: { b: 1 as never }, runtime }),
    ).rejects.toThrow(/tools\.a[^]*methods\.b/);
    // @ts-expect-error -- there is no such option
    await expect(loadCrew("crew.yaml", { tool: {}, runtime })).rejects.toThrow("tool");
  });
});

describe("for every text and every value", () => {
  const key = fc.constantFrom(
    "name",
    "agents",
    "tasks",
    "inputs",
    "process",
    "cache",
    "outputs",
    "manager_llm",
    "x",
    "<<",
    "__proto__",
  );
  const entryKey = fc.constantFrom(
    "role",
    "goal",
    "llm",
    "tools",
    "description",
    "agent",
    "context",
    "condition",
    "constructor",
  );
  const scalar = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom("a", "b", "offline"),
  );
  const entry = fc.dictionary(entryKey, fc.oneof(scalar, fc.array(scalar), fc.object()));
  const file = fc.oneof(
    fc.string(),
    fc.string({
      unit: fc.constantFrom("a", ":", " ", "\n", "-", "{", "}", "[", "]", "&", "*", "!", "#", '"', "\t", "|"),
    }),
    fc
      .dictionary(
        key,
        fc.oneof(scalar, fc.array(scalar), fc.dictionary(fc.constantFrom("a", "b"), fc.oneof(scalar, entry))),
      )
      .map((value) => JSON.stringify(value)),
  );

  it("gives a crew or says what is wrong, and nothing else", async () => {
    const folder = await folderWith({});
    const target = path.join(folder, "crew.yaml");
    await fc.assert(
      fc.asyncProperty(file, async (text) => {
        await writeFile(target, text);
        const made = await loadCrew(target, { runtime }).catch((error: unknown) => error);
        expect(Crew.is(made) || ConfigurationError.is(made)).toBe(true);
      }),
      { numRuns: 300 },
    );
  }, 30_000);
});
