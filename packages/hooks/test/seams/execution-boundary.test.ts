import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { childFrame, RunCancelledError, runInFrame } from "@boathook/kernel";

import {
  clearAllHooks,
  dispatch,
  ExecutionBoundary,
  HookAborted,
  on,
  type BoundaryOwner,
  type HookPoints,
  type Inputs,
  type ReadOutput,
} from "../../src/index.ts";
import { dispatchesOf, logOf, never } from "../support/recorders.ts";

afterEach(() => {
  clearAllHooks();
  jest.useRealTimers();
});

const flow = { name: "a flow" };
const owner: BoundaryOwner = { flow };
/** A result that must stay a text. */
const textOnly: ReadOutput<string> = (payload, _original, invalid) => {
  if (typeof payload === "string") return payload;
  throw invalid("a text", typeof payload);
};
const boundary = (): ExecutionBoundary<string> => new ExecutionBoundary(owner, textOnly);

/** A run as a seam drives it. */
async function run(body: (inputs: Inputs) => Promise<string>, inputs: Inputs = {}): Promise<string> {
  const edge = boundary();
  try {
    const result = await body(await edge.input(await edge.start(inputs)));
    return await edge.complete(await edge.output(result));
  } catch (error) {
    await edge.fail(error);
    throw error;
  }
}

const POINTS = ["execution_start", "input", "output", "execution_end"] as const;

/** Writes down which boundary hooks fire; an `execution_end` with its status. */
function watchAll(): string[] {
  const seen: string[] = [];
  for (const point of POINTS) {
    on(
      point,
      (ctx) => void seen.push(point === "execution_end" ? `${point} ${String(Reflect.get(ctx, "status"))}` : point),
    );
  }
  return seen;
}

describe("the boundary of a run", () => {
  it("passes everything through when there are no hooks", async () => {
    const inputs = { topic: "tides" };
    await expect(run(async (given) => Promise.resolve(given === inputs ? "same" : "copy"), inputs)).resolves.toBe(
      "same",
    );
  });

  it("fires four points in order, each rewriting what the next one sees", async () => {
    on("execution_start", ({ payload }) => ({ ...payload, a: 1 }));
    on("input", ({ payload }) => void (payload["b"] = 2));
    on("output", ({ payload }) => `${String(payload)}!`);
    on("execution_end", ({ payload, status }) => `${String(payload)} (${status})`);
    const seen = watchAll();
    await expect(run(async (inputs) => Promise.resolve(JSON.stringify(inputs)))).resolves.toBe(
      '{"a":1,"b":2}! (completed)',
    );
    expect(seen).toEqual(["execution_start", "input", "output", "execution_end completed"]);
  });

  it("shows whose it is, and of which run", async () => {
    let seen: HookPoints["input"]["context"] | undefined;
    on("input", (ctx) => void (seen = ctx));
    const frame = childFrame({ execution: { id: "run-1", sequence: 0 } });
    await runInFrame(frame, () => boundary().input({ a: 1 }));
    expect(seen).toMatchObject({ flow, crew: undefined, agent: undefined, executionId: "run-1", payload: { a: 1 } });
    expect(seen?.inputs).toBe(seen?.payload);
    expect(seen?.signal).toBe(frame.signal);
  });

  it("ends a failed run once, with the very error, and its hooks change nothing", async () => {
    const error = new Error("model is down");
    const ends: unknown[] = [];
    on("execution_end", (ctx) => (ends.push([ctx.status, ctx.error === error, ctx.payload]), "rescued"));
    await expect(run(async () => Promise.reject(error))).rejects.toBe(error);
    expect(ends).toEqual([["failed", true, undefined]]);
  });

  it.each([
    ["execution_start", ["execution_start"]],
    ["input", ["execution_start", "input", "execution_end failed"]],
    ["output", ["execution_start", "input", "output", "execution_end failed"]],
    ["execution_end", ["execution_start", "input", "output", "execution_end completed"]],
  ] as const)("aborted at %s fires %j", async (point, expected) => {
    const seen = watchAll();
    const abort = new HookAborted("no", "policy");
    on(point, async () => Promise.reject(abort));
    await expect(run(async () => Promise.resolve("text"))).rejects.toBe(abort);
    expect(seen).toEqual(expected);
  });

  it("tells a seam what the hooks left, also when one of them aborts", async () => {
    const left: unknown[] = [];
    on("execution_start", ({ payload }) => ({ ...payload, id: "other" }));
    const edge = boundary();
    await edge.start({ a: 1 }, (payload) => left.push(payload));
    on("input", ({ payload }) => ({ ...payload, b: 2 }));
    on("input", async () => Promise.reject(new HookAborted("no")));
    await expect(edge.input({ a: 1 }, (payload) => left.push(payload))).rejects.toThrow("no");
    expect(left).toEqual([
      { a: 1, id: "other" },
      { a: 1, b: 2 },
    ]);
  });

  it.each([
    ["execution_start", false, "the boolean false", ["execution_start", "execution_end failed"]],
    ["input", "text", 'the text "text"', ["execution_start", "input", "execution_end failed"]],
    ["input", [1], "a list", ["execution_start", "input", "execution_end failed"]],
    ["input", new Map(), "an object of class Map", ["execution_start", "input", "execution_end failed"]],
    ["output", 5, "number", ["execution_start", "input", "output", "execution_end failed"]],
    ["execution_end", 5, "number", ["execution_start", "input", "output", "execution_end completed"]],
  ] as const)("refuses at %s the replacement %p, naming the hook (A24, A33)", async (point, value, came, expected) => {
    on(point as "output", { name: "replaces" }, () => value);
    const seen = watchAll();
    await expect(run(async () => Promise.resolve("text"))).rejects.toMatchObject({
      code: "invalid_hook_result",
      point,
      hook: "replaces",
      message: expect.stringContaining(`left ${came} at ${point}`) as unknown,
    });
    expect(seen).toEqual(expected);
  });

  it("takes inputs without a prototype", async () => {
    on("input", () => Object.assign(Object.create(null) as Inputs, { a: 1 }));
    await expect(boundary().input({})).resolves.toMatchObject({ a: 1 });
  });

  it("closes once, however often it is asked to", async () => {
    const seen = watchAll();
    const edge = boundary();
    await edge.start({});
    await edge.complete("a");
    await expect(edge.complete("b")).resolves.toBe("b");
    await edge.fail(new Error("late"));
    expect(seen).toEqual(["execution_start", "execution_end completed"]);
  });

  it("that began in an earlier process still has its end", async () => {
    const seen = watchAll();
    const edge = boundary();
    edge.resume();
    await edge.fail(new Error("x"));
    expect(seen).toEqual(["execution_end failed"]);
  });

  it("of a flow that is kicked off again from within nests", async () => {
    const seen = watchAll();
    await expect(
      run(async () => {
        await run(async () => Promise.resolve("inner"));
        throw new Error("outer");
      }),
    ).rejects.toThrow("outer");
    expect(seen.filter((name) => name.startsWith("execution"))).toEqual([
      "execution_start",
      "execution_start",
      "execution_end completed",
      "execution_end failed",
    ]);
  });
});

describe("the end of a cancelled run", () => {
  it("lets its hooks run, asynchronous ones too", async () => {
    const controller = new AbortController();
    const ends: unknown[] = [];
    on("execution_end", async (ctx) => {
      await Promise.resolve();
      ends.push([ctx.status, ctx.signal.aborted, RunCancelledError.is(ctx.error)]);
    });
    const running = runInFrame(childFrame({ signal: controller.signal }), () =>
      run(async () => {
        controller.abort("ctrl-c");
        await dispatchNothing();
        throw new RunCancelledError("ctrl-c");
      }),
    );
    await expect(running).rejects.toMatchObject({ code: "run_cancelled" });
    expect(ends).toEqual([["failed", false, true]]);
  });

  it("does not wait for ever for a hook that hangs", async () => {
    jest.useFakeTimers();
    on("execution_end", () => never);
    const controller = new AbortController();
    const edge = boundary();
    await edge.start({});
    let ended = false;
    const lines = logOf(() =>
      runInFrame(childFrame({ signal: controller.signal }), async () => {
        await edge.fail(new Error("first"));
        ended = true;
      }),
    );
    await jest.advanceTimersByTimeAsync(60_000);
    expect(ended).toBe(false); // nobody has cancelled anything
    controller.abort();
    await jest.advanceTimersByTimeAsync(4_900);
    expect(ended).toBe(false);
    await jest.advanceTimersByTimeAsync(200);
    expect(ended).toBe(true);
    expect(await lines).toEqual([
      ["warn", expect.objectContaining({ runError: "first" }), expect.stringContaining("the first error stands")],
    ]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it("that a hook aborts is one log line and one event; the first error stands", async () => {
    on("execution_end", async () => Promise.reject(new HookAborted("again")));
    const error = new Error("first");
    let events: string[] = [];
    const lines = await logOf(async () => {
      events = (await dispatchesOf(() => expect(run(async () => Promise.reject(error))).rejects.toBe(error))).map(
        ({ interceptionPoint, outcome }) => `${interceptionPoint} ${outcome}`,
      );
    });
    expect(events).toEqual(["execution_end aborted"]);
    expect(lines).toHaveLength(1);
  });
});

async function dispatchNothing(): Promise<void> {
  await dispatch("pre_model_call", {} as HookPoints["pre_model_call"]["context"]);
}
