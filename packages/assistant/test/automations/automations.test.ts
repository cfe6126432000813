import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { HookResult, type LifecycleEvent } from "@boathook/lifecycle-hooks";
import { ScriptedModel, type ScriptedReply } from "@boathook/testing";
import "@boathook/testing/reset";

import { Assistant, type AssistantOptions, type ProfileInput } from "../../src/index.ts";

let folder: string;
const assistants: Assistant[] = [];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "assistant-"));
});
afterEach(async () => {
  await Promise.all(assistants.splice(0).map((assistant) => assistant.close()));
  await rm(folder, { recursive: true, force: true });
});

type Given = NonNullable<ProfileInput["automations"]>[number];

function make(automation: Given, replies: readonly ScriptedReply[], options: AssistantOptions = {}) {
  const model = new ScriptedModel({ replies });
  const profile = { id: "ada", role: "Assistant", instructions: "Help.", memory: false, automations: [automation] };
  const assistant = new Assistant(profile, { llm: model, folder, ...options });
  assistants.push(assistant);
  const trail: unknown[] = [];
  for (const event of ["run_start", "run_success", "run_failure"] satisfies LifecycleEvent[]) {
    assistant.lifecycle.register({
      id: `watch:${event}`,
      event,
      priority: 1,
      handler: ({ payload }) => {
        const { automation_id, trigger, result, error, cancelled, aborted } = payload as Record<string, unknown>;
        const why = (error as { message?: string } | undefined)?.message;
        trail.push(
          [event, automation_id ?? result ?? why, trigger ?? cancelled, aborted].filter((fact) => fact !== undefined),
        );
      },
    });
  }
  return { assistant, model, trail };
}

const waitFor = async (isDone: () => boolean): Promise<void> => {
  while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 10));
};

describe("an automation", () => {
  it("runs by call, with its payload as it is, and is kept in the history", async () => {
    const { assistant, model, trail } = make({ id: "digest", prompt: "Sum up: {payload}" }, ["Short."]);
    const run = await assistant.automations.run("digest", { payload: "$& {payload}" });
    await assistant.idle();
    expect(run).toMatchObject({ status: "success", result: "Short.", attempts: 1, trigger: "call" });
    expect(model.requests[0]?.messages.at(-1)?.content).toBe("Sum up: $& {payload}");
    expect(trail).toEqual([
      ["run_start", "digest", "call"],
      ["run_success", "Short."],
    ]);
    expect(await assistant.automations.history("digest")).toEqual([run]);
    await expect(assistant.automations.run("digst")).rejects.toMatchObject({ code: "unknown_automation" });
  });

  it("is tried again as often as it says, then has failed", async () => {
    const down = Array.from({ length: 6 }, () => new Error("down"));
    const { assistant, trail } = make({ id: "a", prompt: "p", retries: 1, retryDelay: 0 }, down);
    const run = await assistant.automations.run("a");
    await assistant.idle();
    expect(run).toMatchObject({ status: "failure", attempts: 2 });
    expect(trail).toEqual([
      ["run_start", "a", "call"],
      ["run_failure", expect.stringContaining("down"), false],
    ]);
  });

  it("that a hook refuses does not run; that is no success, and not tried again", async () => {
    const { assistant, trail } = make({ id: "a", prompt: "p", retries: 3 }, []);
    assistant.lifecycle.register({
      id: "no",
      event: "run_start",
      handler: () => HookResult.Abort(new Error("holiday")),
    });
    expect(await assistant.automations.run("a")).toMatchObject({ status: "failure", attempts: 0 });
    await assistant.idle();
    expect(trail).toEqual([
      ["run_start", "a", "call"],
      ["run_failure", "holiday", false, true],
    ]);
  });

  it("is cancelled by a signal, by its time limit, and by the end of the assistant", async () => {
    const slow = { text: "late", delayMs: 60_000 };
    const first = make({ id: "a", prompt: "p", timeout: 0.05 }, [slow]);
    expect(await first.assistant.automations.run("a")).toMatchObject({ error: { code: "execution_timeout" } });
    const second = make({ id: "a", prompt: "p" }, [slow, slow]);
    const stop = new AbortController();
    const running = second.assistant.automations.run("a", { signal: stop.signal });
    setTimeout(() => {
      stop.abort();
    }, 20);
    expect(await running).toMatchObject({ status: "failure", error: { code: "run_cancelled" } });
    const again = second.assistant.automations.run("a");
    await waitFor(() => second.model.requests.length === 2);
    await second.assistant.close();
    expect(await again).toMatchObject({ status: "failure", error: { code: "run_cancelled" } });
    expect(second.trail.at(-1)).toEqual(["run_failure", expect.any(String), true]);
  });

  it("never runs beside itself", async () => {
    const { assistant, model } = make({ id: "a", prompt: "p" }, [{ text: "one", delayMs: 30 }]);
    const [one, other] = await Promise.all([assistant.automations.run("a"), assistant.automations.run("a")]);
    expect([one.runId === other.runId, model.requests.length]).toEqual([true, 1]);
  });

  it("runs at an interval, by a cron pattern, and when a file changes; not when it is switched off", async () => {
    const replies = Array.from({ length: 20 }, () => "ok");
    const cron = make({ id: "a", prompt: "p", schedule: { cron: "* * * * * *" } }, replies, { automations: true });
    await writeFile(path.join(folder, "inbox.txt"), "");
    const watching = make({ id: "b", prompt: "p", schedule: { watch: "inbox.txt" } }, replies, { automations: true });
    const off = make({ id: "c", prompt: "p", schedule: { every: 1 }, enabled: false }, replies, { automations: true });
    const every = make({ id: "d", prompt: "p", schedule: { every: 1 } }, replies, { automations: true });
    await writeFile(path.join(folder, "inbox.txt"), "new");
    await waitFor(() => [cron, watching, every].every(({ trail }) => trail.length > 1));
    expect([cron.trail[0], watching.trail[0], every.trail[0]]).toEqual([
      ["run_start", "a", "cron"],
      ["run_start", "b", "watch"],
      ["run_start", "d", "interval"],
    ]);
    expect(off.trail).toEqual([]);
  });

  it("that fell due while nobody was there is made up for once, where it says so", async () => {
    const dataDir = path.join(folder, "data");
    const schedule = { cron: "* * * * * *" };
    const first = make({ id: "a", prompt: "p", schedule }, ["ok"], { dataDir });
    await first.assistant.automations.run("a");
    await first.assistant.close();
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const second = make(
      { id: "a", prompt: "p", schedule, missed: "once" },
      Array.from({ length: 9 }, () => "ok"),
      {
        dataDir,
        automations: true,
      },
    );
    await waitFor(() => second.trail.length > 0);
    expect(second.trail[0]).toEqual(["run_start", "a", "missed"]);
  });
});
