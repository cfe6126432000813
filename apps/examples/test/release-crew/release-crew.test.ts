import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { HookDispatchedEvent } from "@boathook/hooks";
import { recordEvents } from "@boathook/testing";
import "@boathook/testing/reset";

import { offlineModels } from "../../src/release-crew/offline-models.ts";
import { release, releaseRuntime } from "../../src/release-crew/release.ts";

let repository: string;
const git = (...args: string[]): string =>
  execFileSync("git", ["-C", repository, "-c", "user.name=ann", "-c", "user.email=a@b.c", ...args], {
    encoding: "utf8",
  });

beforeEach(async () => {
  repository = await mkdtemp(path.join(tmpdir(), "release-"));
  git("init", "-q");
  for (const message of ["feat: a lamp", "fix: the switch"]) git("commit", "-q", "--allow-empty", "-m", message);
});
afterEach(async () => {
  await rm(repository, { recursive: true, force: true });
});

it("releases, watched by all four dialects in their order", async () => {
  const runtime = releaseRuntime();
  const { events, stop } = recordEvents(runtime.events);
  let asked = 0;
  const isAlive = (): Promise<boolean> => Promise.resolve((asked += 1) > 1);
  const models = offlineModels("v1.4.0");
  const { status, tasks } = await release(runtime, { repository, version: "v1.4.0", models, isAlive });
  stop();
  await runtime.close();
  expect([status, tasks["links"]?.attempts, git("tag").trim()]).toEqual(["completed", 2, "v1.4.0"]);
  expect(existsSync(path.join(repository, "README.md"))).toBe(false);
  expect(await readFile(path.join(repository, "NOTES.md"), "utf8")).not.toContain("Internal");
  const dispatched = events.filter((event): event is HookDispatchedEvent => event instanceof HookDispatchedEvent);
  expect(
    dispatched.map(({ dialect, interceptionPoint, outcome }) => `${dialect} ${interceptionPoint} ${outcome}`),
  ).toEqual([
    // README.md: the writer's profile has nothing against it, the script has
    "lifecycle lifecycle_pre_tool_call proceeded",
    "skill PreToolUse aborted",
    "interception pre_tool_call aborted",
    "interception post_tool_call proceeded",
    // an internal price: the profile's filter skips the call, the script is not even started
    "lifecycle lifecycle_pre_tool_call skipped",
    "interception pre_tool_call skipped",
    "interception post_tool_call proceeded",
    // the proofreader fails, a subagent hook gives the task to another reader
    "lifecycle lifecycle_pre_tool_call proceeded",
    "interception pre_tool_call proceeded",
    "interception tool_permission proceeded",
    "subagent subagent_failure modified",
    "interception post_tool_call proceeded",
    // NOTES.md
    "lifecycle lifecycle_pre_tool_call proceeded",
    "skill PreToolUse proceeded",
    "interception pre_tool_call proceeded",
    "interception tool_permission proceeded",
    "interception post_tool_call proceeded",
    // the link is busy: a task hook has it tried again
    "task task_failure modified",
    // "latest" is no version, says the policy; then the tag
    "interception pre_tool_call aborted",
    "interception post_tool_call proceeded",
    "interception pre_tool_call proceeded",
    "interception tool_permission proceeded",
    "interception post_tool_call proceeded",
  ]);
});
