import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { AgentExecutionCompletedEvent, MemorySaveCompletedEvent, ToolUsageStartedEvent } from "boathook";
import { recordEvents } from "@boathook/testing";

import { offlineDesk } from "../../src/support-desk/offline-model.ts";
import { openDesk } from "../../src/support-desk/open-desk.ts";
import { runMain } from "../run-app.ts";

const LOST = "A parcel that is ten days late counts as lost. We send it again, free of charge.";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "desk "));
  file = path.join(folder, "desk.db");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("the support desk", () => {
  it("has the lead hand each question to the one who knows, who answers by the handbook", async () => {
    const desk = await openDesk({ model: offlineDesk(), file });
    const recorded = recordEvents();
    const answers = [
      await desk.ask("ann", "Where is my parcel?"),
      await desk.ask("bob", "The printer blinks red."),
      await desk.ask("cid", "Do you sell cake?"),
    ];
    recorded.stop();
    await desk.close();
    expect(answers).toEqual([
      LOST,
      "When the printer blinks red, open the lid and take out the paper that is stuck.",
      "The handbook says nothing on that; a colleague will call you.",
    ]);
    expect(recorded.of(ToolUsageStartedEvent).map(({ toolName, input }) => [toolName, input["coworker"]])).toEqual([
      ["delegate_work_to_coworker", "Clerk"],
      ["delegate_work_to_coworker", "Technician"],
      ["delegate_work_to_coworker", "Clerk"],
    ]);
    expect(recorded.of(AgentExecutionCompletedEvent).map(({ agentRole }) => agentRole)).toEqual(
      ["Clerk", "Technician", "Clerk"].flatMap((role) => [role, "Desk lead"]),
    );
    expect(recorded.of(MemorySaveCompletedEvent)).toHaveLength(3);
  });

  it("remembers a customer from one day to the next, and tells nobody else", async () => {
    const monday = await openDesk({ model: offlineDesk(), file });
    await monday.ask("ann", "Where is my parcel?");
    await monday.close();
    const tuesday = await openDesk({ model: offlineDesk(), file });
    expect(await tuesday.ask("ann", "My parcel is still not here")).toBe(`As we wrote before: ${LOST}`);
    expect(await tuesday.ask("ann", "The printer blinks red, what now?")).toMatch(/^When the printer/);
    expect(await tuesday.ask("bob", "My parcel is not here")).toBe(LOST);
    expect((await tuesday.remembered("ann", "parcel")).filter((text) => text.includes(LOST))).toHaveLength(2);
    expect(await tuesday.remembered("cid", "parcel")).toEqual([]);
    await tuesday.close();
  });

  it("shows no card number to a model, and stores none", async () => {
    const model = offlineDesk();
    const desk = await openDesk({ model, file });
    await desk.ask("ann", "When is my refund on card 4111 1111 1111 1111 there?");
    const [memory = ""] = await desk.remembered("ann", "refund");
    await desk.close();
    expect(memory).toContain("on card [CARD] there?");
    expect(JSON.stringify(model.requests)).not.toContain("4111");
  });

  it("does not begin without a question", async () => {
    const desk = await openDesk({ model: offlineDesk(), file });
    await expect(desk.ask("ann", " ")).rejects.toMatchObject({ code: "hook_aborted", source: "desk-check" });
    await desk.close();
  });

  it("runs as a program, and remembers in the file that it is given", async () => {
    const args = ["Where is my parcel?", "--customer", "bea", "--memory", file];
    const first = await runMain("support-desk", args);
    expect(first).toEqual({ code: 0, said: `bea: Where is my parcel?\ndesk: ${LOST}\n` });
    expect(await runMain("support-desk", args)).toMatchObject({
      code: 0,
      said: expect.stringContaining("As we wrote before"),
    });
  }, 60_000);
});
