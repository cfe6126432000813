import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";

import { SqliteEngine } from "../../src/engine/sqlite/sqlite-engine.ts";
import { faultsOf, killedRun, startFlow, untilAnyFinished, WHOLE, type CrashSite } from "../support/crashes.ts";

let site: CrashSite;

beforeEach(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "boathook-crash-"));
  site = { folder, flags: ["--import", "tsx", "--conditions", "@boathook/source"] };
});

afterEach(async () => {
  await rm(site.folder, { recursive: true });
});

describe("a flow whose process is killed", () => {
  it("is finished by the next ones: no unit that finished runs again, none is lost", async () => {
    const random = [Math.random(), Math.random(), Math.random()];
    const runs = await Promise.all([
      killedRun(site, "once", [25]),
      killedRun(
        site,
        "twice",
        random.slice(0, 2).map((one) => one * 60),
      ),
      killedRun(site, "thrice", [5, 15, (random[2] ?? 0) * 40]),
    ]);
    expect(runs.map(({ result }) => result)).toEqual([WHOLE, WHOLE, WHOLE]);
    expect(await Promise.all(["once", "twice", "thrice"].map((id) => faultsOf(site, id)))).toEqual([[], [], []]);
    expect(runs.reduce((sum, { kills }) => sum + kills, 0)).toBeGreaterThan(1);
  }, 120_000);
});

describe("a process that was frozen", () => {
  it("can write nothing when it wakes up after another one has taken its run over", async () => {
    const LEASE_MS = 300;
    const frozen = startFlow(site, "run", LEASE_MS);
    await untilAnyFinished(site, "run");
    frozen.child.kill("SIGSTOP");
    try {
      const early = (await startFlow(site, "run", LEASE_MS * 200).output).trim().split("\n")[1];
      await wait(LEASE_MS);
      const next =
        early === '{"error":"run_busy"}'
          ? (await startFlow(site, "run", LEASE_MS).output).trim().split("\n")[1]
          : early;
      expect(JSON.parse(next ?? "")).toEqual(WHOLE);
      const engine = new SqliteEngine({ file: path.join(site.folder, "runs.db") });
      const before = await engine.read("run");
      frozen.child.kill("SIGCONT");
      const [, late = ""] = (await frozen.output).trim().split("\n");
      expect(JSON.parse(late)).toEqual({ error: "state_conflict" });
      expect(await engine.read("run")).toEqual(before);
      await engine.close();
    } finally {
      frozen.child.kill("SIGKILL");
    }
  }, 60_000);
});
