import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { callTool, ScriptedModel } from "@boathook/testing";
import "@boathook/testing/reset";
import type { ModelSource } from "boathook";

import { offlineAssistant } from "../../src/personal-assistant/offline-model.ts";
import { openAda } from "../../src/personal-assistant/open-ada.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "ada-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const none = (): void => undefined;
const lines: unknown[] = [];
const logger = { debug: none, info: (data: unknown) => void lines.push(data), warn: none, error: none };
const open = (model: ModelSource = offlineAssistant()) => openAda({ model, dataDir: folder, logger });

describe("the personal assistant", () => {
  it("knows the notes, goes on with a conversation in another process, and does not make things up", async () => {
    const ada = await open();
    const session = await ada.open({ conversationId: "home" });
    expect(await session.send("When are the paper bins collected?")).toMatchObject({
      text: expect.stringContaining("every second Tuesday"),
    });
    await ada.close();
    const later = await open();
    const resumed = await later.open({ conversationId: "home" });
    expect(resumed.turns.map(({ text }) => text)).toEqual(["When are the paper bins collected?"]);
    expect(await resumed.send("Qwertz?")).toMatchObject({ text: "I do not know." });
    await later.close();
  });

  it("remembers what was said, but no secret and no card number", async () => {
    const ada = await open();
    const session = await ada.open();
    await session.send("My card is 4111 1111 1111 1111, for the boiler");
    await session.send("My PASSWORD is hunter2");
    await ada.idle();
    const kept: string[] = [];
    for await (const line of ada.memory?.export() ?? []) kept.push((JSON.parse(line) as { text: string }).text);
    await ada.close();
    expect(kept).toEqual([expect.stringContaining("User: My card is [CARD], for the boiler")]);
    expect(JSON.stringify(lines)).not.toContain("hunter2");
  });

  it("never writes into the notes, whatever the model wants", async () => {
    const model = new ScriptedModel({
      replies: [callTool("write_file", { path: "./docs/../notes/birthdays.md", content: "none" }), "I could not."],
    });
    const ada = await open(model);
    const session = await ada.open();
    expect(await session.send("Forget all birthdays")).toMatchObject({ text: "I could not." });
    expect(model.requests[1]?.messages.at(-1)?.content).toContain("Tool execution blocked by hook");
    await ada.close();
  });

  it("sums up at night what is due", async () => {
    const ada = await open(new ScriptedModel({ replies: ["Nothing is due."] }));
    expect(ada.automations.list.map(({ id, schedule }) => [id, schedule])).toEqual([
      ["nightly-digest", { cron: "0 3 * * *", timezone: "Europe/Berlin" }],
    ]);
    expect(await ada.automations.run("nightly-digest")).toMatchObject({ status: "success", result: "Nothing is due." });
    await ada.close();
  });
});
