import { afterEach, describe, expect, it } from "@jest/globals";
import { LoggerService, type Logger } from "@boathook/kernel";

import {
  clearAllHooks,
  defineHook,
  dispatch,
  dispatchIfHooked,
  getHooks,
  HookAborted,
  InterceptionPoint,
  on,
  registerHook,
  unregisterHook,
  type HookPoints,
} from "../../src/index.ts";
import { inputContext, outputContext, stepContext, toolContext } from "../support/contexts.ts";
import { dispatchesOf, logOf, sleep, withService } from "../support/recorders.ts";

afterEach(clearAllHooks);

function raise(thrown: unknown): never {
  throw thrown;
}

function caught(act: () => unknown): unknown {
  try {
    return act();
  } catch (thrown) {
    return thrown;
  }
}

describe("a dispatch without hooks", () => {
  it("gives back the context, makes none, and emits nothing", async () => {
    const context = inputContext();
    let made = 0;
    const seen = await dispatchesOf(() => {
      expect(dispatch("input", context)).toBe(context);
      expect(dispatchIfHooked("input", () => ((made += 1), context))).toBeUndefined();
    });
    expect([made, seen]).toEqual([0, []]);
  });
});

describe("the hooks of a dispatch", () => {
  it("run in the order of their registration, each seeing what the one before left, in the very same context", () => {
    const context = outputContext("a");
    const seen: unknown[] = [];
    on("output", (ctx) => (seen.push(ctx.payload), "b"));
    on("output", (ctx) => (seen.push(ctx.payload), undefined));
    on("output", (ctx) => (seen.push([ctx.payload, ctx.output]), "c"));
    expect(dispatch("output", context)).toBe(context);
    expect(seen).toEqual(["a", "b", ["b", "a"]]); // `output` stays what `payload` was in the beginning (A19)
    expect(context.payload).toBe("c");
  });

  it("stay synchronous as long as they are", () => {
    on("input", () => undefined);
    const context = inputContext();
    expect(dispatch("input", context)).toBe(context);
  });

  it("are awaited one after the other when one is asynchronous; a promise never becomes the payload", async () => {
    const order: string[] = [];
    on("output", async () => {
      await sleep(8);
      order.push("slow");
      return "from slow";
    });
    on("output", (ctx) => void order.push(`sync sees ${String(ctx.payload)}`));
    on("output", async (ctx) => {
      order.push(`quick sees ${String(ctx.payload)}`);
      await Promise.resolve();
      return `${String(ctx.payload)}, then quick`;
    });
    const context = outputContext("start");
    const running = dispatch("output", context);
    expect(running).toBeInstanceOf(Promise);
    expect(await running).toBe(context);
    expect(order).toEqual(["slow", "sync sees from slow", "quick sees from slow"]);
    expect(context.payload).toBe("from slow, then quick");
  });

  it("may give any thenable", async () => {
    on("output", () => ({
      then: (resolve: (value: string) => void) => {
        resolve("thenable");
      },
    }));
    expect((await dispatch("output", outputContext("a"))).payload).toBe("thenable");
  });

  it("lose an assigned promise, and it is said", async () => {
    on("input", function forgetsAwait(ctx) {
      ctx.payload = Promise.resolve({}) as never;
    });
    const context = inputContext({ topic: "tides" });
    const lines = await logOf(() => dispatch("input", context));
    expect(context.payload).toEqual({ topic: "tides" });
    expect(lines).toEqual([
      [
        "warn",
        expect.objectContaining({ hook: "forgetsAwait", error: expect.stringContaining("a promise") as unknown }),
        expect.any(String),
      ],
    ]);
  });

  it("are those that were there when it began: one registered meanwhile runs next time, a removed one still runs", async () => {
    const order: string[] = [];
    const last = (): void => void order.push("last");
    registerHook("input", () => {
      order.push("first");
      on("input", () => void order.push("new"));
      unregisterHook("input", last);
    });
    registerHook("input", last);
    const [event] = await dispatchesOf(() => dispatch("input", inputContext()));
    expect(order).toEqual(["first", "last"]);
    expect(event?.hookCount).toBe(2);
    order.length = 0;
    dispatch("input", inputContext());
    expect(order).toEqual(["first", "new"]);
  });

  it("all run when one clears the registry", () => {
    const order: number[] = [];
    on("input", () => {
      order.push(1);
      clearAllHooks();
    });
    on("input", () => void order.push(2));
    dispatch("input", inputContext());
    dispatch("input", inputContext());
    expect(order).toEqual([1, 2]);
  });

  it("run once per registration when one function is registered twice", () => {
    let count = 0;
    const twice = (): void => void (count += 1);
    on("input", twice);
    on("input", { name: "again" }, twice);
    dispatch("input", inputContext());
    expect(count).toBe(2);
    expect(unregisterHook("input", twice)).toBe(true);
    expect(getHooks("input")).toEqual([twice]);
  });
});

describe("an abort", () => {
  it("stops the rest, is the very error that was thrown, and leaves what was done so far", async () => {
    const abort = new HookAborted("enough", "policy");
    on("input", (ctx) => ({ ...ctx.payload, first: true }));
    on("input", (ctx) => {
      ctx.payload["second"] = true;
      throw abort;
    });
    on("input", () => ({ never: true }));
    const context = inputContext();
    expect(caught(() => dispatch("input", context))).toBe(abort);
    expect(context.payload).toEqual({ first: true, second: true });
  });

  it("takes the hook as its source when it names none; falsy sources stay", async () => {
    const hook = async (): Promise<never> => Promise.reject(new HookAborted("no"));
    on("input", hook);
    await expect(dispatch("input", inputContext())).rejects.toMatchObject({ source: hook });
    clearAllHooks();
    for (const source of ["", 0, false]) {
      on("input", { once: true }, () => {
        throw new HookAborted("no", source);
      });
      expect(caught(() => dispatch("input", inputContext()))).toMatchObject({ source });
    }
  });

  it("may be one frozen object for all", () => {
    const abort = Object.freeze(new HookAborted("no"));
    on("input", () => {
      raise(abort);
    });
    expect(caught(() => dispatch("input", inputContext()))).toBe(abort);
  });

  it("of a subclass, or of a second copy of the package, is one too", () => {
    class TooExpensive extends HookAborted {}
    const foreign = Object.assign(new Error("foreign"), {
      reason: "foreign",
      [Symbol.for("boathook:hook-aborted")]: true,
    });
    for (const thrown of [new TooExpensive("budget"), foreign]) {
      clearAllHooks();
      on("input", () => raise(thrown));
      expect(caught(() => dispatch("input", inputContext()))).toBe(thrown);
    }
  });
});

describe("a hook that throws", () => {
  it.each([[new Error("broken")], ["a text"], [undefined], [null], [{ code: 5 }]])(
    "%p is passed over, one log line each, its edits stay",
    async (thrown) => {
      on("input", function careless(ctx) {
        ctx.payload["half"] = "done";
        raise(thrown);
      });
      on("input", (ctx) => ({ ...ctx.payload, next: true }));
      const context = inputContext();
      const lines = await logOf(() => dispatch("input", context));
      expect(context.payload).toEqual({ half: "done", next: true });
      expect(lines).toEqual([
        [
          "warn",
          { hook: "careless", point: "input", error: expect.any(String) as unknown },
          "a hook failed; the run goes on",
        ],
      ]);
    },
  );

  it("is passed over just the same when it rejects", async () => {
    on("input", async () => Promise.reject(new Error("later")));
    on("input", () => ({ reached: true }));
    const context = inputContext();
    await logOf(() => dispatch("input", context));
    expect(context.payload).toEqual({ reached: true });
  });

  it("aborts with onError: abort, with the error as cause (A5)", async () => {
    const cause = new Error("database is down");
    const hook = async (): Promise<never> => Promise.reject(cause);
    on("pre_tool_call", { onError: "abort" }, hook);
    await expect(dispatch("pre_tool_call", toolContext())).rejects.toMatchObject({
      name: "HookAborted",
      reason: "database is down",
      source: hook,
      cause,
    });
  });

  it("does not cost the run even when the logger throws", () => {
    const broken = (): never => {
      throw new Error("disk full");
    };
    const logger: Logger = { debug: broken, info: broken, warn: broken, error: broken };
    on("input", () => {
      throw new Error("shown on standard error, as the logger is broken");
    });
    on("input", () => ({ reached: true }));
    const context = inputContext();
    withService(LoggerService, logger, () => dispatch("input", context));
    expect(context.payload).toEqual({ reached: true });
  });
});

describe("once", () => {
  it("runs for the first call that the filters let through, then is gone", () => {
    const seen: string[] = [];
    on("pre_tool_call", { once: true, tools: ["b"] }, (ctx) => void seen.push(ctx.toolName));
    for (const toolName of ["a", "b", "b"]) dispatch("pre_tool_call", toolContext({ toolName }));
    expect(seen).toEqual(["b"]);
    expect(getHooks("pre_tool_call")).toEqual([]);
  });

  it("runs once also when the second call comes while the first one waits", async () => {
    let count = 0;
    on("input", { once: true }, async () => {
      count += 1;
      await sleep(2);
    });
    await Promise.all([dispatch("input", inputContext()), dispatch("input", inputContext())]);
    expect(count).toBe(1);
  });
});

describe("points", () => {
  it("are ten, in order, and their constants are their wire values in capitals", () => {
    expect(Object.entries(InterceptionPoint).map(([name, value]) => name.toLowerCase() === value)).toEqual(
      Array.from({ length: 10 }, () => true),
    );
    expect(Object.values(InterceptionPoint)[0]).toBe("execution_start");
  });

  it("may be named by the constant too", () => {
    expect(defineHook("PRE_TOOL_CALL" as "pre_tool_call", () => undefined).point).toBe("pre_tool_call");
  });

  it("of steps carry kind and name into the event", async () => {
    on("pre_step", () => undefined);
    const context = { ...stepContext({}), output: undefined } as HookPoints["pre_step"]["context"];
    const [event] = await dispatchesOf(() => dispatch("pre_step", context));
    expect(event).toMatchObject({ kind: "flow_method", stepName: "write", toolName: undefined });
  });
});
