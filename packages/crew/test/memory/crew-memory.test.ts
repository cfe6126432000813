import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterEach, describe, expect, it } from "@jest/globals";
import { Flow, Start } from "@boathook/flow";
import { clearAllHooks, HookAborted, on } from "@boathook/hooks";
import { Memory, MemoryService, type EmbeddingModelLike } from "@boathook/memory";
import { OfflineModel } from "@boathook/models";
import { callTool, recordEvents } from "@boathook/testing";

import { Agent, createRuntime, Crew, serviceToken, Task } from "../../src/index.ts";
import { asked, newAgent, newCrew, newMemory } from "./support.ts";

afterEach(() => {
  clearAllHooks();
});

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

describe("a crew with a memory", () => {
  it("saves what a task gave and shows it to later runs, before the model and its hooks", async () => {
    const memory = newMemory();
    const first = newAgent(["Refunds take five days."]);
    await newCrew(first.agent, "How long do refunds take?", { memory }).kickoff();
    expect(asked(first.llm)).not.toContain("remembered");
    const seen: string[] = [];
    on("pre_model_call", (ctx) => void seen.push(JSON.stringify(ctx.messages)));
    const second = newAgent(["Five days."]);
    await newCrew(second.agent, "A customer asks about refunds", { memory }).kickoff();
    const note =
      "What is remembered of earlier work:\\n- Task: How long do refunds take?\\nResult: Refunds take five days.";
    expect(asked(second.llm)).toContain(note);
    expect(seen[0]).toContain(note);
    expect((await memory.recall("refunds", { limit: 1, scope: "/crew/desk/agent/Clerk" }))[0]).toMatchObject({
      kind: "long_term",
      metadata: { task: expect.any(String), agent: "Clerk" },
    });
    const unrelated = newAgent(["Done."]);
    await newCrew(unrelated.agent, "Water the plants", { memory }).kickoff();
    expect(asked(unrelated.llm)).not.toContain("remembered");
    const other = newAgent(["Done."]);
    await newCrew(other.agent, "A customer asks about refunds", { memory, name: "other" }).kickoff();
    expect(asked(other.llm)).not.toContain("remembered");
  });

  it("tells the story in events: recalled before the model is asked, saved before the crew is done", async () => {
    const memory = newMemory();
    const { agent } = newAgent(["Five days."]);
    const crew = newCrew(agent, "How long do refunds take?", { memory });
    const events = recordEvents(crew.events);
    await crew.kickoff();
    events.stop();
    expect(events.types()).toEqual([
      ...["crew_kickoff_started", "task_started"],
      ...["memory_retrieval_started", "memory_query_started", "memory_query_completed", "memory_retrieval_completed"],
      ...["agent_execution_started", "llm_call_started", "llm_call_completed", "agent_execution_completed"],
      ...["task_completed", "memory_save_started", "memory_save_completed", "crew_kickoff_completed"],
    ]);
    expect(events.events.find((event) => event.type === "memory_save_started")).toMatchObject({
      taskName: "How long do refunds take?",
      agentRole: "Clerk",
      crewName: "desk",
    });
  });

  it("tells a task nothing twice: what an earlier one gave is its context", async () => {
    const memory = newMemory();
    const { agent, llm } = newAgent(["Tides turn twice.", "Done."]);
    const of = (description: string): Task => new Task({ description, expectedOutput: "e", agent });
    await new Crew({ tasks: [of("Explain the tides"), of("Explain the tides in verse")], memory }).kickoff();
    expect(asked(llm, 1).split("Tides turn twice.")).toHaveLength(2);
    expect(asked(llm, 1)).toContain("Context from earlier tasks");
  });

  it("lets an agent's own memory come first, the same in every crew, and false is none", async () => {
    const own = newMemory();
    const shared = newMemory();
    await own.remember("Refunds: ask Ann", { scope: "/agent/Clerk" });
    await shared.remember("Refunds: ask Ben", { scope: "/crew/desk" });
    const withOwn = newAgent(["ok"], { memory: own });
    await newCrew(withOwn.agent, "Who knows of refunds?", { memory: shared }).kickoff();
    expect(asked(withOwn.llm)).toContain("ask Ann");
    expect(asked(withOwn.llm)).not.toContain("ask Ben");
    expect(await own.count({ scope: "/agent/Clerk" })).toBe(2);
    expect(await shared.count()).toBe(1);
    const without = newAgent(["ok"], { memory: false });
    await newCrew(without.agent, "Who knows of refunds?", { memory: shared }).kickoff();
    expect(asked(without.llm)).not.toContain("remembered");
    expect(await shared.count()).toBe(1);
  });

  it("keeps users apart: what a run for one gave is shown to that one only, also inside of a flow", async () => {
    const memory = newMemory();
    await memory.remember("Ann: refunds go to her old account", { scope: "/user/ann" });
    const run = async (userId: string | undefined, reply: string): Promise<string> => {
      const { agent, llm } = newAgent([reply]);
      const crew = newCrew(agent, "Where do refunds go?", { memory });
      class Desk extends Flow {
        @Start() answer(): Promise<unknown> {
          return crew.kickoff();
        }
      }
      await new Desk().kickoff({}, userId === undefined ? {} : { metadata: { userId } });
      return asked(llm);
    };
    expect(await run("ann", "To account one.")).toContain("old account");
    expect(await run("ben", "To account two.")).not.toContain("account");
    expect(await run(undefined, "To the account on file.")).not.toContain("account");
    const ann = await run("ann", "Again.");
    expect(ann).toContain("account one");
    expect(ann).toContain("account on file");
    expect(ann).not.toContain("account two");
    expect(await memory.count({ user: "ben" })).toBe(1);
  });

  it("gives tools that save and search in the same place", async () => {
    const memory = newMemory({ tools: true });
    const { agent, llm } = newAgent([
      callTool("save_memory", { text: "Ann prefers tea" }),
      callTool("search_memory", { query: "tea" }),
      "Noted.",
    ]);
    await newCrew(agent, "Note what Ann likes", { memory }).kickoff({}, { metadata: { userId: "u1" } });
    expect(asked(llm, 2)).toContain("- Ann prefers tea");
    expect(await memory.count({ scope: "/crew/desk/agent/Clerk", user: "u1" })).toBe(2);
    const reader = newMemory({ tools: true, readOnly: true });
    const { agent: second, llm: model } = newAgent(["ok"]);
    await newCrew(second, "Note what Ann likes", { memory: reader }).kickoff();
    expect(model.requests[0]?.tools.map((tool) => tool.name)).toEqual(["search_memory"]);
    expect(await reader.count()).toBe(0);
  });

  it("saves what `extract` keeps, nothing of a failed task, and nothing twice", async () => {
    const memory = newMemory({
      extract: ({ result, agentRole }) => [
        { text: `${agentRole} said ${result}`, kind: "entity", importance: 1 },
        { text: "a detail", kind: "short_term" },
      ],
    });
    const { agent } = newAgent(["yes", "yes"]);
    const crew = newCrew(agent, "Agree", { memory });
    await crew.kickoff();
    await crew.kickoff();
    expect(await memory.count({ kinds: ["entity"] })).toBe(1);
    expect(await memory.count()).toBe(2);
    const failing = newCrew(newAgent(["no"]).agent, "Fail", {
      memory,
      taskCallback: () => Promise.reject(new Error("no")),
    });
    await expect(failing.kickoff()).rejects.toThrow("no");
    expect(await memory.count()).toBe(2);
  });

  it("lets the agent's model pick out facts in the background, and keeps the whole where it cannot", async () => {
    const memory = newMemory({ extract: "model" });
    const facts = JSON.stringify({ facts: [{ text: "Ann pays on Fridays", kind: "entity", importance: 0.9 }] });
    const { agent, llm } = newAgent(["Ann pays on Fridays, as ever.", facts]);
    await newCrew(agent, "When does Ann pay?", { memory }).kickoff();
    expect(await memory.recall("Ann")).toMatchObject([
      { text: "Ann pays on Fridays", kind: "entity", importance: 0.9, scope: "/crew/desk/agent/Clerk" },
    ]);
    expect(asked(llm, 1)).toContain("Result:\\nAnn pays on Fridays, as ever.");
    const failing = newAgent(["Ben pays never."]); // and no further reply
    await newCrew(failing.agent, "When does Ben pay?", {
      memory,
      runtime: createRuntime({ logger: silent }),
    }).kickoff();
    expect((await memory.recall("Ben"))[0]?.text).toBe("Task: When does Ben pay?\nResult: Ben pays never.");
  });

  it("goes on without what it cannot recall or save: a failure, a hook's abort, an extraction that is wrong", async () => {
    const warnings: unknown[] = [];
    const add = (_data: unknown, message?: string): void => void warnings.push(message);
    const runtime = createRuntime({ logger: { debug: add, info: add, warn: add, error: add } });
    const gone = new Memory({ file: path.join(tmpdir(), "no", "such", "folder.db"), createFile: false, tools: false });
    const one = newAgent(["fine"]);
    const output = await newCrew(one.agent, "Try", { memory: gone, runtime }).kickoff();
    expect(output.raw).toBe("fine");
    const memory = newMemory({ extract: () => "wrong" as never });
    await memory.remember("Try harder");
    on("memory_inject", () => {
      throw new HookAborted("no memories here", "policy");
    });
    const { agent, llm } = newAgent(["fine"]);
    const crew = newCrew(agent, "Try harder", { memory: memory, runtime });
    const events = recordEvents(crew.events);
    await crew.kickoff();
    events.stop();
    expect(asked(llm)).not.toContain("remembered");
    expect(events.types()).toContain("memory_retrieval_failed");
    expect(warnings).toEqual([
      "a task goes on without memories or knowledge that it could have had",
      "a memory to be saved failed in the background",
      "a task goes on without memories or knowledge that it could have had",
      "a memory to be saved failed in the background",
    ]);
    await runtime.close();
  });

  it("has saved everything when kickoff settles, also when it was cancelled meanwhile", async () => {
    let answer = (): void => undefined;
    const slow: EmbeddingModelLike = {
      specificationVersion: "v3",
      provider: "p",
      modelId: "m",
      maxEmbeddingsPerCall: 1,
      doEmbed: ({ values }: { values: string[] }) =>
        values[0]?.startsWith("Task:") === true
          ? new Promise((resolve) => {
              answer = () => {
                resolve({ embeddings: [[1]] });
              };
            })
          : Promise.resolve({ embeddings: [[1]] }),
    };
    const memory = newMemory({ embedder: slow });
    const crew = newCrew(newAgent(["one"]).agent, "Count", { memory });
    let isDone = false;
    const running = crew.kickoff().then(() => {
      isDone = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(isDone).toBe(false);
    answer();
    await running;
    expect(await memory.count()).toBe(1);
    const controller = new AbortController();
    const cancelled = newCrew(newAgent(["two"]).agent, "Count on", { memory }).kickoff(
      {},
      { signal: controller.signal },
    );
    setTimeout(() => {
      controller.abort();
    }, 50);
    await cancelled.catch(() => undefined);
    expect(await memory.count()).toBe(2);
  });

  it("keeps everything of many kickoffs at once, each for its user", async () => {
    const memory = newMemory();
    const { agent } = newAgent(Array.from({ length: 40 }, () => "Seen."));
    const crew = new Crew({
      name: "desk",
      tasks: [new Task({ description: "Look at case {n}", expectedOutput: "a word", agent })],
      memory,
    });
    const runs = Array.from({ length: 40 }, (_, n) => crew.kickoff({ n }, { metadata: { userId: `u${n % 4}` } }));
    await Promise.all(runs);
    expect(await memory.count()).toBe(40);
    expect(await memory.count({ user: "u3" })).toBe(10);
  });

  it("true is the runtime's memory, which can be rebound; by default a file in the working directory", async () => {
    const memory = newMemory();
    const runtime = createRuntime();
    runtime.rebind(serviceToken(MemoryService), memory);
    await newCrew(newAgent(["ok"]).agent, "Remember me", { memory: true, runtime }).kickoff();
    expect(await memory.count()).toBe(1);
    await runtime.close();
    expect(new Memory().store.file).toBe(path.resolve(".boathook/memory.db"));
  });

  it("works offline, by words alone, over two processes' worth of memories", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "boathook-crew-memory-"));
    const agent = new Agent({ role: "Clerk", goal: "Answer", backstory: "Kind", llm: new OfflineModel() });
    for (const description of ["Explain the tides of the Thames", "What do you know of tides?"]) {
      const memory = newMemory({ file: path.join(folder, "memory.db"), tools: true });
      await newCrew(agent, description, { memory }).kickoff();
      await memory.close();
    }
    const memory = newMemory({ file: path.join(folder, "memory.db") });
    expect((await memory.recall("tides", { scope: "/crew/desk" })).length).toBe(2);
    await memory.close();
    await rm(folder, { recursive: true });
  });
});
