import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { describe, expect, it } from "@jest/globals";
import { callTool, ScriptedModel } from "@boathook/testing";
import "@boathook/testing/reset";
import { tool } from "boathook";
import { z } from "zod";

import { textToStore } from "../../src/lifecycle/guarded-memories.ts";
import { turnUnder } from "../../src/lifecycle/own-action.ts";
import { switchedOff } from "../../src/lifecycle/switches.ts";
import { guardedCrew } from "../../src/lifecycle/tool-guard.ts";

describe("the pages on lifecycle hooks", () => {
  it("mask numbers, and store nothing with a secret", async () => {
    expect([await textToStore("my card is 12345678"), await textToStore("my PassWord is x")]).toEqual([
      "my card is ****",
      undefined,
    ]);
  });

  it("have an action of their own", async () => {
    const closed = await turnUnder({ from: 0, until: 24 });
    const hour = new Date().getUTCHours();
    const open = await turnUnder({ from: (hour + 2) % 24, until: ((hour + 2) % 24) + 1 });
    expect([closed.status, open.status]).toEqual(["completed", "skipped"]);
    expect((await turnUnder({ from: "9" })).ran).toEqual([]);
  });

  it("keep a tool from running, and tell how the run ended", async () => {
    const ran: string[] = [];
    const told: string[] = [];
    const deleteFile = tool({
      name: "delete_file",
      description: "Deletes a file",
      inputSchema: z.object({ file: z.string() }),
      execute: ({ file }) => ran.push(file),
    });
    const model = new ScriptedModel({ replies: [callTool("delete_file", { file: "a" }), "done"] });
    expect(await guardedCrew(model, [deleteFile], (line) => told.push(line))).toBe("done");
    expect([ran, told]).toEqual([[], ["the run succeeded"]]);
    expect(JSON.stringify(model.requests[1]?.messages)).toContain("Reason: Worker may not delete files");
  });

  it("remember what was switched off", async () => {
    const stateFile = path.join(mkdtempSync(path.join(tmpdir(), "boathook-")), "hooks.json");
    expect(await switchedOff(stateFile)).toEqual({ ran: ["custom:audit"], abandoned: 0 });
  });
});
