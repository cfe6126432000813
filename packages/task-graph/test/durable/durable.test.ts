import "@boathook/testing/reset";

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { describe, expect, it } from "@jest/globals";
import { MemoryEngine, SqliteEngine, type DurableEngine } from "@boathook/flow";

import { TaskGraph } from "../../src/index.ts";
import { boom, statuses, tasks } from "../support/graphs.ts";

const SCRIPT = fileURLToPath(new URL("scripts/killed-graph.ts", import.meta.url));
const KILLS = [40, 70, 25, 90, 55, 120];

describe("a recorded run", () => {
  it("goes on where it was cancelled: what is done is not done again, and keeps its inputs", async () => {
    const engine = new MemoryEngine();
    const ran: string[] = [];
    let cancel = (): void => undefined;
    const make = (): TaskGraph =>
      new TaskGraph({
        tasks: tasks(
          { a: [], b: ["a"], c: ["b"] },
          {
            a: ({ inputs }) => (ran.push(`a ${String(inputs["x"])}`), new Date(5)),
            b: async ({ signal }) => {
              ran.push("b");
              if (ran.length > 2) return "b";
              cancel();
              await wait(1_000, undefined, { signal });
              return "never";
            },
          },
        ),
      });
    const first = make().start({ engine, runId: "r", inputs: { x: 1 } });
    cancel = () => {
      first.cancel("later");
    };
    expect(statuses(await first.result)).toEqual({ a: "completed", b: "cancelled", c: "cancelled" });
    const { status, tasks: results } = await make().run({ engine, runId: "r", inputs: { x: 2 } });
    expect([status, ran, results.a?.output]).toEqual(["completed", ["a 1", "b", "b"], new Date(5)]);
  });

  it("keeps failures, too, as plain records", async () => {
    const engine = new MemoryEngine();
    const run = (): ReturnType<TaskGraph["run"]> =>
      new TaskGraph({ tasks: tasks({ a: [], b: ["a"] }, { a: boom }) }).run({ engine, runId: "r" });
    expect((await run()).tasks.a?.error).toBeInstanceOf(Error);
    expect((await run()).status).toBe("failed"); // every task was settled: it began anew
  });

  it("fails a task whose output cannot be stored, and says which part", async () => {
    const { tasks: results } = await new TaskGraph({
      tasks: tasks({ a: [] }, { a: () => ({ deep: [() => 1] }) }),
    }).run({ engine: new MemoryEngine() });
    expect(results.a).toMatchObject({ status: "failed", error: { code: "not_serializable", path: "output.deep.0" } });
  });

  it("rejects when its store fails, once everything that was under way has been cancelled and has ended", async () => {
    const full = new Error("disk full");
    const memory = new MemoryEngine();
    const engine: DurableEngine = {
      kind: "failing",
      openRun: () => memory.openRun(),
      claim: async (id) => {
        const claim = await Promise.resolve(memory.claim(id));
        return {
          run: claim.run,
          begin: (beginning) => claim.begin(beginning),
          release: () => claim.release(),
          write: () => {
            throw full;
          },
        };
      },
      read: (id) => memory.read(id),
      list: () => memory.list(),
      close: () => memory.close(),
    };
    const ended: string[] = [];
    const slow = async ({ signal }: { signal: AbortSignal }): Promise<void> => {
      await wait(10_000, undefined, { signal }).catch(() => undefined);
      await wait(5);
      ended.push("slow");
    };
    const graph = new TaskGraph({ tasks: tasks({ quick: [], slow: [] }, { slow }) });
    await expect(graph.run({ engine })).rejects.toBe(full);
    expect(ended).toEqual(["slow"]);
  });

  it("is not taken by a graph of another name, nor while somebody else holds it", async () => {
    const engine = new MemoryEngine();
    const other = new TaskGraph({ name: "other", tasks: tasks({ a: [] }) });
    await new TaskGraph({ name: "one", tasks: tasks({ a: [] }) }).run({ engine, runId: "r" });
    await expect(other.run({ engine, runId: "r" })).rejects.toMatchObject({ code: "run_mismatch" });
    const slow = new TaskGraph({ tasks: tasks({ a: [] }, { a: () => wait(50) }) });
    const running = slow.run({ engine, runId: "s" });
    await wait(10);
    await expect(slow.run({ engine, runId: "s" })).rejects.toMatchObject({ code: "run_busy" });
    await running;
  });
});

describe("kill -9", () => {
  it("at any moment: another process ends the run, no finished attempt is made again, none is lost", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "graph-"));
    let kills = 0;
    const doneAgain: string[] = [];
    for (const delay of KILLS) {
      kills += await killedAfter(folder, delay);
      doneAgain.push(...(await begunThoughRecorded(folder)));
    }
    expect(kills).toBeGreaterThan(0);
    const { output } = run(folder);
    expect(JSON.parse((await output).trim().split("\n")[1] ?? "")).toEqual({
      status: "completed",
      results: [
        ["seed", "completed", 1, 1],
        ["a", "completed", 2, 1],
        ["b", "completed", 2, 1],
        ["c", "completed", 2, 1],
        ["d", "completed", 2, 1],
        ["flaky", "completed", 2, 3],
        ["middle", "completed", 3, 1],
        ["end", "completed", 4, 1],
      ],
    });
    doneAgain.push(...(await begunThoughRecorded(folder)));
    expect(doneAgain).toEqual([]);
  }, 120_000);

  const recorded: { readonly key: string; readonly since: number }[] = [];

  /** Attempts that a process began although the store held their outcome before that process. */
  async function begunThoughRecorded(folder: string): Promise<string[]> {
    const notes = notesIn(folder);
    const again = recorded.filter(({ key, since }) => notes.includes(`begun ${key}`, since)).map(({ key }) => key);
    const engine = new SqliteEngine({ file: path.join(folder, "runs.db") });
    const { units = [] } = (await engine.read("r")) ?? {};
    await engine.close();
    recorded.push(...units.map(({ key }) => ({ key, since: notes.length })));
    return again;
  }

  function notesIn(folder: string): string[] {
    const file = path.join(folder, "r.notes");
    return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  }

  function run(folder: string): { child: ReturnType<typeof spawn>; output: Promise<string> } {
    const flags = ["--import", "tsx", "--conditions", "@boathook/source"];
    const child = spawn(process.execPath, [...flags, SCRIPT, folder, "r"], { stdio: ["ignore", "pipe", "inherit"] });
    const output = (async () => {
      let text = "";
      child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
      await once(child, "close");
      return text;
    })();
    return { child, output };
  }

  async function killedAfter(folder: string, delay: number): Promise<number> {
    const { child, output } = run(folder);
    if (child.stdout !== null) await once(child.stdout, "data");
    await wait(delay);
    const wasRunning = child.kill("SIGKILL");
    await output;
    return wasRunning && child.signalCode === "SIGKILL" ? 1 : 0;
  }
});
