import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import "@boathook/testing/reset";
import fc from "fast-check";

import { HookResult, type HookManners, type LifecycleHandler, type LifecycleRegistry } from "@boathook/lifecycle-hooks";
import { makeRegistry } from "./support.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

type Answer = "continue" | "data" | "rewrite" | "skip" | "abort" | "throw" | "odd";
type Change = "none" | "register" | "unregister" | "toggle";

interface Plan {
  readonly priority: number;
  readonly parallel: boolean;
  readonly enabled: boolean;
  readonly scope: "mine" | "other" | undefined;
  readonly closed: boolean;
  readonly answer: Answer;
  /** Undefined: answers at once, without a promise. */
  readonly delay: number | undefined;
  readonly timeout: number;
  readonly change: Change;
}

const plans = fc.array(
  fc.record<Plan>({
    priority: fc.integer({ min: 0, max: 3 }),
    parallel: fc.boolean(),
    enabled: fc.boolean(),
    scope: fc.constantFrom("mine", "other", undefined),
    closed: fc.boolean(),
    answer: fc.constantFrom("continue", "data", "rewrite", "skip", "abort", "throw", "odd"),
    delay: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
    timeout: fc.integer({ min: 1, max: 40 }).map((ms) => ms + 0.5), // never at the very moment of an answer
    change: fc.constantFrom("none", "register", "unregister", "toggle"),
  }),
  { maxLength: 8 },
);

const idOf = (index: number): string => `h${index}`;

interface Result {
  status: string;
  by: string | undefined;
  ran: string[];
  notRun: string[];
  problems: string[];
  data: Record<string, unknown>;
  content: unknown;
}

/** What a publish must give, worked out without running anything. */
function expected(all: readonly Plan[]): Result {
  const hooks = all
    .map((plan, index) => ({ ...plan, id: idOf(index), index }))
    .filter(({ enabled, scope }) => enabled && scope !== "other")
    .sort((a, b) => a.priority - b.priority || a.index - b.index);
  const result: Result = {
    status: "completed",
    by: undefined,
    ran: [],
    notRun: [],
    problems: [],
    data: {},
    content: "start",
  };
  let at = 0;
  while (at < hooks.length && result.status === "completed") {
    let end = at + 1;
    if (hooks[at]?.parallel === true) while (hooks[end]?.parallel === true) end += 1;
    const batch = hooks.slice(at, end);
    at = end;
    result.ran.push(...batch.map(({ id }) => id));
    for (const hook of batch) judge(hook, result);
  }
  result.notRun = hooks.slice(at).map(({ id }) => id);
  return result;
}

function judge(hook: Plan & { readonly id: string }, result: Result): void {
  const { id } = hook;
  const isLate = hook.delay !== undefined && hook.delay > hook.timeout;
  const stop = (status: string): void => {
    if (result.status === "completed") [result.status, result.by] = [status, id];
  };
  const failure = isLate ? "timeout" : { throw: "threw", odd: "invalid_result" }[hook.answer as string];
  if (failure !== undefined) {
    result.problems.push(`${id} ${failure}`);
    if (hook.closed && !hook.parallel) stop("aborted");
  } else if (hook.answer === "data") Object.assign(result.data, { last: id, [id]: true });
  else if (hook.answer === "rewrite") [result.data["content"], result.content] = [id, id];
  else if (hook.answer === "skip") stop("skipped");
  else if (hook.answer === "abort") {
    if (hook.parallel) result.problems.push(`${id} abort_ignored`);
    else stop("aborted");
  }
}

function answerOf(answer: Answer, id: string): HookResult | undefined {
  switch (answer) {
    case "continue":
      return undefined;
    case "data":
      return HookResult.ContinueWith({ last: id, [id]: true });
    case "rewrite":
      return HookResult.ContinueWith({ content: id });
    case "skip":
      return HookResult.Skip();
    case "abort":
      return HookResult.Abort(id);
    case "throw":
      throw new Error(id);
    case "odd":
      return "odd" as never; // what a hook in plain JavaScript may return
  }
}

function register(registry: LifecycleRegistry, plan: Plan, index: number, calls: string[]): void {
  const id = idOf(index);
  const handler: LifecycleHandler = async (...given) => run(...given);
  const run: LifecycleHandler = (_ctx) => {
    calls.push(id);
    changeTable(registry, plan.change, index);
    if (plan.delay === undefined) return answerOf(plan.answer, id);
    return new Promise<void>((resolve) => setTimeout(resolve, plan.delay)).then(() => answerOf(plan.answer, id));
  };
  const manners: HookManners = {
    priority: plan.priority,
    mode: plan.parallel ? "parallel" : "sequential",
    enabled: plan.enabled,
    scope: plan.scope,
    timeoutMs: plan.timeout,
    failurePolicy: plan.closed ? "abort" : "continue",
  };
  registry.register({ id, event: "pre_memory_store", ...manners, handler: index % 2 === 0 ? run : handler });
}

/** What hooks do to the table while they run must not matter to the publish. */
function changeTable(registry: LifecycleRegistry, change: Change, index: number): void {
  const event = "pre_memory_store";
  const next = { event, id: idOf(index + 1) } as const;
  if (change === "register") registry.register({ ...next, priority: -1, handler: () => HookResult.Abort("new") });
  if (change === "unregister") registry.unregister(next);
  if (change === "toggle" && registry.list().some(({ id }) => id === next.id))
    registry.toggle({ ...next, enabled: false });
}

describe("publish", () => {
  it("does what a small model of it says, whatever hooks there are and whatever they do", async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (all) => {
        const { registry } = makeRegistry();
        const calls: string[] = [];
        all.forEach((plan, index) => {
          register(registry, plan, index, calls);
        });
        const payload = { content: "start", metadata: {}, kind: "entity" };
        const running = registry.publish("pre_memory_store", { agentId: "mine", payload });
        await jest.advanceTimersByTimeAsync(1_000);
        const outcome = await running;
        const { status, by, ran, notRun, data } = outcome;
        const problems = outcome.problems.map(({ hook, kind }) => `${hook} ${kind}`);
        expect({ status, by, ran, notRun, problems, data, content: outcome.payload["content"] }).toEqual(expected(all));
        expect([calls, jest.getTimerCount()]).toEqual([ran, 0]);
      }),
      { numRuns: 300 },
    );
  }, 60_000);
});
