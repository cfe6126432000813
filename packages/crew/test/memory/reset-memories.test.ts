import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { describe, expect, it } from "@jest/globals";
import { Knowledge, MemoryService } from "@boathook/memory";
import { recordEvents } from "@boathook/testing";

import { createRuntime, serviceToken } from "../../src/index.ts";
import { newAgent, newCrew, newMemory } from "./support.ts";

describe("resetMemories", () => {
  it("empties what the crew and its agents remember, whatever the inputs were, and nothing of others", async () => {
    const memory = newMemory();
    const runtime = createRuntime();
    runtime.rebind(serviceToken(MemoryService), memory);
    const own = newAgent(["a", "b"], { role: "Clerk for {town}", memory: true });
    const shared = newAgent(["c"]);
    const mine = newCrew(own.agent, "Ask about {town}", { runtime });
    const other = newCrew(shared.agent, "Ask", { runtime, name: "other", memory: true });
    await mine.kickoff({ town: "Ghent" });
    await mine.kickoff({ town: "Bruges" });
    await other.kickoff();
    expect(await memory.count({ scope: "/agent" })).toBe(2);
    await mine.resetMemories("memory");
    expect(await memory.count()).toBe(1);
    await other.resetMemories("all");
    expect(await memory.count()).toBe(0);
    await runtime.close();
  });

  it("empties indexes of documents, which are read again", async () => {
    const own = new Knowledge({ sources: ["tides"], name: "own" });
    const shared = new Knowledge({ sources: ["moons"], name: "shared" });
    const crew = newCrew(newAgent([], { knowledge: own }).agent, "x", { knowledge: shared });
    await Promise.all([own.sync(), shared.sync()]);
    await crew.resetMemories("knowledge");
    expect(await own.sync()).toMatchObject({ indexed: [] });
    expect(await shared.sync()).toMatchObject({ indexed: ["text 1"] });
    await crew.resetMemories("agent_knowledge");
    expect(await own.sync()).toMatchObject({ indexed: ["text 1"] });
    await Promise.all([own.close(), shared.close()]);
  });

  it("empties stored outputs", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "boathook-outputs-"));
    const crew = newCrew(newAgent(["a", "b"]).agent, "x", { outputs: folder });
    await crew.kickoff();
    await crew.resetMemories("kickoff_outputs");
    await expect(crew.replay("task_1")).rejects.toMatchObject({ code: "unknown_run" });
    await rm(folder, { recursive: true });
  });

  it("refuses another word, and does nothing where there is nothing", async () => {
    const crew = newCrew(newAgent([]).agent, "x");
    await expect(crew.resetMemories("everything" as never)).rejects.toMatchObject({ code: "invalid_configuration" });
    const events = recordEvents(crew.events);
    await crew.resetMemories("all");
    events.stop();
    expect(events.types()).toEqual([]);
  });
});
