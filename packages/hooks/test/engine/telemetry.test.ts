import { afterEach, describe, expect, it } from "@jest/globals";
import { childFrame, eventFromJson, runInFrame } from "@boathook/kernel";

import {
  clearAllHooks,
  defineHook,
  defineHookPoint,
  dispatch,
  HookAborted,
  HookDispatchedEvent,
  hooksOfInstance,
  hookScopeOf,
  HumanInputReceivedEvent,
  HumanInputRequestedEvent,
  InterceptionPoint,
  listHooks,
  On,
  on,
  TelemetryService,
  type HookTelemetry,
} from "../../src/index.ts";
import { contextFor, inputContext, llmContext, toolContext } from "../support/contexts.ts";
import { dispatchesOf, logOf, sleep, withService } from "../support/recorders.ts";

afterEach(clearAllHooks);

describe("HookDispatchedEvent", () => {
  it("is emitted once per dispatch with a hook, at every point, in the run it belongs to", async () => {
    const points = Object.values(InterceptionPoint);
    for (const point of points) on(point, () => undefined);
    const frame = childFrame({
      execution: { id: "run", sequence: 10 },
      names: { crewName: "c", taskName: "t" },
      parentSequence: 7,
    });
    const seen = await dispatchesOf(() =>
      runInFrame(frame, () => {
        for (const point of points) void dispatch(point, contextFor(point) as never);
      }),
    );
    expect(seen.map((event) => event.interceptionPoint)).toEqual(points);
    expect(seen[0]).toMatchObject({
      type: "hook_dispatched",
      id: "run.11",
      parentId: "run.7",
      crewName: "c",
      taskName: "t",
      outcome: "proceeded",
      hookCount: 1,
      abortReason: undefined,
      abortSource: undefined,
      swallowedErrors: [],
      dialect: "interception",
    });
  });

  it("says whose moment it is, and a hook registered there is of that dialect", async () => {
    defineHookPoint("test_task_moment", { dialect: "task" });
    on("test_task_moment" as "input", () => undefined); // a point of this test's own has no type
    const [event] = await dispatchesOf(() => dispatch("test_task_moment" as "input", inputContext()));
    expect(event?.dialect).toBe("task");
    expect(listHooks(undefined).map((hook) => hook.dialect)).toEqual(["task"]);
  });

  it("says how long the hooks took, waiting included", async () => {
    on("input", async () => {
      await sleep(12);
    });
    const [event] = await dispatchesOf(() => dispatch("input", inputContext()));
    expect(event?.durationMs).toBeGreaterThan(8);
  });

  it("tells the tool, the step and the role when they are known", async () => {
    on("pre_tool_call", () => undefined);
    const [event] = await dispatchesOf(() =>
      dispatch("pre_tool_call", toolContext({ toolName: "a", agentRole: "Writer" })),
    );
    expect(event).toMatchObject({ toolName: "a", agentRole: "Writer", kind: undefined, stepName: undefined });
    const [inFrame] = await dispatchesOf(() =>
      runInFrame(childFrame({ names: { agentRole: "Reader" } }), () => dispatch("pre_tool_call", toolContext())),
    );
    expect(inFrame?.agentRole).toBe("Reader");
  });

  it("counts the hooks that were resolved, and names the errors that were passed over", async () => {
    on("input", { name: "first" }, () => {
      throw new Error("broken");
    });
    on("input", { name: "second" }, async () => Promise.reject(new TypeError("broken too")));
    on("input", () => {
      throw new HookAborted("enough", "policy");
    });
    on("input", () => undefined);
    const [event] = await dispatchesOf(() => logOf(() => dispatch("input", inputContext())));
    expect(event).toMatchObject({
      outcome: "aborted",
      hookCount: 4,
      abortReason: "enough",
      abortSource: "policy",
      swallowedErrors: [
        { hook: "first", message: "broken" },
        { hook: "second", message: "broken too" },
      ],
    });
  });

  it("comes back from JSON, as do the others of this package", async () => {
    on("input", () => {
      throw new HookAborted("key sk-abcdefghijklmnopqrst is not allowed", "policy");
    });
    const [event] = await dispatchesOf(() => dispatch("input", inputContext()));
    const json = JSON.parse(JSON.stringify(event)) as Record<string, unknown>;
    expect(json["abortReason"]).toBe("key [REDACTED] is not allowed");
    expect(eventFromJson(json)).toBeInstanceOf(HookDispatchedEvent);
    for (const type of [HumanInputRequestedEvent, HumanInputReceivedEvent]) {
      expect(eventFromJson({ ...json, type: type.type, prompt: "Go on?", answer: "yes" })).toBeInstanceOf(type);
    }
  });
});

describe("the name of an abort's source", () => {
  class Guard {
    @On("input") check(): void {
      throw new HookAborted("no");
    }
  }
  function named(): never {
    throw new HookAborted("no");
  }
  const abortWith = (source: unknown) => (): never => {
    throw new HookAborted("no", source);
  };
  class Policy {
    readonly limit = 1;
  }

  it.each<[string, () => undefined, string]>([
    ["a function", named, "named"],
    ["an arrow function", (() => abortWith(undefined))(), "anonymous"],
    ["a text", abortWith("policy"), "policy"],
    ["an empty text", abortWith(""), ""],
    ["a number", abortWith(42), "Number"],
    ["a class", abortWith(Policy), "Policy"],
    ["an object", abortWith(new Policy()), "Policy"],
    ["an object with a name", abortWith({ name: "budget" }), "budget"],
    ["an object without a prototype", abortWith(Object.create(null)), "object"],
    [
      "a nameless function",
      abortWith(
        (
          () => () =>
            undefined
        )(),
      ),
      "anonymous",
    ],
  ])("of %s", async (_what, hook, name) => {
    on("input", hook);
    const [event] = await dispatchesOf(() => dispatch("input", inputContext()));
    expect(event?.abortSource).toBe(name);
  });

  it("of a method is ClassName.method, of a named registration its name", async () => {
    const scope = hookScopeOf("crew", hooksOfInstance(new Guard()));
    const inScope = await dispatchesOf(() =>
      runInFrame(childFrame({ hookScope: scope }), () => dispatch("input", inputContext())),
    );
    on("input", named);
    on("input", { name: "second" }, named);
    const [first] = await dispatchesOf(() => dispatch("input", inputContext()));
    clearAllHooks();
    on("input", { name: "second" }, named);
    const [second] = await dispatchesOf(() => dispatch("input", inputContext()));
    expect([inScope[0]?.abortSource, first?.abortSource, second?.abortSource]).toEqual([
      "Guard.check",
      "named",
      "second",
    ]);
  });

  it("of the older false is the hook", async () => {
    on("pre_tool_call", function saysNo() {
      return false;
    });
    const [event] = await dispatchesOf(() => dispatch("pre_tool_call", toolContext()));
    expect(event).toMatchObject({ abortReason: "before_tool_call hook returned False", abortSource: "saysNo" });
  });
});

describe("detectMutations", () => {
  const outcomes = async (telemetry: HookTelemetry): Promise<string[]> => {
    const seen = await dispatchesOf(() =>
      withService(TelemetryService, telemetry, async () => {
        await dispatch("input", inputContext({ list: [1] }));
        await dispatch("pre_model_call", llmContext());
        await dispatch("pre_tool_call", toolContext({ toolInput: { big: 1n } }));
      }),
    );
    return seen.map(({ outcome }) => outcome);
  };

  it("counts edits in place as modified, where JSON can show them", async () => {
    on("input", ({ payload }) => void (payload["list"] as number[]).push(2));
    on("pre_model_call", ({ messages }) => void messages.push({ role: "user", content: "x" }));
    on("pre_tool_call", ({ toolInput }) => void (toolInput["q"] = "x"));
    await expect(outcomes({ detectMutations: true })).resolves.toEqual(["modified", "modified", "proceeded"]);
    await expect(outcomes({ detectMutations: false })).resolves.toEqual(["proceeded", "proceeded", "proceeded"]);
  });

  it("costs nothing while nobody watches", async () => {
    let read = 0;
    on("input", () => undefined);
    const payload = { toJSON: () => (read += 1) };
    await withService(TelemetryService, { detectMutations: true }, () => dispatch("input", inputContext(payload)));
    expect(read).toBe(0);
  });
});

describe("a definition", () => {
  it("shows its point and filters", () => {
    expect(defineHook("input", { name: "fill", once: true }, () => undefined)).toMatchObject({
      point: "input",
      filters: { name: "fill", once: true },
    });
  });
});
