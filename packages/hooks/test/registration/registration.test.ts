import { afterEach, describe, expect, it } from "@jest/globals";

import {
  afterLlmCall,
  afterToolCall,
  beforeLlmCall,
  beforeToolCall,
  clearAllGlobalHooks,
  clearAllHooks,
  clearAllLlmCallHooks,
  clearAllToolCallHooks,
  clearBeforeToolCallHooks,
  clearHooks,
  CompiledHook,
  defineHook,
  defineHookPoint,
  dispatch,
  getAfterToolCallHooks,
  getBeforeLlmCallHooks,
  getHooks,
  HookRegistrationError,
  InterceptionPoint,
  listHooks,
  on,
  registerAfterLlmCallHook,
  registerBeforeToolCallHook,
  registerHook,
  replacesPayload,
  unregisterBeforeToolCallHook,
  unregisterHook,
  type HookFilters,
} from "../../src/index.ts";
import { toolContext } from "../support/contexts.ts";

afterEach(clearAllHooks);

const hook = (): undefined => undefined;

describe("registering", () => {
  it("gives a registration that takes out just this one", () => {
    const first = on("input", hook);
    const second = on("input", { name: "second" }, hook);
    expect([first.point, first.name, second.name]).toEqual(["input", "hook", "second"]);
    expect([first.unregister(), first.unregister()]).toEqual([true, false]);
    expect(getHooks("input")).toEqual([hook]);
    second[Symbol.dispose]();
    expect(getHooks("input")).toEqual([]);
  });

  it("by function: registerHook, unregisterHook, getHooks, clearHooks", () => {
    const other = (): undefined => undefined;
    registerHook("input", hook);
    on("input", { tools: ["a"] }, other);
    getHooks("input").pop();
    expect(getHooks("input")).toEqual([hook, other]); // as their authors wrote them, filtered or not; a copy
    expect([unregisterHook("input", other), unregisterHook("input", other)]).toEqual([true, false]);
    expect([clearHooks("input"), clearHooks("input")]).toEqual([1, 0]);
  });

  it("clearAllHooks empties all ten points", () => {
    for (const point of Object.values(InterceptionPoint)) on(point, hook);
    clearAllHooks();
    expect(listHooks(undefined)).toEqual([]);
  });

  it("leaves a cleared registration alone", () => {
    const registration = on("input", hook);
    clearAllHooks();
    on("input", hook);
    expect(registration.unregister()).toBe(false);
    expect(getHooks("input")).toHaveLength(1);
  });

  it("remembers where the hook was written", () => {
    on("input", hook);
    expect(listHooks(undefined)[0]?.file).toMatch(/registration\.test\.ts:\d+$/);
  });

  it("does without a place when stacks are off", () => {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    on("input", hook);
    Error.stackTraceLimit = stackTraceLimit;
    expect(listHooks(undefined)[0]?.file).toBeUndefined();
  });
});

describe("the functions of one point", () => {
  it("register at their point, with and without filters", () => {
    const registrations = [
      beforeLlmCall(hook),
      afterLlmCall({ name: "x" }, hook),
      beforeToolCall({ tools: ["a"] }, hook),
      afterToolCall(hook),
    ];
    expect(registrations.map(({ point }) => point)).toEqual([
      "pre_model_call",
      "post_model_call",
      "pre_tool_call",
      "post_tool_call",
    ]);
  });
});

describe("the older functions", () => {
  it("manage the same lists as on", () => {
    on("pre_tool_call", { tools: ["a"] }, hook);
    registerBeforeToolCallHook(hook);
    expect(getHooks("pre_tool_call")).toHaveLength(2);
    expect([
      unregisterBeforeToolCallHook(hook),
      unregisterBeforeToolCallHook(hook),
      unregisterBeforeToolCallHook(hook),
    ]).toEqual([true, true, false]);
    registerBeforeToolCallHook(hook);
    expect([clearBeforeToolCallHooks(), clearBeforeToolCallHooks()]).toEqual([1, 0]);
    expect([getBeforeLlmCallHooks(), getAfterToolCallHooks()]).toEqual([[], []]);
  });

  it("clear the model and the tool points, and count", () => {
    const fill = (): void => {
      beforeLlmCall(hook);
      beforeLlmCall(hook);
      registerAfterLlmCallHook(hook);
      beforeToolCall(hook);
      on("input", hook);
    };
    fill();
    expect([clearAllLlmCallHooks(), clearAllToolCallHooks()]).toEqual([
      [2, 1],
      [1, 0],
    ]);
    fill();
    expect(clearAllGlobalHooks()).toEqual({ llmHooks: [2, 1], toolHooks: [1, 0], total: [3, 1] });
    expect(getHooks("input")).toHaveLength(2); // despite its name: the four model and tool points only
  });
});

describe("a bad registration is refused at once", () => {
  const bad = (point: unknown, ...rest: readonly unknown[]): unknown => {
    try {
      return (on as (...args: readonly unknown[]) => unknown)(point, ...rest);
    } catch (error) {
      return HookRegistrationError.is(error) ? [error.code, error.message] : error;
    }
  };
  const refused = (text: string): unknown => ["invalid_hook", expect.stringContaining(text)];

  it.each<[string, readonly unknown[], string]>([
    ["no hook", ["input"], "A hook is a function of one context; nothing was given for input"],
    ["a text", ["input", "log"], 'the text "log" was given'],
    ["null", ["input", null], "null was given"],
    ["an object", ["input", { name: "x" }], "a plain object was given"],
    ["filters and no hook", ["input", { name: "x" }, undefined], "nothing was given"],
    ["hook and filters in the wrong order", ["input", hook, { name: "x" }], "a plain object was given"],
    ["a generator, whose body would never run", ["input", function* () {}], "a generator function"],
    ["an async generator", ["input", async function* () {}], "a generator function"],
    [
      "a class",
      [
        "input",
        class {
          readonly limit = 1;
        },
      ],
      "the class ",
    ],
    ["an unknown point", ["pre_tool_cal", hook], 'no hook point "pre_tool_cal" (did you mean "pre_tool_call"?)'],
    ["no point", [undefined, hook], 'no hook point "a value of type undefined"'],
    ["a symbol as point", [Symbol("x"), hook], 'no hook point "Symbol(x)"'],
    ["an inherited name as point", ["constructor", hook], "no hook point"],
    ["an unknown filter", ["input", { tool: ["a"] }, hook], 'unknown filter "tool" (did you mean "tools"?)'],
    ["null as filters", ["input", null, hook], "filters"],
    ["tools as a text", ["pre_tool_call", { tools: "a" }, hook], "tools: Invalid input: expected array"],
    ["a tool that can never match", ["pre_tool_call", { tools: ["a", "日本"] }, hook], '"日本" can never match'],
    ["an unknown kind", ["pre_step", { kinds: ["tasks"] }, hook], "kinds.0"],
    ["an unknown onError", ["input", { onError: "stop" }, hook], "onError"],
    ["a time limit of nothing", ["input", { timeoutMs: 0 }, hook], "timeoutMs"],
    ["an endless time limit", ["input", { timeoutMs: Infinity }, hook], "timeoutMs"],
    ["an empty name", ["input", { name: "" }, hook], "name"],
    ["strict tools where no tool is", ["input", { tools: ["a"], strict: true }, hook], "`strict` it can never match"],
    ["strict kinds at a tool call", ["pre_tool_call", { kinds: ["task"], strict: true }, hook], "kinds: with `strict`"],
    ["bufferStreams where no streams are", ["pre_model_call", { bufferStreams: true }, hook], "only post_model_call"],
    [
      "several at once",
      ["input", { tool: ["a"], onErr: "x", once: "yes" }, hook],
      'once: Invalid input: expected boolean, received string; unknown filter "tool"',
    ],
  ])("%s", (_what, args, text) => {
    expect(bad(...(args as [unknown, ...unknown[]]))).toEqual(refused(text));
    expect(listHooks(undefined)).toEqual([]);
  });

  it("names the hook and the point", () => {
    const wrong = { agent: ["a"] } as HookFilters;
    expect(() =>
      defineHook("input", wrong, function fill() {
        return undefined;
      }),
    ).toThrow('The filters of hook "fill" at input are wrong');
  });

  it("a point declared twice in different ways", () => {
    const point = defineHookPoint("test_declared", { reduce: replacesPayload });
    expect(defineHookPoint("test_declared")).toBe(point);
    expect(() => defineHookPoint("test_declared", { replaces: undefined })).toThrow(HookRegistrationError);
    expect(() => defineHookPoint("test_declared", { failsClosed: true })).toThrow(HookRegistrationError);
    expect(() => defineHookPoint("test_declared", { dialect: "task" })).toThrow(HookRegistrationError);
  });
});

describe("a compiled hook", () => {
  it("is known as one, and what it was given as filters no longer matters", () => {
    const tools = ["a"];
    const definition = defineHook("pre_tool_call", { tools }, () => false);
    tools[0] = "b";
    expect(CompiledHook.is(definition)).toBe(true);
    expect(definition.filters.tools).toEqual(["a"]);
  });

  it("takes name, dialect and place from whoever makes it", () => {
    const made = new CompiledHook({
      point: "pre_tool_call",
      hook,
      name: "rule 1",
      dialect: "skill",
      file: "hooks.yaml:3",
    });
    expect([made.name, made.dialect, made.file]).toEqual(["rule 1", "skill", "hooks.yaml:3"]);
    const named = new CompiledHook({ point: "pre_tool_call", hook, name: "rule 1", filters: { name: "mine" } });
    expect(named.name).toBe("mine");
  });

  it("with filters that were read before is cheap to make again, for the same point only", () => {
    const { filters } = defineHook("pre_tool_call", { tools: ["a"], strict: true }, hook);
    expect(new CompiledHook({ point: "pre_tool_call", hook, filters }).filters).toBe(filters);
    expect(() => new CompiledHook({ point: "input", hook, filters })).toThrow("can never match");
  });
});

describe("a bound or wrapped function", () => {
  it("is a hook like any other", () => {
    const seen: unknown[] = [];
    const bound = function (this: string[], ctx: { toolName: string }): void {
      seen.push(...this, ctx.toolName);
    }.bind(["bound"]);
    on("pre_tool_call", bound);
    void dispatch("pre_tool_call", toolContext());
    expect(seen).toEqual(["bound", "web_search"]);
  });
});
