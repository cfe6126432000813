import { afterEach, describe, expect, it } from "@jest/globals";
import { clearAllHooks, defineHook, HookAborted, InvalidHookResultError, on, type HookPoints } from "@boathook/hooks";
import { recordEvents } from "@boathook/testing";

import { Crew, CrewOutput, Task, TaskOutput, type CrewOptions } from "../../src/index.ts";
import { scripted } from "../support.ts";

afterEach(() => {
  clearAllHooks();
});

function crewOf(options: Partial<CrewOptions> = {}, texts: { description?: string } = {}): Crew {
  const agent = scripted(["done", "done", "done"]);
  const task = new Task({ name: "only", description: texts.description ?? "Do it", expectedOutput: "it", agent });
  return new Crew({ name: "solo", tasks: [task], ...options });
}

/** The crew's own boundary hooks, and the lifecycle events, of one kickoff that fails. */
async function failing(crew: Crew): Promise<{ error: unknown; trail: string[] }> {
  const trail: string[] = [];
  for (const point of ["execution_start", "input", "output", "execution_end"] as const) {
    on(point, (ctx) => {
      if (ctx.crew !== undefined) trail.push("status" in ctx ? `${point} ${ctx.status}` : point);
    });
  }
  const recorder = recordEvents();
  let error: unknown;
  recorder.stop();
  const watching = crew.events.all.subscribe((event) => {
    if (/^(crew|task)_/.test(event.type)) trail.push(event.type);
  });
  await crew.kickoff().catch((thrown: unknown) => {
    error = thrown;
  });
  watching.unsubscribe();
  return { error, trail };
}

describe("an abort at a crew's boundary", () => {
  const stop = new HookAborted("no", "policy");
  const abortAt = (point: keyof HookPoints): CrewOptions["hooks"] => [
    defineHook(point as "input", (ctx) => {
      if ((ctx as { crew?: unknown }).crew !== undefined || point.endsWith("_step")) throw stop;
    }),
  ];

  it.each([
    ["execution_start", ["execution_start", "crew_kickoff_started", "crew_kickoff_failed"]],
    ["input", ["execution_start", "input", "crew_kickoff_started", "execution_end failed", "crew_kickoff_failed"]],
    [
      "pre_step",
      [
        "execution_start",
        "input",
        "crew_kickoff_started",
        "task_started",
        "task_failed",
        "execution_end failed",
        "crew_kickoff_failed",
      ],
    ],
    [
      "post_step",
      [
        "execution_start",
        "input",
        "crew_kickoff_started",
        "task_started",
        "task_failed",
        "execution_end failed",
        "crew_kickoff_failed",
      ],
    ],
    [
      "output",
      [
        "execution_start",
        "input",
        "crew_kickoff_started",
        "task_started",
        "task_completed",
        "output",
        "execution_end failed",
        "crew_kickoff_failed",
      ],
    ],
    [
      "execution_end",
      [
        "execution_start",
        "input",
        "crew_kickoff_started",
        "task_started",
        "task_completed",
        "output",
        "execution_end completed",
        "crew_kickoff_failed",
      ],
    ],
  ] as const)("at %s rejects with the very abort and closes what was opened", async (point, expected) => {
    const { error, trail } = await failing(crewOf({ hooks: abortAt(point) }));
    expect(error).toBe(stop);
    expect(trail).toEqual(expected);
  });
});

describe("what boundary hooks rewrite", () => {
  it("inputs reach beforeKickoff, interpolation and the started event", async () => {
    const seen: unknown[] = [];
    const crew = crewOf(
      {
        hooks: [
          defineHook("execution_start", (ctx) => (ctx.crew === undefined ? undefined : { ...ctx.payload, a: 1 })),
          defineHook("input", (ctx) => {
            if (ctx.crew !== undefined) ctx.payload["c"] = 3;
          }),
        ],
        beforeKickoff: [(inputs) => ({ ...inputs, b: 2 })],
      },
      { description: "Do {a} {b} {c}" },
    );
    const caller = { mine: true };
    const watching = crew.events.all.subscribe((event) => {
      if (event.type === "crew_kickoff_started") seen.push((event as unknown as { inputs: unknown }).inputs);
    });
    const output = await crew.kickoff(caller);
    watching.unsubscribe();
    expect(output.tasksOutput[0]?.description).toBe("Do 1 2 3");
    expect(seen).toEqual([{ mine: true, a: 1, b: 2, c: 3 }]);
    expect(caller).toEqual({ mine: true });
  });

  it("never the caller's own objects, also deep inside", async () => {
    const caller = { who: { name: "Ann" } };
    const rename = defineHook("input", (ctx) => {
      (ctx.payload["who"] as { name: string }).name = "Bob";
    });
    const output = await crewOf({ hooks: [rename] }, { description: "Greet {who}" }).kickoff(caller);
    expect([output.tasksOutput[0]?.description, caller]).toEqual(['Greet {"name":"Bob"}', { who: { name: "Ann" } }]);
  });

  it("an input named id is an input like any other", async () => {
    const output = await crewOf({}, { description: "Close ticket {id}" }).kickoff({ id: 42 });
    expect(output.tasksOutput[0]?.description).toBe("Close ticket 42");
  });

  it("the output: edited in place, replaced by a text, replaced by another CrewOutput", async () => {
    const edited = await crewOf({
      hooks: [
        defineHook("output", (ctx) => {
          if (ctx.crew !== undefined) ctx.payload.raw = "edited";
        }),
      ],
    }).kickoff();
    expect([edited.raw, edited.tasksOutput[0]?.raw]).toEqual(["edited", "edited"]);
    const text = await crewOf({
      hooks: [defineHook("output", (ctx) => (ctx.crew === undefined ? undefined : "a text"))],
    }).kickoff();
    expect(text).toBeInstanceOf(CrewOutput);
    expect(text.raw).toBe("a text");
    const mine = new CrewOutput({ tasksOutput: [new TaskOutput({ raw: "mine" })], executionId: "x" });
    const other = await crewOf({
      hooks: [defineHook("execution_end", (ctx) => (ctx.crew === undefined ? undefined : mine))],
    }).kickoff();
    expect(other).toBe(mine);
  });

  it.each([
    ["execution_start", false, "the inputs, a plain object,"],
    ["input", "text", "the inputs, a plain object,"],
    ["output", 42, "a CrewOutput or a text"],
    ["execution_end", [], "a CrewOutput or a text"],
    ["pre_step", 7, "the context text"],
    ["post_step", {}, "a TaskOutput"],
  ] as const)("an illegal replacement at %s fails the run and names the hook", async (point, value, expected) => {
    const lenient = defineHook as (
      point: string,
      filters: object,
      hook: () => unknown,
    ) => NonNullable<CrewOptions["hooks"]>[number];
    const crew = crewOf({ hooks: [lenient(point, { name: "culprit" }, () => value)] });
    const error = await crew.kickoff().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InvalidHookResultError);
    expect(error).toMatchObject({ code: "invalid_hook_result", point, hook: "culprit" });
    expect((error as Error).message).toContain(expected);
  });

  it("afterKickoff runs before OUTPUT, so that OUTPUT sees everything that leaves", async () => {
    const order: string[] = [];
    const output = await crewOf({
      afterKickoff: [
        (out) => {
          order.push("after");
          return out.with({ raw: "secret" });
        },
      ],
      hooks: [
        defineHook("output", (ctx) => {
          if (ctx.crew === undefined) return;
          order.push("output");
          ctx.payload.raw = ctx.payload.raw.replace("secret", "[x]");
        }),
      ],
    }).kickoff();
    expect(order).toEqual(["after", "output"]);
    expect(output.raw).toBe("[x]");
  });

  it("a step's output reaches the next task, the callback and the crew's output", async () => {
    const agent = scripted(["one", "two"]);
    const seen: string[] = [];
    const first = new Task({
      name: "first",
      description: "1",
      expectedOutput: "1",
      agent,
      callback: (out) => void seen.push(out.raw),
    });
    const second = new Task({ name: "second", description: "2", expectedOutput: "2", agent });
    const crew = new Crew({
      tasks: [first, second],
      hooks: [
        defineHook("post_step", (ctx) => {
          if (ctx.kind === "task" && ctx.stepName === "first") ctx.payload.raw = "ONE";
        }),
        defineHook("pre_step", (ctx) => {
          if (ctx.kind === "task" && ctx.stepName === "second") seen.push(ctx.payload);
        }),
      ],
    });
    const output = await crew.kickoff();
    expect(seen).toEqual(["ONE", "ONE"]);
    expect(output.tasksOutput.map((task) => task.raw)).toEqual(["ONE", "two"]);
  });
});

describe("scoped hooks", () => {
  it("of a crew run in its own kickoffs only, and nothing is left afterwards", async () => {
    const seen: string[] = [];
    const mine = crewOf({
      name: "mine",
      hooks: [defineHook("pre_model_call", (ctx) => void seen.push(ctx.crew?.name ?? "?"))],
    });
    const other = crewOf({ name: "other" });
    await Promise.all([mine.kickoff(), other.kickoff(), mine.kickoff()]);
    await other.kickoff();
    expect(seen).toEqual(["mine", "mine"]);
  });

  it("of one kickoff run in that kickoff only", async () => {
    const seen: string[] = [];
    const crew = crewOf();
    await Promise.all([
      crew.kickoff({}, { hooks: [defineHook("pre_model_call", () => void seen.push("run"))] }),
      crew.kickoff(),
    ]);
    expect(seen).toEqual(["run"]);
  });
});
