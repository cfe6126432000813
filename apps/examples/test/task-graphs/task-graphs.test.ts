import "@boathook/testing/reset";

import { expect, it } from "@jest/globals";
import { ScriptedModel } from "@boathook/testing";

import { plannedWork } from "../../src/task-graphs/planned-work.ts";
import { releaseNotes } from "../../src/task-graphs/release-notes.ts";
import { noFridays, PatientHooks, publish } from "../../src/task-graphs/task-hooks.ts";

const COMMITS = [
  { id: "1", message: "feat: sails" },
  { id: "2", message: "fix: leaks" },
  { id: "3", message: "chore: paint" },
];

it("release notes are collected, sorted side by side and written", async () => {
  const saved: string[] = [];
  const save = (notes: string): Promise<void> => Promise.resolve(void saved.push(notes));
  const result = await releaseNotes({ readCommits: () => Promise.resolve(COMMITS), save });
  expect([result.status, saved]).toEqual(["completed", ["# 1.4.0\nfeat: sails\nfix: leaks"]]);
});

it("what comes from outside in another shape fails the task that read it, and blocks the rest", async () => {
  const { tasks } = await releaseNotes({ readCommits: () => Promise.resolve(["feat"]), save: () => Promise.resolve() });
  expect(Object.values(tasks).map(({ status }) => status)).toEqual(["failed", "blocked", "blocked", "blocked"]);
}, 15_000);

it("patient hooks try again, then go on without what is optional; a gate stops the publication on a Friday", async () => {
  const hooks = new PatientHooks();
  let builds = 0;
  const build = (): string => {
    builds += 1;
    if (builds < 2) throw new Error("flaky");
    return "1.4.0";
  };
  const result = await publish(build, hooks);
  expect(Object.entries(result.tasks).map(([id, { status, attempts }]) => [id, status, attempts])).toEqual([
    ["build", "completed", 2],
    ["links", "skipped", 3],
    ["publish", "completed", 1],
  ]);
  expect(hooks.log.filter((line) => line.startsWith("build"))).toEqual(["build: attempt 1", "build: attempt 2"]);

  noFridays(() => 5);
  const friday = await publish(() => "1.4.1", new PatientHooks());
  expect(friday.tasks["publish"]).toMatchObject({ status: "failed", error: { reason: "not on a Friday" } });
});

it("a planned graph is done by the named workers", async () => {
  const plan = {
    tasks: [
      { id: "text", subject: "Write a line", worker: "writer" },
      { id: "size", subject: "Count it", worker: "counter", dependencies: ["text"] },
    ],
  };
  const model = new ScriptedModel({ replies: [JSON.stringify(plan), "A line."] });
  const { status, tasks } = await plannedWork("a line about boats", model);
  expect([status, tasks["text"]?.output, tasks["size"]?.status]).toMatchObject([
    "completed",
    { raw: "A line." },
    "completed",
  ]);
});
