import { describe, expect, it } from "@jest/globals";
import "@boathook/testing/reset";

import type { LifecycleContext, LifecycleHandler } from "@boathook/lifecycle-hooks";
import { inspect } from "node:util";
import { Abort, Continue, ContinueWith, keepLog, makeRegistry, registerAll, shown } from "./support.ts";

describe("contributed data", () => {
  it("is merged in hook order, not in time order; nested values are replaced", async () => {
    const { registry } = makeRegistry();
    registerAll(registry, {
      slow: {
        mode: "parallel",
        handler: async () => {
          await new Promise((resolve) => setTimeout(resolve, 5));
          return ContinueWith({ a: "slow", list: [1, 2], only: true });
        },
      },
      fast: { mode: "parallel", handler: () => ContinueWith({ a: "fast", list: [3] }) },
    });
    const outcome = await registry.publish("pre_turn");
    expect([outcome.data, outcome.contributions]).toEqual([
      { a: "fast", list: [3], only: true },
      [
        { hook: "slow", data: { a: "slow", list: [1, 2], only: true } },
        { hook: "fast", data: { a: "fast", list: [3] } },
      ],
    ]);
  });

  it("keeps what is no object among the contributions only, and drops keys that would change the object", async () => {
    const { registry } = makeRegistry();
    registerAll(registry, {
      text: () => ContinueWith("text"),
      list: () => ContinueWith([1]),
      bad: () => ContinueWith(JSON.parse('{"__proto__":{"x":1},"constructor":1,"prototype":2,"ok":3}')),
    });
    const { data, contributions } = await registry.publish("pre_turn");
    expect([data, Object.keys(data), contributions.map((each) => each.hook)]).toEqual([
      { ok: 3 },
      ["ok"],
      ["text", "list", "bad"],
    ]);
    expect((data as { x?: unknown }).x).toBeUndefined();
  });

  it("is what later batches see as upstream, and one parallel batch sees the state at its beginning", async () => {
    const { registry } = makeRegistry();
    const seen: unknown[] = [];
    const look: LifecycleHandler = (ctx) => {
      seen.push(ctx.upstream);
      return ContinueWith({ [`k${seen.length}`]: seen.length });
    };
    registerAll(registry, {
      one: look,
      two: { mode: "parallel", handler: look },
      three: { mode: "parallel", handler: look },
      four: look,
    });
    await registry.publish("pre_turn");
    expect(seen).toEqual([{}, { k1: 1 }, { k1: 1 }, { k1: 1, k2: 2, k3: 3 }]);
    expect(seen.every(Object.isFrozen)).toBe(true);
  });

  it("replaces rewritable payload keys for later batches and for the host, and no others", async () => {
    const { registry } = makeRegistry();
    const seen: unknown[] = [];
    registerAll(
      registry,
      {
        mask: () => ContinueWith({ content: "my *** word", kind: "other", note: 1 }),
        look: ({ payload }) => void seen.push(payload),
      },
      "pre_memory_store",
    );
    const payload = { content: "my secret word", metadata: {}, kind: "entity" };
    const outcome = await registry.publish("pre_memory_store", { payload });
    const expected = { content: "my *** word", metadata: {}, kind: "entity" };
    expect([seen, outcome.payload, outcome.data]).toEqual([
      [expected],
      expected,
      { content: "my *** word", kind: "other", note: 1 },
    ]);
    expect(payload.content).toBe("my secret word");
  });

  it("refuses a replacement that cannot stand in the payload", async () => {
    const { registry } = makeRegistry();
    registerAll(registry, { bad: () => ContinueWith({ arguments: "rm -rf", note: 1 }) }, "pre_tool_call");
    const payload = { tool_name: "shell", tool_call_id: "1", arguments: { command: "ls" } };
    const outcome = await registry.publish("pre_tool_call", { payload });
    expect([shown(outcome).problems, outcome.payload, outcome.data]).toEqual([
      ["bad: invalid_rewrite"],
      payload,
      { note: 1 },
    ]);
  });
});

describe("the context", () => {
  const runtime = { authToken: "tok-12345", appHandle: { open: true }, cloudApiBase: "https://cloud.example" };

  async function contextOf(options: object): Promise<LifecycleContext> {
    const { registry } = makeRegistry();
    const seen: LifecycleContext[] = [];
    registerAll(registry, { look: (ctx) => void seen.push(ctx) });
    await registry.publish("pre_turn", options);
    const [context] = seen;
    if (context === undefined) throw new Error("the hook was not called");
    return context;
  }

  it("is the documented JSON, without what is not there and without the secrets", async () => {
    const payload = { turn: { text: "hi" } };
    const full = await contextOf({ agentId: "a", conversationId: "c", runId: "r", query: "hi", payload, runtime });
    const bare = await contextOf({ runtime });
    const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect([JSON.parse(JSON.stringify(full)), JSON.parse(JSON.stringify(bare))]).toEqual([
      { event: "pre_turn", agent_id: "a", conversation_id: "c", run_id: "r", query: "hi", timestamp, payload },
      { event: "pre_turn", timestamp, payload: {} },
    ]);
    expect([full.runtime.authToken, full.runtime.appHandle, full.runtime.cloudApiBase]).toEqual(Object.values(runtime));
    for (const form of [
      inspect(full, { depth: 9, showHidden: true }),
      { ...full },
      inspect(full.runtime),
      { ...full.runtime },
    ])
      expect(JSON.stringify(form)).not.toMatch(/tok-12345|cloud\.example|authToken/);
  });

  it("keeps the secrets out of errors, problems and log lines", async () => {
    const { registry, logger } = makeRegistry();
    registerAll(registry, {
      throws: () => Promise.reject(new Error("401 for tok-12345")),
      stops: () => Abort(new Error("https://cloud.example says no")),
    });
    const { problems, error, reason } = await registry.publish("pre_turn", { runtime });
    expect([problems[0]?.message, error?.message, reason]).toEqual([
      "401 for [REDACTED]",
      "[REDACTED] says no",
      "[REDACTED] says no",
    ]);
    expect(inspect([logger.lines, error], { depth: 9 })).not.toMatch(/tok-12345|cloud\.example/);
  });

  it("cannot be written to, at any depth, and stays the host's own object outside", async () => {
    const turn = { text: "hi", tags: ["a"] };
    const ctx = await contextOf({ payload: { turn } });
    const seen = ctx.payload as { turn: typeof turn };
    expect(() => {
      seen.turn.tags.push("b");
    }).toThrow(TypeError);
    expect(() => {
      (ctx as { event: string }).event = "other";
    }).toThrow(TypeError);
    turn.tags.push("c");
    expect([seen.turn.tags, turn.tags]).toEqual([["a"], ["a", "c"]]);
  });

  it("carries payloads that are circular, 10 000 deep, or hold live objects", async () => {
    const { registry } = makeRegistry();
    const live = new Map([["k", () => 1]]);
    const circle: Record<string, unknown> = { live };
    circle["self"] = circle;
    let deep: unknown = "end";
    for (let i = 0; i < 10_000; i += 1) deep = { deep };
    const seen: Record<string, unknown>[] = [];
    registerAll(registry, { look: ({ payload }) => void seen.push(payload) });
    const outcome = await registry.publish("pre_turn", { payload: { turn: {}, circle, deep } });
    const copy = seen[0]?.["circle"] as typeof circle;
    expect([copy["self"] === copy, copy === circle, copy["live"] === live, shown(outcome).ran]).toEqual([
      true,
      false,
      true,
      ["look"],
    ]);
  });

  it("survives a logger that throws", async () => {
    const logger = { ...keepLog(), warn: () => Promise.reject(new Error("never read")) as never };
    logger.warn = () => {
      throw new Error("disk full");
    };
    const { registry } = makeRegistry({ logger });
    registerAll(registry, { throws: () => Promise.reject(new Error("down")), after: () => Continue });
    expect(shown(await registry.publish("pre_turn")).ran).toEqual(["throws", "after"]);
  });
});
