import { mkdir, readFile, symlink } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { z } from "zod";

import { boathook, boathookEach, dataOf, errorOf, folderWith, removeFolder } from "./boathook.ts";

jest.setTimeout(180_000);

const CREW = `name: notes
outputs: true
agents:
  reader: { role: Reader, goal: Read, backstory: You read., llm: openai/gpt-4o-mini }
tasks:
  first: { description: "Say what {topic} are", expected_output: a text, agent: reader }
  second: { description: Say it again, expected_output: a text, agent: reader }
`;
const FLOW = `name: double
methods:
  twice:
    start: true
    expression: state.n * 2
  more:
    listen: twice
    expression: input + 1
`;
const MODULE = `import { defineFlow } from "boathook";
export const Asking = defineFlow({ name: "asking", methods: { answer: { start: true, run: () => "yes" as const } } });
export const number = 7;
`;
const LEGACY = `import { Flow, Start } from "boathook";
export default class Greeting extends Flow<{ name: string }> {
  @Start() greet(): string { return \`hello \${this.state.name}\`; }
}
`;

const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));
let folder = "";
beforeAll(async () => {
  folder = await folderWith({
    "crew.yaml": CREW,
    "flow.yaml": FLOW,
    "asking.ts": MODULE,
    "legacy/greeting.ts": LEGACY,
    "legacy/tsconfig.json": JSON.stringify({ compilerOptions: { experimentalDecorators: true } }),
    "standard/greeting.ts": LEGACY,
    "standard/tsconfig.json": JSON.stringify({ compilerOptions: { target: "es2022" } }),
    "in.json": JSON.stringify({ topic: "tides" }),
    "package.json": JSON.stringify({ type: "module" }),
  });
  await mkdir(path.join(folder, "out"));
  await symlink(modules, path.join(folder, "node_modules"));
});
afterAll(() => removeFolder(folder));

const finished = z.strictObject({ kind: z.enum(["crew", "flow"]), status: z.literal("finished"), output: z.unknown() });
const crewRun = finished.extend({
  executionId: z.string(),
  output: z.looseObject({ raw: z.string(), tasks: z.array(z.looseObject({ name: z.string() })) }),
});

test("a crew file runs offline whatever its models, and is replayed from a task on", async () => {
  const [ran, replayed, gone, missing] = await boathookEach(
    [
      ["run", "crew.yaml", "--inputs", "@in.json", "--offline", "--json"],
      ["replay", "crew.yaml", "--task", "second", "--offline", "--json"],
      ["replay", "crew.yaml", "--task", "secnd", "--offline", "--json"],
      ["run", "crew.yaml", "--offline", "--json"],
    ],
    folder,
  );
  expect(dataOf(crewRun, ran).output.tasks.map(({ name }) => name)).toEqual(["first", "second"]);
  expect([missing?.code, errorOf(missing).message]).toEqual([1, expect.stringContaining('"topic"')]);
  expect(dataOf(crewRun, replayed).output.tasks.map(({ name }) => name)).toEqual(["first", "second"]);
  expect([gone?.code, errorOf(gone).message]).toEqual([1, expect.stringContaining('did you mean "second"?')]);
});

test("a flow is recorded, shown, resumed, replayed and drawn", async () => {
  const [ran, list, shown, again, replayed, plotted, page, unknown] = await boathookEach(
    [
      ["run", "flow.yaml", "--inputs", '{"n":4}', "--run-id", "r1", "--stream", "--json"],
      ["checkpoint:list", "--json"],
      ["checkpoint:show", "r1", "--json"],
      ["checkpoint:resume", "flow.yaml", "r1", "--json"],
      ["replay", "flow.yaml", "--run-id", "r1", "--step", "0", "--json"],
      ["flow:plot", "flow.yaml"],
      ["flow:plot", "flow.yaml", "--out", "out/flow.html", "--json"],
      ["checkpoint:show", "r2", "--json"],
    ],
    folder,
  );
  expect(dataOf(finished, ran)).toEqual({ kind: "flow", status: "finished", output: 9 });
  expect(ran?.err).toContain("flow: method_execution_started\n");
  expect(dataOf(z.strictObject({ items: z.array(z.looseObject({ id: z.string() })) }), list).items).toMatchObject([
    { id: "r1", name: "double", status: "finished" },
  ]);
  expect(dataOf(z.looseObject({ steps: z.array(z.looseObject({ key: z.string() })) }), shown)).toMatchObject({
    inputs: { n: 4 },
    result: 9,
    steps: [{ key: "twice#1" }, { key: "more#1" }],
  });
  expect(dataOf(finished, again).output).toBe(9);
  expect(dataOf(finished, replayed).output).toBe(9);
  expect(plotted?.out).toContain("flowchart");
  expect(dataOf(z.strictObject({ name: z.string(), file: z.string() }), page).name).toBe("double");
  expect(await readFile(path.join(folder, "out/flow.html"), "utf8")).toContain("<svg");
  expect([unknown?.code, errorOf(unknown).code]).toEqual([1, "unknown_run"]);
});

test("modules run: definitions, and classes with decorators of both kinds", async () => {
  const asking = await boathook(["run", "asking.ts", "--json"], folder);
  expect(dataOf(finished, asking)).toEqual({ kind: "flow", status: "finished", output: "yes" });
  for (const kind of ["legacy", "standard"]) {
    const ran = await boathook(["run", `${kind}/greeting.ts`, "--inputs", '{"name":"Ann"}'], folder);
    expect(ran).toEqual({ code: 0, out: "hello Ann\n", err: "" });
  }
  const [wrong, none] = await boathookEach(
    [
      ["run", "asking.ts", "--export", "number", "--json"],
      ["run", "asking.ts", "--export", "gone", "--json"],
    ],
    folder,
  );
  expect([wrong?.code, errorOf(wrong).message]).toEqual([2, expect.stringContaining("neither a crew nor a flow")]);
  expect([none?.code, errorOf(none).message]).toEqual([2, expect.stringContaining("it exports Asking, number")]);
});
