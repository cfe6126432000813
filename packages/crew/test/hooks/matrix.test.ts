import { afterEach, describe, expect, it } from "@jest/globals";
import { Flow, Start } from "@boathook/flow";
import {
  clearAllHooks,
  defineHook,
  HookAborted,
  HookDispatchedEvent,
  on,
  registerBeforeLlmCallHook,
  registerBeforeToolCallHook,
  type HookDefinition,
} from "@boathook/hooks";
import { events } from "@boathook/kernel";
import { llm } from "@boathook/models";
import { callTool, ScriptedModel } from "@boathook/testing";

import { Crew, Task } from "../../src/index.ts";
import { echo, scripted } from "../support.ts";

afterEach(() => {
  clearAllHooks();
});

const POINTS = [
  "execution_start",
  "input",
  "pre_step",
  "pre_model_call",
  "pre_tool_call",
  "post_tool_call",
  "post_model_call",
  "post_step",
  "output",
  "execution_end",
] as const;
type Point = (typeof POINTS)[number];

class OneStep extends Flow {
  @Start() step(): string {
    return "done";
  }
}

/** Everything that can be kicked off, and the points that it passes. */
const RUNS = {
  crew: {
    points: POINTS,
    run: (hooks: readonly HookDefinition[]) => {
      const agent = scripted([callTool("echo", { text: "x" }), "done"], { tools: [echo] });
      return new Crew({ tasks: [new Task({ description: "d", expectedOutput: "e", agent })], hooks }).kickoff();
    },
  },
  flow: {
    points: ["execution_start", "input", "pre_step", "post_step", "output", "execution_end"],
    run: (hooks: readonly HookDefinition[]) => new OneStep({ hooks }).kickoff(),
  },
  agent: {
    points: ["pre_model_call", "pre_tool_call", "post_tool_call", "post_model_call"],
    run: (hooks: readonly HookDefinition[]) =>
      scripted([callTool("echo", { text: "x" }), "done"], { tools: [echo] }).kickoff("go", { hooks }),
  },
} as const satisfies Record<
  string,
  { points: readonly Point[]; run: (hooks: readonly HookDefinition[]) => Promise<unknown> }
>;

/** What a hook does, what its dispatches are called, and whether the run survives it. */
const ACTS: Record<
  string,
  { readonly hook: () => unknown; readonly outcome: string; readonly swallowed: boolean; readonly stops: boolean }
> = {
  "returns nothing": { hook: () => undefined, outcome: "proceeded", swallowed: false, stops: false },
  "promises nothing": { hook: () => Promise.resolve(), outcome: "proceeded", swallowed: false, stops: false },
  throws: {
    hook: () => {
      throw new TypeError("oops");
    },
    outcome: "proceeded",
    swallowed: true,
    stops: false,
  },
  rejects: { hook: () => Promise.reject(new TypeError("oops")), outcome: "proceeded", swallowed: true, stops: false },
  "takes too long": { hook: () => new Promise(() => undefined), outcome: "proceeded", swallowed: true, stops: false },
  aborts: {
    hook: () => {
      throw new HookAborted("no", "policy");
    },
    outcome: "aborted",
    swallowed: false,
    stops: true,
  },
  "aborts later": {
    hook: () => Promise.reject(new HookAborted("no", "policy")),
    outcome: "aborted",
    swallowed: false,
    stops: true,
  },
};

const define = defineHook as (point: Point, filters: object, hook: () => unknown) => HookDefinition;
const onAny = on as (point: Point, filters: object, hook: () => unknown) => unknown;
const CELLS = Object.entries(RUNS).flatMap(([kind, { points, run }]) =>
  points.flatMap((point) => Object.entries(ACTS).map(([act, expected]) => ({ kind, point, act, run, expected }))),
);

describe.each(["a scope of its own", "the whole process"] as const)("hooks of %s", (where) => {
  it.each(CELLS)("$kind, $point: a hook that $act", async ({ point, run, expected }) => {
    const dispatches: HookDispatchedEvent[] = [];
    const watching = events.on(HookDispatchedEvent).subscribe((event) => dispatches.push(event));
    const filters = { name: "probe", timeoutMs: 5 };
    if (where === "the whole process") onAny(point, filters, expected.hook);
    const hooks = where === "the whole process" ? [] : [define(point, filters, expected.hook)];
    const failed = await run(hooks).then(
      () => false,
      () => true,
    );
    watching.unsubscribe();
    const own = dispatches.filter((event) => event.interceptionPoint === point);
    expect(own.length).toBeGreaterThan(0);
    for (const event of own) {
      expect({
        outcome: event.outcome,
        swallowed: event.swallowedErrors.length > 0,
        hookCount: event.hookCount,
      }).toEqual({
        outcome: expected.outcome,
        swallowed: expected.swallowed,
        hookCount: 1,
      });
    }
    // A blocked tool call is answered, and the run goes on (A15); every other abort stops it.
    expect(failed).toBe(expected.stops && point !== "pre_tool_call");
  });
});

describe("a failing hook that must not fail open", () => {
  it.each(POINTS)("at %s stops the operation when it says so", async (point) => {
    const gate = define(point, { onError: "abort", name: "gate" }, () => {
      throw new TypeError("broken policy");
    });
    const error = await RUNS.crew.run([gate]).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (point === "pre_tool_call") expect(error).toBeUndefined();
    else expect(HookAborted.is(error)).toBe(true);
  });
});

describe("older forms and direct calls", () => {
  it("the older functions share the lists of the newer ones", async () => {
    registerBeforeToolCallHook(() => false);
    const seen: string[] = [];
    on("post_tool_call", (ctx) => {
      seen.push(`${String(ctx.blocked)} ${ctx.toolResult}`);
    });
    await RUNS.agent.run([]);
    expect(seen).toEqual(["true Tool execution blocked by hook. Tool: echo"]);
    registerBeforeLlmCallHook(() => false);
    await expect(RUNS.agent.run([])).rejects.toMatchObject({
      code: "llm_call_blocked",
      message: "LLM call blocked by before_llm_call hook",
    });
  });

  it("a direct model call passes both model points", async () => {
    const seen: unknown[] = [];
    on("pre_model_call", (ctx) => {
      seen.push([ctx.purpose, ctx.agent, ctx.executor, ctx.iterations]);
      ctx.messages.push({ role: "user", content: "and briefly" });
    });
    on("post_model_call", (ctx) => `${ctx.response}!`);
    const model = new ScriptedModel({ replies: ["hi"] });
    expect((await llm(model).call("hello")).text).toBe("hi!");
    expect(seen).toEqual([["direct", undefined, undefined, 0]]);
    expect(model.requests[0]?.messages.map((message) => message.content)).toEqual(["hello", "and briefly"]);
  });
});
