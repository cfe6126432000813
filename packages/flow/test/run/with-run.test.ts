import "@boathook/testing/reset";

import { describe, expect, it } from "@jest/globals";
import {
  askPerson,
  defineHook,
  dispatch,
  hookScopeOf,
  HookScope,
  on,
  onFor,
  withHookScope,
  type ExecutionStartContext,
} from "@boathook/hooks";
import {
  type BoathookEvent,
  currentFrame,
  defaultServices,
  defineEvent,
  emit,
  EventChannel,
  IdGeneratorService,
  NEVER_ABORTED,
  raceSignal,
  RUNTIME,
  type RuntimeHandle,
  type ServiceKey,
} from "@boathook/kernel";
import { usageOf } from "@boathook/models";

import { withRun } from "../../src/index.ts";

class Tick extends defineEvent("tick")() {}

/** A runtime with hooks and ids of its own. */
function makeRuntime(
  name: string,
  isolated = false,
): { runtime: RuntimeHandle; scope: HookScope; seen: BoathookEvent[] } {
  const seen: BoathookEvent[] = [];
  const channel = new EventChannel(() => undefined);
  channel.all.subscribe((event) => seen.push(event));
  const scope = new HookScope("runtime", undefined, { isolated });
  const services = {
    get<T>(key: ServiceKey<T>): T {
      const ids: unknown = () => `${name}-id`;
      return (key as ServiceKey<unknown>) === IdGeneratorService ? (ids as T) : defaultServices.get(key);
    },
  };
  return { runtime: { [RUNTIME]: { services, channel, hookScope: scope } }, scope, seen };
}

/** Which of the noting hooks run here, in order. */
async function hooksHere(notes: string[]): Promise<string[]> {
  notes.length = 0;
  await dispatch("execution_start", { payload: {} } as unknown as ExecutionStartContext);
  return [...notes];
}

function noting(notes: string[], name: string) {
  return defineHook("execution_start", () => {
    notes.push(name);
  });
}

describe("the frame of a run", () => {
  it("has a new execution, and shares it with what is nested", async () => {
    await withRun({ names: { crewName: "outer" } }, async ({ frame }) => {
      expect(currentFrame()).toBe(frame);
      expect(frame.execution?.sequence).toBe(0);
      await withRun({ names: { flowName: "inner" } }, (inner) => {
        expect(inner.frame.execution).toBe(frame.execution);
        expect(inner.frame.names).toMatchObject({ crewName: "outer", flowName: "inner" });
      });
    });
    expect(currentFrame().execution).toBeUndefined();
    const ids = await Promise.all([1, 2].map(() => withRun({}, ({ frame }) => frame.execution?.id)));
    expect(ids[0]).not.toBe(ids[1]);
  });

  it("carries the kickoff's own options and slots, and gives the body's result or its error", async () => {
    const options = { metadata: { ticket: "7" } };
    expect(await withRun({ options }, () => currentFrame().kickoff)).toBe(options);
    const boom = new Error("boom");
    await expect(
      withRun({}, () => {
        throw boom;
      }),
    ).rejects.toBe(boom);
  });

  it("adds usage up through all runs around it", async () => {
    await withRun({}, async (outer) => {
      await withRun({}, ({ usage }) => {
        usage.add(usageOf({ totalTokens: 3 }));
        expect(usage.total().totalTokens).toBe(3);
      });
      await withRun({}, ({ usage }) => {
        usage.add(usageOf({ totalTokens: 4 }));
        expect(usage.total().totalTokens).toBe(4);
      });
      expect(outer.usage.total().totalTokens).toBe(7);
    });
  });

  it("asks the person that the kickoff names", async () => {
    const humanInput = { ask: ({ prompt }: { prompt: string }) => Promise.resolve(`answer to ${prompt}`) };
    const answer = await withRun({ options: { humanInput } }, () => withRun({}, () => askPerson({ prompt: "why?" })));
    expect(answer).toBe("answer to why?");
  });
});

describe("the signal of a run", () => {
  it("is the one around it where nothing of its own can abort it", async () => {
    await withRun({}, async ({ frame }) => {
      expect(frame.signal).toBe(NEVER_ABORTED);
    });
  });

  it("aborts with the kickoff's, or with the one around it", async () => {
    const outer = new AbortController();
    const inner = new AbortController();
    await withRun({ options: { signal: outer.signal } }, () =>
      withRun({ options: { signal: inner.signal } }, async ({ frame }) => {
        outer.abort("outer");
        expect(frame.signal.reason).toBe("outer");
      }),
    );
    await withRun({ options: { signal: inner.signal } }, async ({ frame }) => {
      inner.abort("inner");
      expect(frame.signal.reason).toBe("inner");
    });
  });

  it("is let go of by a signal that lives longer", async () => {
    const long = new AbortController();
    let listeners = 0;
    const { signal } = long;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...args);
    };
    await withRun({ options: { signal } }, () => {
      expect(listeners).toBe(1);
    });
    await expect(withRun({ options: { signal } }, () => Promise.reject(new Error("boom")))).rejects.toThrow("boom");
    expect(listeners).toBe(0);
  });

  it("aborts at the time limit, and no timer is left when the run was quicker", async () => {
    const waiting = withRun({ names: { agentRole: "Clerk" }, options: { timeoutMs: 10 } }, ({ frame }) =>
      raceSignal(new Promise(() => undefined), frame.signal),
    );
    await expect(waiting).rejects.toMatchObject({
      code: "execution_timeout",
      limitMs: 10,
      message: 'Agent "Clerk" took longer than its limit of 10 ms and was stopped.',
    });
    const before = process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
    await withRun({ options: { timeoutMs: 60_000 } }, () => undefined);
    expect(process.getActiveResourcesInfo().filter((kind) => kind === "Timeout")).toHaveLength(before);
  });
});

describe("the hooks of a run", () => {
  it("stack: the process's, the runtime's, the crew's, the nested flow's, the kickoff's", async () => {
    const notes: string[] = [];
    on("execution_start", () => {
      notes.push("process");
    });
    const { runtime, scope } = makeRuntime("a");
    onFor(scope.hooks)("execution_start", () => {
      notes.push("runtime");
    });
    const crew = [{ kind: "crew" as const, definitions: [noting(notes, "crew")] }];
    const flow = [{ kind: "flow" as const, definitions: [noting(notes, "flow")] }];
    const inside = await withRun({ runtime, hooks: crew }, () =>
      withRun({ hooks: flow, options: { hooks: [noting(notes, "run")] } }, () => hooksHere(notes)),
    );
    expect(inside).toEqual(["process", "runtime", "crew", "flow", "run"]);
    expect(await hooksHere(notes)).toEqual(["process"]);
  });

  it("come after a block's round the runtime, and inside of everything when nested on another runtime, which stays live", async () => {
    const notes: string[] = [];
    const a = makeRuntime("a");
    const b = makeRuntime("b", true);
    for (const [{ scope }, name] of [
      [a, "a"],
      [b, "b"],
    ] as const) {
      onFor(scope.hooks)("execution_start", () => {
        notes.push(name);
      });
    }
    on("execution_start", () => {
      notes.push("process");
    });
    const seen = await withHookScope(({ on: onBlock }) => {
      onBlock("execution_start", () => {
        notes.push("block");
      });
      return withRun({ runtime: a.runtime }, async () => {
        const outer = await hooksHere(notes);
        const inner = await withRun({ runtime: b.runtime }, async () => {
          const first = await hooksHere(notes);
          onFor(b.scope.hooks)("execution_start", () => {
            notes.push("late");
          });
          return [first, await hooksHere(notes)];
        });
        const back = await withRun({ runtime: b.runtime }, () =>
          withRun({ runtime: a.runtime }, () => hooksHere(notes)),
        );
        return { outer, inner, back };
      });
    });
    expect(seen).toEqual({
      outer: ["process", "a", "block"],
      inner: [
        ["process", "a", "block", "b"],
        ["process", "a", "block", "b", "late"],
      ],
      back: ["process", "a", "block", "b", "late"],
    });
  });

  it("are the runtime's alone on one that shuts the process's out", async () => {
    const notes: string[] = [];
    on("execution_start", () => {
      notes.push("process");
    });
    const { runtime } = makeRuntime("isolated", true);
    const own = [{ kind: "crew" as const, definitions: [noting(notes, "crew")] }];
    expect(await withRun({ runtime, hooks: own }, () => hooksHere(notes))).toEqual(["crew"]);
  });

  it("are no scope where there are none", async () => {
    await withRun({ hooks: [{ kind: "crew", definitions: [] }] }, ({ frame }) => {
      expect(frame.hookScope).toBeUndefined();
    });
    const scope = hookScopeOf("block", [noting([], "x")], undefined);
    expect(scope.outer).toBeUndefined();
  });
});

describe("the runtime and channels of a run", () => {
  it("are inherited; each channel sees an event once", async () => {
    const a = makeRuntime("a");
    const own = new EventChannel(() => undefined);
    const seen: BoathookEvent[] = [];
    own.all.subscribe((event) => seen.push(event));
    const watcher = new EventChannel(() => undefined);
    watcher.all.subscribe((event) => seen.push(event));
    await withRun({ runtime: a.runtime, channel: own, watcher }, () =>
      withRun({ runtime: a.runtime, channel: own }, ({ frame }) => {
        emit(Tick, {});
        expect(frame.runtime).toBe(a.runtime);
        expect(frame.execution?.id).toBe("a-id");
      }),
    );
    expect([seen.length, a.seen.length]).toEqual([2, 1]);
  });

  it("are both runtimes' when one is nested in the other, with the inner one's services", async () => {
    const a = makeRuntime("a");
    const b = makeRuntime("b");
    await withRun({ runtime: a.runtime }, () =>
      withRun({ runtime: b.runtime }, ({ frame }) => {
        emit(Tick, {});
        expect(frame.execution?.id).toBe("a-id");
        expect(frame.services.get(IdGeneratorService)()).toBe("b-id");
      }),
    );
    expect([a.seen.length, b.seen.length]).toEqual([1, 1]);
  });
});
