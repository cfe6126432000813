import { describe, expect, it } from "@jest/globals";
import { HookConfigRejectedEvent } from "@boathook/hooks";
import { recordEvents } from "@boathook/testing";
import "@boathook/testing/reset";
import { z } from "zod";

import { defineAction, HookResult, type LifecycleRegistry } from "@boathook/lifecycle-hooks";
import { makeRegistry, shown } from "./support.ts";

const log = { id: "custom:log", event: "post_turn", enabled: true, action: "log" };
const filter = (config: object, rest: object = {}) => ({
  id: "custom:filter",
  event: "pre_memory_store",
  enabled: true,
  action: "filter",
  config,
  ...rest,
});
const profile = (...hooks: unknown[]) => ({ id: "agent-1", name: "A", hooks });

describe("loading a profile", () => {
  it("registers its hooks for its agent, with the documented defaults", () => {
    const { registry, logger } = makeRegistry();
    const entries = [
      { id: "a", event: "post_turn", action: "log" },
      { id: "b", event: "pre_turn", action: "log", priority: 5, enabled: true, mode: "parallel", timeout_seconds: 1.5 },
    ];
    expect(registry.loadProfile(profile(...entries))).toEqual({
      agentId: "agent-1",
      registered: 2,
      enabled: 1,
      faults: [],
    });
    const common = { source: "config:agent-1", agentId: "agent-1", toggled: false };
    expect(registry.list()).toEqual([
      { ...common, id: "b", event: "pre_turn", priority: 5, mode: "parallel", enabled: true, timeoutMs: 1500 },
      { ...common, id: "a", event: "post_turn", priority: 50, mode: "sequential", enabled: false, timeoutMs: 30_000 },
    ]);
    expect(logger.lines).toEqual([
      { level: "info", data: { agentId: "agent-1" }, message: "1 of 2 hooks of the profile are enabled" },
    ]);
  });

  it("is for every agent where the registry was made so", async () => {
    const { registry } = makeRegistry({ configScope: "global" });
    registry.loadProfile(profile(log));
    expect((await registry.publish("post_turn", { agentId: "other" })).ran).toEqual(["custom:log"]);
  });

  it.each<[string, unknown, RegExp]>([
    ["an unknown event", { ...log, event: "PreTurn" }, /unknown event "PreTurn" \(did you mean "pre_turn"\?\)/],
    ["an event that is no text", { ...log, event: 7 }, /event: expected the name of an event, got number/],
    ["an unknown action", { ...log, action: "fliter" }, /unknown action "fliter" \(did you mean "filter"\?\)/],
    ["no action", { id: "a", event: "pre_turn" }, /action: /],
    ["no id", { event: "pre_turn", action: "log" }, /id: /],
    ["the id of a builtin", { ...log, id: "builtin:knowledge_retrieval" }, /reserved/],
    ["a text as priority", { ...log, priority: "10" }, /priority: .*number/],
    ["a text as switch", { ...log, enabled: "true" }, /enabled: /],
    ["another mode", { ...log, mode: "both" }, /mode: /],
    ["a time limit below zero", { ...log, timeout_seconds: -1 }, /timeout_seconds: /],
    ["a config that is a list", { ...log, config: [] }, /config: /],
    ["a level that is none", { ...log, config: { level: "error" } }, /config\.level: /],
    ["an unknown key of its config", { ...log, config: { levl: "info" } }, /config\.levl: unknown option/],
    ["an empty pattern", filter({ patterns: ["a", ""] }), /config\.patterns\.1: an empty pattern/],
    ["a pattern that is no text", filter({ patterns: [7] }), /config\.patterns\.0: /],
    ["no patterns", filter({ patterns: [] }), /config\.patterns: needs at least one/],
    ["a list of patterns that is missing", filter({}), /config\.patterns: /],
    ["a text instead of an entry", "log everything", /expected object/],
    ["null", null, /expected object/],
  ])("refuses an entry with %s, and takes the others", (_name, entry, message) => {
    const { registry, logger } = makeRegistry();
    const events = recordEvents();
    const report = registry.loadProfile(profile(log, entry, { ...log, id: "after" }));
    events.stop();
    expect([report.registered, report.faults]).toEqual([
      2,
      [{ path: "hooks.1", message: expect.stringMatching(message) }],
    ]);
    expect(events.of(HookConfigRejectedEvent).map(({ faults }) => faults)).toEqual([report.faults]);
    expect(logger.lines.filter(({ level }) => level === "warn")).toEqual([
      {
        level: "warn",
        data: { agentId: "agent-1", fault: expect.stringMatching(/^hooks\.1: /) },
        message: "a hook of a profile was refused",
      },
    ]);
  });

  it.each<[string, unknown]>([
    ["no id", { hooks: [] }],
    ["no list of hooks", { id: "a", hooks: {} }],
    ["nothing in it", undefined],
    ["a text instead", "{}"],
  ])("refuses a profile with %s", (_name, given) => {
    const { registry } = makeRegistry();
    expect(() => registry.loadProfile(given)).toThrow(/Invalid agent profile/);
  });

  it("warns of ids that stand twice, the later one wins; tells of unknown keys on the side", () => {
    const { registry, logger } = makeRegistry();
    registry.loadProfile(profile({ ...log, priority: 1 }, { ...log, priority: 2, colour: "red" }));
    expect(registry.list().map(({ priority }) => priority)).toEqual([2]);
    expect(logger.lines.map(({ level, message }) => `${level}: ${String(message)}`)).toEqual([
      "warn: a hook of a profile stands twice in the profile; the later one wins",
      "debug: a hook of a profile has unknown keys: colour",
      "info: 1 of 1 hooks of the profile are enabled",
    ]);
  });

  it("again swaps all of the agent's hooks at once, and switches still count; removing leaves the others", () => {
    const { registry } = makeRegistry();
    const ids = () => registry.list().map(({ id, enabled }) => `${id} ${String(enabled)}`);
    registry.register({ id: "mine", event: "pre_turn", scope: "agent-1", handler: () => undefined });
    registry.loadProfile(profile(log, { ...log, id: "old" }));
    registry.toggle({ event: "post_turn", id: "custom:log", enabled: false });
    registry.reload(profile(log, { ...log, id: "new" }));
    expect(ids()).toEqual(["mine true", "custom:log false", "new true"]);
    expect([registry.removeProfile("agent-1"), ids()]).toEqual([2, ["mine true"]]);
  });

  it("knows actions of the user's own, whose config has a schema", async () => {
    const { registry } = makeRegistry();
    registry.registerAction(
      defineAction({
        name: "tag",
        config: z.strictObject({ tag: z.string() }),
        handler:
          ({ tag }, { hook, agentId }) =>
          () =>
            HookResult.ContinueWith({ tags: [tag, hook, agentId] }),
      }),
    );
    const entry = { id: "t", event: "pre_turn", enabled: true, action: "tag", config: { tag: "x" } };
    registry.loadProfile(profile(entry, { ...entry, id: "bad", config: {} }));
    const outcome = await registry.publish("pre_turn", { agentId: "agent-1" });
    expect([outcome.data, outcome.ran]).toEqual([{ tags: ["x", "t", "agent-1"] }, ["t"]]);
  });
});

describe("the action log", () => {
  async function line(
    config: object,
  ): Promise<{ level: string; data: unknown; message: string | undefined } | undefined> {
    const { registry, logger } = makeRegistry();
    registry.loadProfile(profile({ ...log, config }));
    await registry.publish("post_turn", {
      agentId: "agent-1",
      conversationId: "c",
      runId: "r",
      payload: { turn: { text: "my token tok-123456" }, status: "ok", password: "hunter2" },
      runtime: { authToken: "tok-123456" },
    });
    return logger.lines.at(-1);
  }

  it("writes who, when and which keys at the level debug", async () => {
    expect(await line({})).toEqual({
      level: "debug",
      data: {
        event: "post_turn",
        hook: "custom:log",
        agentId: "agent-1",
        conversationId: "c",
        runId: "r",
        timestamp: expect.stringMatching(/Z$/),
        payloadKeys: ["turn", "status", "password"],
        payloadSize: expect.any(Number),
      },
      message: "lifecycle event post_turn",
    });
  });

  it.each(["debug", "info", "warn"])("writes at the level %s", async (level) => {
    expect((await line({ level }))?.level).toBe(level);
  });

  it("writes the values when asked to, without secrets", async () => {
    const { payload } = (await line({ include_payload: true }))?.data as { payload: unknown };
    expect(payload).toEqual({ turn: { text: "my token [REDACTED]" }, status: "ok", password: "[REDACTED]" });
  });
});

describe("the action filter", () => {
  const publish = (registry: LifecycleRegistry, payload: object) =>
    registry.publish("pre_memory_store", { agentId: "agent-1", payload: payload as never });

  async function reasonFor(config: object, payload: object): Promise<string | undefined> {
    const { registry } = makeRegistry();
    registry.loadProfile(profile(filter(config)));
    const outcome = await publish(registry, payload);
    return outcome.status === "skipped" ? outcome.reason : outcome.status;
  }

  it.each<[string, string[], object, string]>([
    ["a value", ["password"], { content: "my password is x" }, 'pattern 0 matches the value at "content"'],
    ["letters of any case", ["PassWord"], { content: "PASSWORD" }, 'pattern 0 matches the value at "content"'],
    ["a key", ["x", "api_key"], { metadata: { API_KEY: 1 } }, 'pattern 1 matches a key in "metadata"'],
    [
      "a nested value",
      ["secret"],
      { metadata: { a: [1, { b: "top secret" }] } },
      'pattern 0 matches the value at "metadata.a.1.b"',
    ],
    ["a number as text", ["4711"], { metadata: { pin: 47_110 } }, 'pattern 0 matches the value at "metadata.pin"'],
    ["true as text", ["true"], { metadata: { ok: true } }, 'pattern 0 matches the value at "metadata.ok"'],
    ["a decoded value", ['say "no"'], { content: 'I say "no"' }, 'pattern 0 matches the value at "content"'],
    ["another form of the same letters", ["é"], { content: "cafe\u0301" }, 'pattern 0 matches the value at "content"'],
    ["ß as SS", ["STRASSE"], { content: "straße" }, 'pattern 0 matches the value at "content"'],
    [
      "a key of a map",
      ["secret"],
      { metadata: { m: new Map([["secret", 1]]) } },
      'pattern 0 matches a key in "metadata.m"',
    ],
    ["nothing across two values", ["ab"], { content: "a", kind: "b" }, "completed"],
    ["no regular expression", ["p.ss"], { content: "pass" }, "completed"],
    ["no place in a list", ["1"], { metadata: { list: ["a", "b"] } }, "completed"],
  ])("finds %s", async (_name, patterns, payload, expected) => {
    expect(await reasonFor({ patterns }, payload)).toBe(expected);
  });

  it("tells letters apart when asked to, and looks at the payload only", async () => {
    expect(await reasonFor({ patterns: ["Secret"], case_sensitive: true }, { content: "secret" })).toBe("completed");
    const { registry } = makeRegistry();
    registry.loadProfile(profile(filter({ patterns: ["hidden"] })));
    const outcome = await registry.publish("pre_memory_store", {
      agentId: "agent-1",
      query: "hidden",
      conversationId: "hidden",
    });
    expect(outcome.status).toBe("completed");
  });

  it("does not let through what it cannot look through: too deep, too large; a circle is no matter", async () => {
    let deep: object = {};
    for (let i = 0; i < 1000; i += 1) deep = { deep };
    const circle: Record<string, unknown> = { a: 1 };
    circle["self"] = circle;
    const large = Array.from({ length: 100_001 }, () => 1);
    const reasons = [];
    for (const metadata of [{ deep }, { large }, { circle }])
      reasons.push(await reasonFor({ patterns: ["x-ray"] }, { metadata }));
    expect(reasons).toEqual([
      "the payload is nested deeper than 64 levels",
      "the payload has more than 100000 parts",
      "completed",
    ]);
  });

  it("sees what an earlier hook has masked", async () => {
    const { registry } = makeRegistry();
    registry.loadProfile(profile(filter({ patterns: ["secret"] })));
    const mask = () => HookResult.ContinueWith({ content: "***" });
    registry.register({ id: "mask", event: "pre_memory_store", priority: 1, handler: mask });
    const outcome = await publish(registry, { content: "secret" });
    expect([shown(outcome).status, outcome.payload["content"]]).toEqual(["completed", "***"]);
  });
});
