import { afterEach, describe, expect, it } from "@jest/globals";
import * as fc from "fast-check";

import {
  clearAllHooks,
  dispatch,
  HookAborted,
  on,
  withHookScope,
  type Hook,
  type OnFunction,
} from "../../src/index.ts";
import { inputContext } from "../support/contexts.ts";
import { dispatchesOf, logOf, never } from "../support/recorders.ts";

afterEach(clearAllHooks);

type Act = "proceed" | "mutate" | "replace" | "abort" | "throw" | "slow";
interface Written {
  readonly id: number;
  readonly act: Act;
  readonly isAsync: boolean;
  readonly failsClosed: boolean;
  /** 0: the process; n: the n-th scope, counted from the outermost. */
  readonly scope: number;
}

/** What must come of it, said as plainly as can be. */
function model(hooks: readonly Written[]): unknown {
  const result = {
    order: [] as number[],
    payload: {} as object,
    outcome: "proceeded",
    reason: undefined as string | undefined,
    swallowed: [] as string[],
  };
  for (const { id, act, failsClosed } of [...hooks].sort((a, b) => a.scope - b.scope)) {
    result.order.push(id);
    const fails = act === "throw" || act === "slow";
    if (act === "mutate") result.payload = { ...result.payload, [`m${id}`]: id };
    if (act === "replace") Object.assign(result, { payload: { r: id }, outcome: "modified" });
    if (fails && !failsClosed) result.swallowed.push(`h${id}`);
    if (act === "abort" || (fails && failsClosed))
      return { ...result, outcome: "aborted", reason: act === "abort" ? `no ${id}` : `h${id}` };
  }
  return result;
}

const written = fc
  .record({
    act: fc.constantFrom<Act[]>("proceed", "mutate", "mutate", "replace", "replace", "abort", "throw", "slow"),
    isAsync: fc.boolean(),
    failsClosed: fc.boolean(),
    scope: fc.nat({ max: 3 }),
  })
  .map((hook): Omit<Written, "id"> => hook);

function hookOf({ id, act, isAsync }: Written, order: number[]): Hook<"input"> {
  const run: Hook<"input"> = ({ payload }) => {
    order.push(id);
    switch (act) {
      case "proceed":
        return undefined;
      case "mutate":
        payload[`m${id}`] = id;
        return undefined;
      case "replace":
        return { r: id };
      case "abort":
        throw new HookAborted(`no ${id}`);
      case "throw":
        throw new Error(`h${id}`);
      case "slow":
        return never;
    }
  };
  // A hook that never ends is asynchronous by nature; the others are so when the dice say it.
  return isAsync ? async (ctx) => (act === "slow" ? run(ctx) : (await Promise.resolve(), run(ctx))) : run;
}

/** The real thing: the hooks registered in the process and in three nested scopes, in the order in which they are written. */
async function real(hooks: readonly Written[]): Promise<unknown> {
  clearAllHooks();
  const order: number[] = [];
  const context = inputContext();
  let reason: string | undefined;
  const within = async (ons: readonly OnFunction[]): Promise<void> => {
    if (ons.length <= 3) return withHookScope((scope) => within([...ons, scope.on]));
    for (const hook of hooks) {
      const filters = { name: `h${hook.id}`, timeoutMs: 4, onError: hook.failsClosed ? "abort" : "continue" } as const;
      ons[hook.scope]?.("input", filters, hookOf(hook, order));
    }
    try {
      expect(await dispatch("input", context)).toBe(context);
    } catch (thrown) {
      reason = HookAborted.is(thrown) ? thrown.reason : String(thrown);
    }
  };
  const events = await dispatchesOf(() => logOf(() => within([on])));
  expect(events).toHaveLength(hooks.length === 0 ? 0 : 1);
  const [event] = events;
  expect(event?.hookCount ?? 0).toBe(hooks.length);
  expect(event?.abortReason).toBe(reason);
  return {
    order,
    payload: context.payload,
    outcome: event?.outcome ?? "proceeded",
    // A time-out and a throw say the same in the model: which hook it was.
    reason: reason?.replace(/^Hook "(h\d+)" at input took longer.*$/, "$1"),
    swallowed: (event?.swallowedErrors ?? []).map(({ hook }) => hook),
  };
}

describe("any list of hooks in any scopes", () => {
  it("gives the order, the payload, the outcome and the event that the plain model gives", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(written, { maxLength: 9 }), async (list) => {
        const hooks = list.map((hook, id) => ({ ...hook, id }));
        expect(await real(hooks)).toEqual(model(hooks));
      }),
      { numRuns: 250 },
    );
  }, 60_000);
});
