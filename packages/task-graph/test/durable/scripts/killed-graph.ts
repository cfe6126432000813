// Run by a test as a process of its own: a graph with branches and a retry, whose file says what was begun and what was done.
import { appendFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { decodeValue, SqliteEngine } from "@boathook/flow";

import { RetryDecision, TaskGraph, type GraphTaskOptions } from "../../../src/index.ts";

const [folder = "", runId = ""] = process.argv.slice(2);
const engine = new SqliteEngine({ file: path.join(folder, "runs.db"), leaseMs: 200 });
const note = (line: string): void => {
  appendFileSync(path.join(folder, `${runId}.notes`), `${line}\n`);
};

const task = (id: string, dependencies: readonly string[] = []): GraphTaskOptions => ({
  id,
  subject: id,
  dependencies,
  run: async ({ attempt, inputs }) => {
    note(`begun ${id}#${attempt}`);
    await wait(5);
    if (id === "flaky" && attempt < 3) throw new Error(`try ${attempt}`);
    return Object.keys(inputs).length;
  },
});

const graph = new TaskGraph({
  name: "killed",
  hooks: [
    {
      afterExecute: ({ task: { id }, attempt }) => {
        note(`hooked ${id}#${attempt}`);
      },
      onFailure: () => RetryDecision.Retry({ delaySecs: 0.001 }),
    },
  ],
  tasks: [
    task("seed"),
    ...["a", "b", "c", "d"].map((id) => task(id, ["seed"])),
    task("flaky", ["a"]),
    task("middle", ["b", "c"]),
    task("end", ["flaky", "middle", "d"]),
  ],
});
/** A process may be killed when its run has ended, and before it could say so: to run a run that has ended would begin it anew. */
async function endedEarlier(): Promise<unknown> {
  const stored = await engine.read(runId);
  if (stored?.status !== "finished") return undefined;
  const last = new Map(
    stored.units.map(({ key, output }) => [key.split("#")[0], { key, output: decodeValue(output) }]),
  );
  const results = graph.tasks.map((id) => {
    const { key = "", output } = last.get(id) ?? {};
    const { kind, output: given } = output as { kind: string; output: unknown };
    return [id, kind, given, Number(key.split("#")[1])];
  });
  return { status: "completed", results };
}

async function endedNow(): Promise<unknown> {
  const { status, tasks } = await graph.run({ engine, runId, inputs: { topic: "boats" } });
  return { status, results: Object.entries(tasks).map(([id, task]) => [id, task.status, task.output, task.attempts]) };
}

process.stdout.write("ready\n");
process.stdout.write(`${JSON.stringify((await endedEarlier()) ?? (await endedNow()))}\n`);
await engine.close();
