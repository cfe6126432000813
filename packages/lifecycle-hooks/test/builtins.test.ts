import { describe, expect, it } from "@jest/globals";
import { createRuntime } from "@boathook/crew";
import { childFrame, RUNTIME, runInFrame } from "@boathook/kernel";
import { Knowledge, Memory } from "@boathook/memory";
import "@boathook/testing/reset";

import { lifecycleHooks, registerBuiltinHooks, turnMemories } from "@boathook/lifecycle-hooks";
import { Abort, ContinueWith, makeRegistry, Skip } from "./support.ts";

const turnOf = (text: string, response = "ok") => ({ payload: { turn: { text }, response } });

describe("the builtins", () => {
  it("are the two of the document", () => {
    const { registry } = makeRegistry();
    registerBuiltinHooks(registry);
    expect(
      registry
        .list()
        .map(({ id, event, priority, mode, timeoutMs, source, enabled }) => [
          id,
          event,
          priority,
          mode,
          timeoutMs,
          source,
          enabled,
        ]),
    ).toEqual([
      ["builtin:knowledge_retrieval", "pre_turn", 10, "parallel", 30_000, "builtin", true],
      ["builtin:process_turn_memories", "turn_complete", 10, "sequential", 60_000, "builtin", true],
    ]);
  });

  it("contribute the pieces of knowledge that fit the user's words, the agent's own", async () => {
    const { registry } = makeRegistry();
    const knowledge = new Knowledge({ sources: [{ name: "almanac", text: "Tides turn twice a day." }] });
    registerBuiltinHooks(registry, { knowledge: (agentId) => (agentId === "a" ? knowledge : undefined) });
    const data = async (agentId: string, text: string) =>
      (await registry.publish("pre_turn", { agentId, payload: { turn: { text } } })).data;
    expect([
      await data("a", "when do tides turn?"),
      await data("a", "  "),
      await data("b", "tides"),
      await data("a", "volcano"),
    ]).toEqual([
      { knowledge: [expect.objectContaining({ text: "Tides turn twice a day.", source: "almanac" })] },
      {},
      {},
      {},
    ]);
    await knowledge.close();
  });

  it("keep what a finished turn says, once each passed pre_memory_store", async () => {
    const { registry } = makeRegistry();
    const memory = new Memory({ file: ":memory:" });
    const extract = ({ question }: { question: string }) => question.split(". ").map((text) => ({ text }));
    registerBuiltinHooks(registry, { memory: turnMemories(memory, { extract }) });
    const seen: unknown[] = [];
    registry.register({
      id: "judge",
      event: "pre_memory_store",
      handler: ({ payload, agentId, conversationId }) => {
        seen.push([agentId, conversationId, payload.content]);
        if (payload.content?.includes("secret")) return Skip();
        if (payload.content?.includes("never")) return Abort("no");
        return payload.content?.includes("mask") ? ContinueWith({ content: "masked" }) : undefined;
      },
    });
    registry.publishDetached("turn_complete", {
      agentId: "a",
      conversationId: "c",
      ...turnOf("I like tea. my secret. never this. mask me"),
    });
    await registry.idle();
    const kept = (await memory.recall("tea masked secret never", { scope: "/agent/a" })).map(({ text }) => text).sort();
    expect([kept, seen]).toEqual([
      ["I like tea", "masked"],
      ["I like tea", "my secret", "never this", "mask me"].map((text) => ["a", "c", text]),
    ]);
    await memory.close();
  });

  it("keep the whole turn by default, and nothing without words of the user", async () => {
    const { registry } = makeRegistry();
    const memory = new Memory({ file: ":memory:" });
    registerBuiltinHooks(registry, { memory: turnMemories(memory) });
    registry.publishDetached("turn_complete", turnOf("I moved to Oslo", "Noted."));
    registry.publishDetached("turn_complete", turnOf("", "Hello?"));
    await registry.idle();
    expect((await memory.recall("Oslo Hello")).map(({ text }) => text)).toEqual([
      "User: I moved to Oslo\nAssistant: Noted.",
    ]);
    await memory.close();
  });

  it("ask pre_memory_store once also on a runtime that has the registry", async () => {
    const { registry } = makeRegistry();
    const runtime = createRuntime({ use: [lifecycleHooks(registry)] });
    const memory = new Memory({ file: ":memory:" });
    registerBuiltinHooks(registry, { memory: turnMemories(memory) });
    let asked = 0;
    registry.register({ id: "count", event: "pre_memory_store", handler: () => void (asked += 1) });
    const { services, channel: _channel, ...slots } = runtime[RUNTIME];
    await runInFrame(childFrame({ ...slots, services, runtime }), async () => {
      await registry.publish("turn_complete", turnOf("remember me"));
      await memory.remember("by hand");
    });
    expect([asked, await memory.count()]).toEqual([2, 2]);
    await runtime.close();
    await memory.close();
  });

  it("refuse wrong parts", () => {
    const { registry } = makeRegistry();
    expect(() => {
      registerBuiltinHooks(registry, { knowledge: {}, memory: 7, limit: 0 } as never);
    }).toThrow(/3 faults/);
  });
});
