import { afterEach, describe, expect, it } from "@jest/globals";
import { childFrame, currentFrame, runInFrame } from "@boathook/kernel";

import {
  activeHooks,
  addToScope,
  clearAllHooks,
  defineHook,
  dispatch,
  HookScope,
  hookScopeOf,
  listHooks,
  on,
  onFor,
  withHookScope,
  type HookDefinition,
} from "../../src/index.ts";
import { inputContext } from "../support/contexts.ts";
import { sleep } from "../support/recorders.ts";

afterEach(clearAllHooks);

let order: string[] = [];
const say = (text: string) => (): void => {
  order.push(text);
};
const heard = async (): Promise<string[]> => {
  order = [];
  await dispatch("input", inputContext());
  return order;
};
const inScope = <T>(scope: HookScope, body: () => T): T => runInFrame(childFrame({ hookScope: scope }), body);

describe("scopes", () => {
  it("stack: the process's hooks, then the outermost scope's, then inward; nothing is left afterwards", async () => {
    await withHookScope(async ({ on: outer }) => {
      outer("input", say("outer"));
      await withHookScope(async ({ on: inner }) => {
        inner("input", say("inner"));
        on("input", say("process"));
        await expect(heard()).resolves.toEqual(["process", "outer", "inner"]);
      });
      await expect(heard()).resolves.toEqual(["process", "outer"]);
    });
    await expect(heard()).resolves.toEqual(["process"]);
  });

  it("inside that are empty hide nothing", async () => {
    await withHookScope(({ on: outer }) => {
      outer("input", say("outer"));
      return withHookScope(async () => {
        await expect(heard()).resolves.toEqual(["outer"]);
      });
    });
  });

  it("end when their body throws", async () => {
    expect(() =>
      withHookScope(({ on: scoped }) => {
        scoped("input", say("scoped"));
        throw new Error("body");
      }),
    ).toThrow("body");
    await expect(heard()).resolves.toEqual([]);
  });

  it("hold for everything started inside, also when it runs later, and for nobody else", async () => {
    let later: Promise<string[]> = Promise.resolve([]);
    withHookScope(({ on: scoped }) => {
      scoped("input", say("scoped"));
      later = sleep(3).then(heard);
    });
    await expect(heard()).resolves.toEqual([]);
    await expect(later).resolves.toEqual(["scoped"]);
  });

  it("of two hundred concurrent runs never mix", async () => {
    const run = async (index: number): Promise<unknown> =>
      withHookScope(async ({ on: scoped }) => {
        scoped("input", (ctx) => ({ ...ctx.payload, seen: index }));
        await sleep(index % 7);
        const context = inputContext();
        await dispatch("input", context);
        return context.payload["seen"];
      });
    const indexes = Array.from({ length: 200 }, (_, index) => index);
    await expect(Promise.all(indexes.map(run))).resolves.toEqual(indexes);
  });

  it("take a hook registered from a child of theirs, and give it up again", async () => {
    await withHookScope(async ({ on: scoped }) => {
      const registration = await runInFrame(childFrame({}), async () => {
        await sleep(1);
        return scoped("input", say("from the child"));
      });
      await expect(heard()).resolves.toEqual(["from the child"]);
      expect([registration.unregister(), registration.unregister()]).toEqual([true, false]);
      await expect(heard()).resolves.toEqual([]);
    });
  });

  it("stay when the process's registry is cleared", async () => {
    await withHookScope(async ({ on: scoped }) => {
      scoped("input", say("scoped"));
      on("input", say("process"));
      clearAllHooks();
      await expect(heard()).resolves.toEqual(["scoped"]);
    });
  });

  it("are made of defined hooks, as often as one likes; `once` counts per scope", async () => {
    const definition = defineHook("input", { once: true }, say("once"));
    for (const _round of [1, 2]) {
      await inScope(hookScopeOf("crew", [definition]), async () => {
        await expect(heard()).resolves.toEqual(["once"]);
        await expect(heard()).resolves.toEqual([]);
      });
    }
  });

  it("refuse what defineHook did not make", () => {
    const scope = new HookScope("run", undefined);
    for (const wrong of [undefined, null, () => undefined, { point: "input", filters: {} }]) {
      expect(() => addToScope(scope, wrong as unknown as HookDefinition)).toThrow("defineHook(point, hook)");
    }
  });
});

describe("an isolated scope", () => {
  it("shuts the process's hooks out, for itself and everything inside", async () => {
    on("input", say("process"));
    const runtime = new HookScope("runtime", undefined, { isolated: true });
    onFor(runtime.hooks)("input", say("runtime"));
    await inScope(runtime, async () => {
      await expect(heard()).resolves.toEqual(["runtime"]);
      await inScope(hookScopeOf("run", []), () => expect(heard()).resolves.toEqual(["runtime"]));
    });
    await inScope(new HookScope("runtime", undefined, { isolated: true }), async () => {
      expect(activeHooks("input")).toBeUndefined();
    });
    await expect(heard()).resolves.toEqual(["process"]);
  });

  it("inside a run cannot escape that run's hooks (A8)", async () => {
    on("input", say("process"));
    await withHookScope(async ({ on: scoped }) => {
      scoped("input", say("parent"));
      const inner = new HookScope("runtime", currentFrame().hookScope, { isolated: true });
      onFor(inner.hooks)("input", say("inner"));
      await inScope(inner, () => expect(heard()).resolves.toEqual(["process", "parent", "inner"]));
    });
  });

  it("can share the hooks of another one, live", async () => {
    const runtime = new HookScope("runtime", undefined);
    await withHookScope(async ({ on: scoped }) => {
      scoped("input", say("parent"));
      const nested = new HookScope("runtime", currentFrame().hookScope, { hooks: runtime.hooks });
      onFor(runtime.hooks)("input", say("runtime"));
      await inScope(nested, () => expect(heard()).resolves.toEqual(["parent", "runtime"]));
    });
  });
});

describe("the listing of hooks", () => {
  it("says which run, in which order, from where, with which filters", () => {
    on("pre_tool_call", { tools: ["delete_file"], name: "guard" }, () => false);
    const runtime = new HookScope("runtime", undefined);
    onFor(runtime.hooks)("input", function fill() {
      return undefined;
    });
    const crew = hookScopeOf("crew", [defineHook("pre_tool_call", () => undefined)], runtime);
    const here = expect.stringMatching(/scopes\.test\.ts:\d+$/) as unknown;
    expect(listHooks(crew)).toEqual([
      { point: "input", name: "fill", scope: "runtime", filters: {}, file: here, dialect: "interception" },
      {
        point: "pre_tool_call",
        name: "guard",
        scope: "process",
        filters: { tools: ["delete_file"], name: "guard" },
        file: here,
        dialect: "interception",
      },
      { point: "pre_tool_call", name: "anonymous", scope: "crew", filters: {}, file: here, dialect: "interception" },
    ]);
    expect(listHooks(undefined).map(({ name }) => name)).toEqual(["guard"]);
    expect(listHooks(new HookScope("runtime", undefined, { isolated: true }))).toEqual([]);
  });

  it("calls a block of code's own scope a run's", () => {
    withHookScope(({ on: scoped }) => {
      scoped("input", () => undefined);
      expect(listHooks(currentFrame().hookScope).map(({ scope }) => scope)).toEqual(["run"]);
    });
  });
});
