import "@boathook/testing/reset";

import { describe, expect, it } from "@jest/globals";
import { defineHook, HookAborted, InterceptionPoint, on, On, type ExecutionStartContext } from "@boathook/hooks";

import { Flow, Listen, Start } from "../../src/index.ts";
import { watch } from "../support/watch.ts";

class Two extends Flow<{ topic: string }> {
  readonly ran: string[] = [];
  @Start() first() {
    this.ran.push("first");
    return `${this.state.topic} 1`;
  }
  @Listen("first") second(input: string) {
    this.ran.push("second");
    return `${input} 2`;
  }
}

const P = InterceptionPoint;
const abort = () => {
  throw new HookAborted("not today", "policy");
};

/** Watches every point, so that each shows up in the trail. */
function watchPoints(): void {
  for (const point of [P.EXECUTION_START, P.INPUT, P.OUTPUT, P.EXECUTION_END, P.PRE_STEP, P.POST_STEP])
    on(point, () => undefined);
}

const OPENED = ["execution_start", "input", "flow_started"];
const FIRST = ["started first", "pre_step first", "post_step first", "finished first"];
const SECOND = ["started second", "pre_step second", "post_step second", "finished second"];
const FAILED = ["execution_end", "flow_failed"];

describe("the order of hooks and events", () => {
  it("is EXECUTION_START, INPUT, started, the steps, OUTPUT, EXECUTION_END, finished", async () => {
    watchPoints();
    const { value, trail } = await watch(() => new Two().kickoff({ topic: "tides" }));
    expect(value).toBe("tides 1 2");
    expect(trail).toEqual([...OPENED, ...FIRST, ...SECOND, "output", "execution_end", "flow_finished"]);
  });

  it("has every boundary's context: the flow alone, aliases, status, the very error", async () => {
    const seen: object[] = [];
    for (const point of [P.EXECUTION_START, P.INPUT, P.OUTPUT, P.EXECUTION_END] as const) {
      on(point, (ctx) => {
        seen.push({ point, ...ctx });
      });
    }
    const flow = new Two();
    await flow.kickoff({ topic: "tides" });
    const base = { flow, crew: undefined, agent: undefined, agentRole: undefined, task: undefined };
    const inputs = { topic: "tides" };
    expect(seen).toEqual([
      expect.objectContaining({ ...base, point: "execution_start", payload: inputs, inputs }),
      expect.objectContaining({ ...base, point: "input", payload: inputs, inputs }),
      expect.objectContaining({ ...base, point: "output", payload: "tides 1 2", output: "tides 1 2" }),
      expect.objectContaining({
        ...base,
        point: "execution_end",
        payload: "tides 1 2",
        status: "completed",
        error: undefined,
      }),
    ]);

    seen.length = 0;
    const boom = new TypeError("boom");
    class Failing extends Flow {
      @Start() fail() {
        throw boom;
      }
    }
    await expect(new Failing().kickoff()).rejects.toBe(boom);
    expect(seen.at(-1)).toMatchObject({
      point: "execution_end",
      status: "failed",
      error: boom,
      payload: undefined,
      output: undefined,
    });
  });
});

describe("an abort", () => {
  const cases: readonly (readonly [(typeof P)[keyof typeof P], readonly string[], readonly string[]])[] = [
    [P.EXECUTION_START, ["execution_start aborted", "flow_started", "flow_failed"], []],
    [P.INPUT, ["execution_start", "input aborted", "flow_started", ...FAILED], []],
    [P.PRE_STEP, [...OPENED, "started first", "pre_step first aborted", "failed first", ...FAILED], []],
    [
      P.POST_STEP,
      [...OPENED, "started first", "pre_step first", "post_step first aborted", "failed first", ...FAILED],
      ["first"],
    ],
    [P.OUTPUT, [...OPENED, ...FIRST, ...SECOND, "output aborted", ...FAILED], ["first", "second"]],
    [
      P.EXECUTION_END,
      [...OPENED, ...FIRST, ...SECOND, "output", "execution_end aborted", "flow_failed"],
      ["first", "second"],
    ],
  ];
  it.each(cases)("at %s", async (point, expected, ran) => {
    watchPoints();
    on(point, abort);
    const flow = new Two();
    const { error, trail, events } = await watch(() => flow.kickoff({ topic: "tides" }));
    expect(error).toMatchObject({ name: "HookAborted", reason: "not today", source: "policy" });
    expect(trail).toEqual(expected);
    expect(flow.ran).toEqual(ran);
    expect(flow.methodOutputs.map(({ method }) => method)).toEqual(point === P.POST_STEP ? [] : ran);
    const started = events.find((event) => event.type === "flow_started");
    expect(events.at(-1)).toMatchObject({ type: "flow_failed", error, startedEventId: started?.id });
  });

  it("at EXECUTION_START or INPUT still shows, in the started event, what the hooks before it left", async () => {
    const redact = defineHook(P.INPUT, (ctx) => ({ ...ctx.payload, topic: "[hidden]", id: "renamed" }));
    const flow = new Two({ hooks: [redact, defineHook(P.INPUT, abort)] });
    const { events } = await watch(() => flow.kickoff({ topic: "secret" }));
    expect(events.find((event) => event.type === "flow_started")).toMatchObject({
      inputs: { topic: "[hidden]", id: "renamed" },
    });
    expect(flow.state.id).toBe("renamed");
    expect(JSON.stringify(events)).not.toContain("secret");
  });

  it("in EXECUTION_END of a failed run changes nothing", async () => {
    on(P.OUTPUT, abort);
    on(P.EXECUTION_END, () => {
      throw new HookAborted("another reason");
    });
    const { error, trail } = await watch(() => new Two().kickoff({ topic: "tides" }));
    expect(error).toMatchObject({ reason: "not today" });
    expect(trail.slice(-3)).toEqual(["output aborted", "execution_end aborted", "flow_failed"]);
  });
});

describe("hooks rewrite", () => {
  it("the inputs before the state and the started event are made of them", async () => {
    on(P.EXECUTION_START, (ctx) => {
      (ctx.payload as { topic: string }).topic += "!";
    });
    on(P.INPUT, (ctx) => ({ topic: `${String(ctx.payload["topic"])}?`, id: "given" }));
    const flow = new Two();
    const { value, events } = await watch(() => flow.kickoff({ topic: "tides" }));
    expect(value).toBe("tides!? 1 2");
    expect(flow.state).toEqual({ topic: "tides!?", id: "given" });
    expect(events.find((event) => event.type === "flow_started")).toMatchObject({
      inputs: { topic: "tides!?", id: "given" },
    });
  });

  it("the result, twice, with anything at all", async () => {
    on(P.OUTPUT, () => 0);
    on(P.EXECUTION_END, (ctx) => [ctx.payload, ctx.output]);
    const { value, events } = await watch(() => new Two().kickoff({ topic: "tides" }));
    expect(value).toEqual([0, 0]);
    expect(events.at(-1)).toMatchObject({ type: "flow_finished", result: [0, 0] });
  });

  it("and are named when they leave inputs that are none", async () => {
    watchPoints();
    const wrong = defineHook(P.INPUT, { name: "spoiler" }, () => "text" as never);
    const { error, trail } = await watch(() => new Two({ hooks: [wrong] }).kickoff({ topic: "tides" }));
    expect(error).toMatchObject({ code: "invalid_hook_result", hook: "spoiler", point: "input" });
    expect(trail).toEqual(["execution_start", "input modified", "flow_started", ...FAILED]);
  });
});

describe("hooks of a flow", () => {
  class Guarded extends Two {
    readonly seen: unknown[] = [];
    @On(P.EXECUTION_START) remember(ctx: ExecutionStartContext) {
      this.seen.push([ctx.flow === this, ctx.payload, this.state.id !== ""]);
    }
  }

  it("hold in its kickoffs and in what they start, and nowhere else", async () => {
    const guarded = new Guarded();
    class Nesting extends Flow {
      @Start() nest() {
        return new Two().kickoff({ topic: "inner" });
      }
    }
    await guarded.kickoff({ topic: "own" });
    await new Two().kickoff({ topic: "other" });
    expect(guarded.seen).toEqual([[true, { topic: "own" }, true]]);

    const inner: unknown[] = [];
    const hook = defineHook(P.EXECUTION_START, (ctx) => {
      inner.push(ctx.payload);
    });
    await new Nesting().kickoff({ n: 1 }, { hooks: [hook] });
    expect(inner).toEqual([{ n: 1 }, { topic: "inner" }]);
    await new Nesting().kickoff({ n: 2 });
    expect(inner).toHaveLength(2);
  });

  it("run after the process's, and the ones of one kickoff last", async () => {
    const order: string[] = [];
    const note = (name: string) => () => {
      order.push(name);
    };
    class Ordered extends Two {
      @On(P.EXECUTION_START) own() {
        order.push("class");
      }
    }
    const flow = new Ordered({ hooks: [defineHook(P.EXECUTION_START, note("options"))] });
    const run = [defineHook(P.EXECUTION_START, note("run"))];
    on(P.EXECUTION_START, note("process"));
    await flow.kickoff({ topic: "" }, { hooks: run });
    expect(order).toEqual(["process", "class", "options", "run"]);
  });

  it("see an inner flow's abort fail the outer one, each with its EXECUTION_END", async () => {
    const ends: string[] = [];
    on(P.EXECUTION_END, (ctx) => {
      ends.push(`${ctx.flow?.name ?? ""} ${ctx.status}`);
    });
    on(P.PRE_STEP, (ctx) => {
      if (ctx.stepName === "second") abort();
    });
    class Outer extends Flow {
      @Start() nest() {
        return new Two().kickoff({ topic: "" });
      }
    }
    await expect(new Outer().kickoff()).rejects.toMatchObject({ reason: "not today" });
    expect(ends).toEqual(["Two failed", "Outer failed"]);
  });
});
