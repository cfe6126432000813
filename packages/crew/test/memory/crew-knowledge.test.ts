import { afterEach, describe, expect, it } from "@jest/globals";
import { clearAllHooks, HookAborted, on } from "@boathook/hooks";
import { Knowledge } from "@boathook/memory";
import { callTool, recordEvents } from "@boathook/testing";

import { createRuntime } from "../../src/index.ts";
import { asked, newAgent, newCrew, newMemory } from "./support.ts";

afterEach(() => {
  clearAllHooks();
});

describe("knowledge", () => {
  const knowledgeOf = (text: string, name: string, rest: object = {}): Knowledge =>
    new Knowledge({ sources: [{ text, name }], name, ...rest });

  it("is shown to a task, the agent's first, then the crew's, with its source", async () => {
    const own = knowledgeOf("Refunds above 100 euro need a manager.", "rules");
    const shared = knowledgeOf("Refunds are paid on Fridays.", "calendar");
    const { agent, llm } = newAgent(["ok"], { knowledge: own });
    const crew = newCrew(agent, "Explain refunds", { knowledge: shared });
    const events = recordEvents(crew.events);
    await crew.kickoff();
    events.stop();
    expect(asked(llm)).toContain(
      "From the documents at hand:\\n\\n[rules] Refunds above 100 euro need a manager.\\n\\n[calendar] Refunds are paid on Fridays.",
    );
    expect(events.types().filter((type) => type.startsWith("knowledge"))).toEqual([
      "knowledge_search_query_started",
      ...[
        "knowledge_query_started",
        "knowledge_query_completed",
        "knowledge_query_started",
        "knowledge_query_completed",
      ],
      "knowledge_search_query_completed",
    ]);
  });

  it("that fails costs the task nothing, and its tool is there when asked for", async () => {
    const broken = new Knowledge({ sources: [{ file: "not/there.md" }] });
    const runtime = createRuntime({ logger: { debug: () => 0, info: () => 0, warn: () => 0, error: () => 0 } });
    const one = newAgent(["ok"], { knowledge: broken });
    expect((await newCrew(one.agent, "Explain refunds", { runtime }).kickoff()).raw).toBe("ok");
    const searchable = knowledgeOf("Tides turn twice a day.", "almanac", { tools: true });
    const { agent, llm } = newAgent([callTool("search_knowledge", { query: "tides" }), "ok"]);
    await newCrew(agent, "Sail", { knowledge: searchable }).kickoff();
    expect(asked(llm, 1)).toContain("[almanac] Tides turn twice a day.");
    await runtime.close();
  });

  it("is searched with a query by the agent's model where that is asked for, which hooks see", async () => {
    const knowledge = knowledgeOf("Tides turn twice a day.", "almanac", { rewriteQuery: true });
    const { agent, llm } = newAgent([" tides ", "Twice."], { knowledge });
    const purposes: string[] = [];
    on("pre_model_call", (ctx) => void purposes.push(ctx.purpose));
    await newCrew(agent, "Write down, in verse, how often the sea comes and goes").kickoff();
    expect(purposes).toEqual(["retrieval", "agent"]);
    expect(asked(llm, 1)).toContain("[almanac]");
  });

  it("is not gone round where a hook stops the call for the query: the task ends with the abort", async () => {
    const knowledge = knowledgeOf("Tides turn twice a day.", "almanac", { rewriteQuery: true });
    const { agent, llm } = newAgent(["tides", "Twice."], { knowledge });
    on("pre_model_call", ({ purpose }) => {
      if (purpose === "retrieval") throw new HookAborted("no queries", "policy");
    });
    await expect(newCrew(agent, "Sail").kickoff()).rejects.toMatchObject({
      code: "llm_call_blocked",
      reason: "no queries",
    });
    expect(llm.requests).toEqual([]);
  });

  it("and memory serve an agent that works alone, beside its text or its conversation", async () => {
    const memory = newMemory();
    await memory.remember("Refunds: ask Ann", { scope: "/agent/Clerk" });
    const knowledge = knowledgeOf("Refunds are paid on Fridays.", "calendar");
    const { agent, llm } = newAgent(["a", "b"], { memory, knowledge });
    await agent.kickoff("When are refunds paid?");
    await agent.kickoff([
      { role: "user", content: "Hello" },
      { role: "assistant", content: "Yes?" },
      { role: "user", content: "When are refunds paid?" },
    ]);
    for (const call of [0, 1]) {
      expect(asked(llm, call)).toContain("ask Ann");
      expect(asked(llm, call)).toContain("[calendar]");
    }
    expect(llm.requests[1]?.messages.at(-1)).toMatchObject({ content: "When are refunds paid?" });
    expect(await memory.count()).toBe(1);
  });
});

describe("options", () => {
  it("that are no memory and no knowledge are refused", () => {
    expect(() => newAgent([], { memory: "yes" })).toThrow(/memory: expected true, false, or a Memory/);
    expect(() => newCrew(newAgent([]).agent, "x", { knowledge: {} as never })).toThrow(
      /knowledge: expected a Knowledge/,
    );
  });
});
