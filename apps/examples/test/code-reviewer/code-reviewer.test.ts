import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import {
  McpConnectionCompletedEvent,
  ToolUsageCompletedEvent,
  ToolUsageStartedEvent,
  type BoathookEvent,
} from "boathook";
import { recordEvents } from "@boathook/testing";

import { offlineReviewer } from "../../src/code-reviewer/offline-model.ts";
import { runReview } from "../../src/code-reviewer/run-review.ts";
import { runMain } from "../run-app.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "review "));
  await writeFile(path.join(folder, "a.ts"), "export const a = 1;\nexport const b: any = 2;\n");
  await writeFile(path.join(folder, "b.js"), 'eval("1"); // TODO: not so\n');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const REVIEW = [
  "# Review",
  "",
  "Not yet: 3 findings.",
  "",
  "- a.ts:2 gives up the type check",
  "- b.js:1 runs text as code",
  "- b.js:1 is not finished",
].join("\n");

describe("the code reviewer", () => {
  it("reads all files at the same time through the server, and names the lines", async () => {
    const recorded = recordEvents();
    const review = await runReview({ folder, model: offlineReviewer(), write: () => undefined });
    recorded.stop();
    expect(review).toBe(REVIEW);
    expect(recorded.of(McpConnectionCompletedEvent)).toHaveLength(1);
    const isRead = (event: BoathookEvent): boolean =>
      (event instanceof ToolUsageStartedEvent || event instanceof ToolUsageCompletedEvent) &&
      event.toolName === "read_text_file";
    expect(recorded.events.filter(isRead).map(({ type }) => type)).toEqual([
      "tool_usage_started",
      "tool_usage_started",
      "tool_usage_completed",
      "tool_usage_completed",
    ]);
  }, 30_000);

  it("reads no file that may hold secrets", async () => {
    await writeFile(path.join(folder, ".env"), "KEY=the-secret\n");
    const model = offlineReviewer();
    const recorded = recordEvents();
    await runReview({ folder, model, write: () => undefined });
    recorded.stop();
    expect(recorded.of(ToolUsageCompletedEvent).filter(({ blocked }) => blocked)).toHaveLength(1);
    expect(JSON.stringify(model.requests)).not.toContain("the-secret");
  }, 30_000);

  it("offers the model no tool that writes", async () => {
    const model = offlineReviewer();
    await runReview({ folder, model, write: () => undefined });
    expect(model.requests[0]?.tools.map(({ name }) => name).sort()).toEqual(["list_directory", "read_text_file"]);
  }, 30_000);

  it("runs as a program, and ends with one sentence where there is no such folder", async () => {
    const { code, said } = await runMain("code-reviewer", [folder]);
    expect({ code, said }).toMatchObject({ code: 0 });
    expect(said).toContain(REVIEW);
    expect(await runMain("code-reviewer", [path.join(folder, "gone")])).toMatchObject({
      code: 1,
      said: expect.stringContaining("ENOENT"),
    });
  }, 60_000);
});
