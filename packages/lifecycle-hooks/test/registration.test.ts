import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it } from "@jest/globals";
import "@boathook/testing/reset";

import {
  eventClass,
  isDetachedEvent,
  LIFECYCLE_EVENTS,
  LifecycleError,
  LifecycleRegistry,
  rewritableKeys,
  type LifecycleHookOptions,
} from "@boathook/lifecycle-hooks";
import { Continue, makeRegistry, registerAll } from "./support.ts";

const handler = (): undefined => undefined;

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe("the fifteen events", () => {
  it("have their class, way of publishing and rewritable keys", () => {
    expect(
      LIFECYCLE_EVENTS.map((event) => [event, eventClass(event), isDetachedEvent(event), rewritableKeys(event).join()]),
    ).toEqual([
      ["session_start", "start_gate", false, ""],
      ["session_end", "observer", false, ""],
      ["pre_turn", "gate", false, ""],
      ["post_turn", "observer", false, ""],
      ["turn_complete", "observer", true, ""],
      ["pre_tool_call", "gate", false, "arguments"],
      ["post_tool_call", "observer", false, "result"],
      ["pre_memory_inject", "gate", false, "memories"],
      ["post_memory_extract", "data_gate", false, "memories"],
      ["pre_memory_store", "gate", false, "content,metadata"],
      ["evolution_detected", "observer", true, ""],
      ["dream_scheduled", "observer", true, ""],
      ["run_start", "start_gate", false, ""],
      ["run_success", "observer", true, ""],
      ["run_failure", "observer", true, ""],
    ]);
  });
});

describe("register", () => {
  it("fills in the defaults", () => {
    const { registry } = makeRegistry();
    registry.register({ id: "plain", event: "pre_turn", handler });
    registry.register({ id: "llm", event: "pre_turn", handler, llm: true });
    registry.register({
      id: "own",
      event: "pre_turn",
      handler,
      llm: true,
      timeoutMs: 5,
      mode: "parallel",
      priority: -0.5,
      enabled: false,
      scope: "agent-1",
    });
    const common = { event: "pre_turn", source: "custom", toggled: false };
    expect(registry.list()).toEqual([
      { ...common, id: "own", priority: -0.5, mode: "parallel", enabled: false, agentId: "agent-1", timeoutMs: 5 },
      {
        ...common,
        id: "plain",
        priority: 50,
        mode: "sequential",
        enabled: true,
        agentId: undefined,
        timeoutMs: 30_000,
      },
      { ...common, id: "llm", priority: 50, mode: "sequential", enabled: true, agentId: undefined, timeoutMs: 120_000 },
    ]);
  });

  it.each<[string, object, RegExp]>([
    ["an unknown event", { event: "PreTurn" }, /unknown event "PreTurn" \(did you mean "pre_turn"\?\)/],
    ["no id", { id: "" }, /id: /],
    ["a text as priority", { priority: "high" }, /priority: .*expected number/],
    ["a priority that is no number", { priority: NaN }, /priority: /],
    ["an infinite priority", { priority: Infinity }, /priority: /],
    ["a wrong mode", { mode: "both" }, /mode: /],
    ["a time limit of nothing", { timeoutMs: 0 }, /timeoutMs: /],
    ["no handler", { handler: "log" }, /handler: expected a function/],
    ["an unknown option", { prioritty: 1 }, /prioritty: unknown option \(did you mean "priority"\?\)/],
  ])("refuses %s", (_name, wrong, message) => {
    const { registry } = makeRegistry();
    const options = { id: "a", event: "pre_turn", handler, ...wrong } as LifecycleHookOptions;
    expect(() => registry.register(options)).toThrow(message);
    expect(registry.list()).toEqual([]);
  });

  it("tells all faults together", () => {
    const { registry } = makeRegistry();
    expect(() => registry.register({ id: "", event: "x", priority: "y" } as never)).toThrow(/4 faults/);
  });

  it("keeps `builtin:` for builtins, which cannot be removed and can be disabled", () => {
    const { registry } = makeRegistry();
    registry.registerBuiltin({ id: "builtin:x", event: "pre_turn", handler });
    const codes = [
      () => registry.register({ id: "builtin:x", event: "pre_turn", handler }),
      () => registry.unregister({ id: "builtin:x", event: "pre_turn" }),
      () => {
        registry.registerBuiltin({ id: "mine", event: "pre_turn", handler });
      },
    ].map((act) => {
      const error = thrownBy(act);
      return LifecycleError.is(error) ? error.code : error;
    });
    expect(codes).toEqual(["builtin_reserved", "builtin_not_removable", "builtin_reserved"]);
    expect(registry.toggle({ id: "builtin:x", event: "pre_turn", enabled: false }).items[0]?.enabled).toBe(false);
  });
});

describe("order and identity", () => {
  it("is by priority, then by registration; the same scope, event and id is replaced at a fresh place", () => {
    const { registry } = makeRegistry();
    const ids = () => registry.list().map(({ event, id, agentId }) => [event, id, agentId].filter(Boolean).join(" "));
    for (const id of ["b", "a", "c"]) registry.register({ id, event: "pre_turn", handler });
    registry.register({ id: "first", event: "pre_turn", priority: 1, handler });
    registry.register({ id: "b", event: "post_turn", handler });
    registry.register({ id: "b", event: "pre_turn", scope: "agent", handler });
    expect(ids()).toEqual([
      "pre_turn first",
      "pre_turn b",
      "pre_turn a",
      "pre_turn c",
      "pre_turn b agent",
      "post_turn b",
    ]);
    registry.register({ id: "b", event: "pre_turn", handler });
    expect(ids()).toEqual([
      "pre_turn first",
      "pre_turn a",
      "pre_turn c",
      "pre_turn b agent",
      "pre_turn b",
      "post_turn b",
    ]);
  });

  it("takes out what it registered, also after it was switched, and not what replaced it", () => {
    const { registry } = makeRegistry();
    const undo = registry.register({ id: "a", event: "pre_turn", handler });
    registry.toggle({ id: "a", event: "pre_turn", enabled: false });
    expect([undo(), undo()]).toEqual([true, false]);
    const old = registry.register({ id: "a", event: "pre_turn", handler });
    registry.register({ id: "a", event: "pre_turn", handler });
    expect([
      old(),
      registry.list().length,
      registry.unregister({ id: "a", event: "pre_turn" }),
      registry.list(),
    ]).toEqual([false, 1, true, []]);
  });

  it("runs scoped hooks for their agent only", async () => {
    const { registry } = makeRegistry();
    registerAll(registry, { all: () => Continue, one: { scope: "agent-1", handler: () => Continue } });
    const ran = async (agentId?: string) => (await registry.publish("pre_turn", { agentId })).ran;
    expect([await ran("agent-1"), await ran("agent-2"), await ran()]).toEqual([["all", "one"], ["all"], ["all"]]);
    expect(registry.list({ agentId: "agent-2" }).map(({ id }) => id)).toEqual(["all"]);
  });
});

describe("switching", () => {
  const file = (): string => join(mkdtempSync(join(tmpdir(), "toggles-")), "deep", "hooks.json");
  const off = { id: "a", event: "pre_turn", enabled: false } as const;

  it("lasts: at once, for hooks replaced later, and in another registry on the same file", async () => {
    const stateFile = file();
    const { registry } = makeRegistry({ stateFile });
    const make = () => registry.register({ id: "a", event: "pre_turn", handler });
    make();
    expect([registry.toggle(off).changed, registry.toggle(off).changed]).toEqual([true, false]);
    make();
    expect((await registry.publish("pre_turn")).ran).toEqual([]);
    const { registry: later } = makeRegistry({ stateFile });
    later.register({ id: "a", event: "pre_turn", handler });
    expect(later.list()[0]).toMatchObject({ enabled: false, toggled: true });
    expect(later.resetToggle({ id: "a", event: "pre_turn" })).toMatchObject({
      changed: true,
      items: [{ enabled: true, toggled: false }],
    });
    registry.refreshToggles();
    expect(registry.list()[0]).toMatchObject({ enabled: true, toggled: false });
    expect(readdirSync(join(stateFile, ".."))).toEqual(["hooks.json"]);
    expect(JSON.parse(readFileSync(stateFile, "utf8"))).toEqual({ version: 1, toggles: [] });
  });

  it("keeps what another process wrote meanwhile", () => {
    const stateFile = file();
    const [one, other] = [makeRegistry({ stateFile }).registry, makeRegistry({ stateFile }).registry];
    one.register({ id: "a", event: "pre_turn", handler });
    other.register({ id: "b", event: "post_turn", scope: "x", handler });
    one.toggle(off);
    other.toggle({ id: "b", event: "post_turn", enabled: false });
    expect(JSON.parse(readFileSync(stateFile, "utf8"))).toEqual({
      version: 1,
      toggles: [
        { event: "pre_turn", id: "a", enabled: false },
        { scope: "x", event: "post_turn", id: "b", enabled: false },
      ],
    });
  });

  it("is for every scope, or with an agent for that one", () => {
    const { registry } = makeRegistry();
    for (const scope of [undefined, "x", "y"]) registry.register({ id: "a", event: "pre_turn", scope, handler });
    const enabled = () => registry.list().map((item) => item.enabled);
    registry.toggle({ ...off, agentId: "x" });
    expect(enabled()).toEqual([true, false, true]);
    registry.toggle(off);
    expect(enabled()).toEqual([false, false, false]);
  });

  it.each<[string, object, object]>([
    ["an unknown hook", { ...off, id: "nobody" }, { code: "hook_not_found" }],
    ["a hook of another agent", { ...off, agentId: "z" }, { code: "hook_not_found" }],
    ["an unknown event", { ...off, event: "pre_tern" }, { code: "invalid_configuration" }],
    ["no flag", { id: "a", event: "pre_turn" }, { code: "invalid_configuration" }],
  ])("refuses %s", (_name, ref, expected) => {
    const { registry } = makeRegistry();
    registry.register({ id: "a", event: "pre_turn", handler });
    expect(thrownBy(() => registry.toggle(ref as never))).toMatchObject(expected);
  });

  it.each([
    ["not JSON", "{"],
    ["another shape", '{"version":2}'],
    ["nothing", ""],
  ])("does not begin with a file that is %s", (_name, text) => {
    const stateFile = join(mkdtempSync(join(tmpdir(), "toggles-")), "hooks.json");
    writeFileSync(stateFile, text);
    expect(thrownBy(() => new LifecycleRegistry({ stateFile }))).toMatchObject({ code: "unreadable_state" });
  });
});
