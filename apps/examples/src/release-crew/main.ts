import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { events, HookDispatchedEvent } from "boathook";

import { runApp } from "../app.ts";
import { offlineModels } from "./offline-models.ts";
import { release, releaseRuntime } from "./release.ts";

process.exitCode = await runApp(
  {
    usage: "release-crew [version]",
    options: [],
    offlineModel: () => "offline",
    run: async ({ positionals: [version = "v1.4.0"], signal, write }) => {
      const repository = mkdtempSync(path.join(tmpdir(), "release-"));
      const runtime = releaseRuntime();
      const watching = events.on(HookDispatchedEvent).subscribe(({ dialect, interceptionPoint, outcome }) => {
        write(`  ${dialect.padEnd(12)} ${interceptionPoint} ${outcome}`);
      });
      try {
        const git = (...args: string[]): void => {
          execFileSync("git", ["-C", repository, "-c", "user.name=ann", "-c", "user.email=a@b.c", ...args]);
        };
        git("init", "-q");
        for (const message of ["feat: a lamp", "fix: the switch"]) git("commit", "-q", "--allow-empty", "-m", message);
        let asked = 0;
        const isAlive = (): Promise<boolean> => Promise.resolve((asked += 1) > 1); // the first time the line is busy
        const { status, tasks } = await release(runtime, {
          repository,
          version,
          models: offlineModels(version),
          isAlive,
          signal,
        });
        for (const [id, task] of Object.entries(tasks)) write(`${id}: ${task.status}, ${task.attempts} attempts`);
        write(`release: ${status}`);
      } finally {
        watching.unsubscribe();
        await runtime.close();
        rmSync(repository, { recursive: true, force: true });
      }
    },
  },
  process.argv.slice(2),
);
