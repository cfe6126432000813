import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";

import { TaskGraph, type TaskGraphOptions } from "../../src/index.ts";
import { findCycles } from "../../src/graph/find-cycles.ts";
import { faults, graph, tasks } from "../support/graphs.ts";

const bad = (options: unknown): string[] => faults(() => new TaskGraph(options as TaskGraphOptions));

describe("a graph that cannot run", () => {
  it("is refused with everything that is wrong with it", () => {
    const run = (): undefined => undefined;
    expect(
      bad({
        tasks: [
          { id: "build", subject: "Build", run, dependencies: ["biuld", "build"] },
          { id: "build", subject: "Again", run },
          { id: "", subject: " ", run: 1, priority: 11, maxRetries: -1, acess: "read" },
          { id: "__proto__", subject: "x", run },
          { id: "locks", subject: "x", run, access: { write: ["a"] } },
        ],
      }),
    ).toEqual([
      "tasks.2.id: Too small: expected string to have >=1 characters",
      "tasks.2.subject: Too small: expected string to have >=1 characters",
      "tasks.2.priority: Too big: expected number to be <=10",
      "tasks.2.maxRetries: Too small: expected number to be >=0",
      "tasks.2.run: expected a function, or something with a kickoff, got number",
      'tasks.2.acess: unknown option: did you mean "access"?',
      "tasks.__proto__.id: is no name for a task",
      "tasks.locks.access.write: unknown option",
      "tasks.build: two tasks have this id",
      'tasks.build.dependencies: there is no task "biuld": did you mean "build"?',
      "tasks.build.dependencies: a task cannot wait for itself",
    ]);
  });

  it("names its circles as paths", () => {
    expect(bad({ tasks: tasks({ a: ["c"], b: ["a"], c: ["b"], d: ["e"], e: ["d"], f: ["a"] }) })).toEqual([
      "tasks.a: these tasks wait for each other: a → c → b → a",
      "tasks.d: these tasks wait for each other: d → e → d",
    ]);
  });

  it.each([
    ["no tasks", { tasks: [] }, ["tasks: a graph has at least one task"]],
    ["no options", undefined, [": Invalid input: expected object, received undefined"]],
    [
      "nobody at work",
      { tasks: tasks({ a: [] }), concurrency: 0 },
      ["concurrency: Too small: expected number to be >=1"],
    ],
    [
      "hooks that are none",
      { tasks: tasks({ a: [] }), hooks: [{ onFailed: () => undefined }] },
      [
        'hooks.0: none of its methods is a task hook: known: "beforeExecute", "afterExecute", "onFailure", "onTimeout", "onCancelled"',
      ],
    ],
    [
      "a hook that is no function",
      { tasks: tasks({ a: [] }), hooks: [{ onFailure: 1, onTimeout: 2 }] },
      ["hooks.0.onFailure: expected a function", "hooks.0.onTimeout: expected a function"],
    ],
  ])("has %s", (_name, options, expected) => {
    expect(bad(options)).toEqual(expected);
  });

  it("refuses wrong options of a run before anything runs", () => {
    const one = graph({ tasks: tasks({ a: [] }) });
    expect(faults(() => one.run({ runId: "", inputs: [] as never, engine: {} as never }))).toEqual([
      "inputs: expected a record, got a list",
      "runId: Too small: expected string to have >=1 characters",
      "engine: expected a DurableEngine, got object",
    ]);
  });
});

describe("findCycles", () => {
  const edges = fc
    .integer({ min: 1, max: 12 })
    .chain((size) =>
      fc.array(fc.uniqueArray(fc.nat({ max: size - 1 }), { maxLength: 3 }), { minLength: size, maxLength: size }),
    );

  it("finds a circle exactly where there is one, and each is one", () => {
    fc.assert(
      fc.property(edges, (graphEdges) => {
        const cycles = findCycles(graphEdges);
        for (const cycle of cycles) {
          for (const [index, task] of cycle.entries()) {
            expect(graphEdges[task]).toContain(cycle[(index + 1) % cycle.length]);
          }
        }
        expect(cycles.length > 0).toBe(hasCircle(graphEdges));
      }),
      { numRuns: 1_000 },
    );
  });

  /** Takes out what waits for nothing until nothing is left, or nothing can be taken out. */
  function hasCircle(graphEdges: readonly (readonly number[])[]): boolean {
    const left = new Set(graphEdges.keys());
    for (let before = -1; before !== left.size;) {
      before = left.size;
      for (const task of left) if (!(graphEdges[task] ?? []).some((other) => left.has(other))) left.delete(task);
    }
    return left.size > 0;
  }
});
