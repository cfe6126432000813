import "@boathook/testing/reset";

import { describe, expect, it } from "@jest/globals";
import { ClockService, service } from "@boathook/kernel";
import fc from "fast-check";

import { RetryDecision, TaskGraph, type Access, type GraphTaskOptions, type TaskHooks } from "../../src/index.ts";
import { VirtualClock } from "../support/virtual-clock.ts";
import {
  attemptOf,
  LATER,
  referenceRun,
  type Ending,
  type Observed,
  type RandomGraph,
  type RandomTask,
} from "./reference-model.ts";

const RUNS = 2_000;

const ending = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Ending>("ok") },
  { weight: 4, arbitrary: fc.constantFrom<Ending[]>("retry now", "retry later", "skip", "skip all", "fail") },
);
const resource = fc.constantFrom("db", "disk", "net");
const access: fc.Arbitrary<Access> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Access>("read") },
  { weight: 1, arbitrary: fc.constant<Access>("write") },
  {
    weight: 2,
    arbitrary: fc.record({ reads: fc.uniqueArray(resource), writes: fc.uniqueArray(resource, { maxLength: 1 }) }),
  },
);

const randomGraph: fc.Arbitrary<RandomGraph> = fc.integer({ min: 1, max: 40 }).chain((size) =>
  fc.record({
    tasks: fc.tuple(...Array.from({ length: size }, (_, index) => randomTask(index))),
    concurrency: fc.integer({ min: 1, max: 6 }),
    failFast: fc.boolean(),
    cancelAt: fc.option(fc.integer({ min: 0, max: 400 }), { nil: undefined, freq: 3 }),
  }),
);

/** It may wait for any task before it: no circles. */
function randomTask(index: number): fc.Arbitrary<RandomTask> {
  return fc.record({
    id: fc.constant(`t${index}`),
    dependencies: fc
      .uniqueArray(fc.nat({ max: Math.max(0, index - 1) }), { maxLength: Math.min(index, 4) })
      .map((before) => (index === 0 ? [] : before.map((other) => `t${other}`))),
    priority: fc.integer({ min: 0, max: 10 }),
    access,
    maxRetries: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
    attempts: fc.array(fc.record({ duration: fc.integer({ min: 1, max: 60 }), ending }), {
      minLength: 1,
      maxLength: 3,
    }),
  });
}

describe("the scheduler", () => {
  it("starts the same attempts at the same times, and ends every task the same way, as the model on paper", async () => {
    await fc.assert(
      fc.asyncProperty(randomGraph, async (graph) => {
        expect(await realRun(graph)).toEqual(referenceRun(graph));
      }),
      { numRuns: RUNS },
    );
  }, 240_000);
});

async function realRun(random: RandomGraph): Promise<Observed> {
  const clock = new VirtualClock();
  const starts: string[] = [];
  let running = 0;
  let most = 0;
  const graph = new TaskGraph({
    hooks: [decisionsOf(random)],
    concurrency: random.concurrency,
    failFast: random.failFast,
    tasks: random.tasks.map((task) =>
      taskOf(task, async ({ attempt, signal }) => {
        starts.push(`${clock.now()}: ${task.id}#${attempt}`);
        running += 1;
        most = Math.max(most, running);
        const { duration, ending: end } = attemptOf(task, attempt);
        try {
          await service(ClockService).sleep(duration, signal);
        } finally {
          running -= 1;
        }
        if (end !== "ok") throw new Error(end);
      }),
    ),
  });
  const result = await clock.drive(() => {
    const { cancelAt } = random;
    const waiting = cancelAt === undefined ? undefined : service(ClockService).sleep(cancelAt);
    const run = graph.start();
    void waiting?.then(() => {
      run.cancel("enough");
    });
    return run.result;
  });
  expect([running, most <= random.concurrency]).toEqual([0, true]);
  const statuses = Object.fromEntries(Object.entries(result.tasks).map(([id, { status }]) => [id, status]));
  return { starts, statuses, status: result.status };
}

function taskOf(
  { id, dependencies, priority, access: uses, maxRetries }: RandomTask,
  run: GraphTaskOptions["run"],
): GraphTaskOptions {
  return { id, subject: id, dependencies, priority, access: uses, maxRetries, run };
}

function decisionsOf(random: RandomGraph): TaskHooks {
  return {
    onFailure: ({ task, attempt }) => {
      const found = random.tasks.find(({ id }) => id === task.id);
      return found === undefined ? undefined : DECISIONS[attemptOf(found, attempt).ending];
    },
  };
}

const DECISIONS: Readonly<Record<Ending, RetryDecision | undefined>> = {
  ok: undefined,
  "retry now": RetryDecision.Retry({ delaySecs: 0 }),
  "retry later": RetryDecision.Retry({ delaySecs: LATER }),
  skip: RetryDecision.Skip(),
  "skip all": RetryDecision.Skip({ skipDependants: true }),
  fail: RetryDecision.Fail(),
};
