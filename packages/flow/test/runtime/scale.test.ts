import { describe, expect, it } from "@jest/globals";

import { Flow, FLOW_SEAM, compileFlow, type FlowPlan, type FlowSeam, type NamedMethod } from "../../src/index.ts";

/** A flow of methods that only exist in its plan: each returns one more than it was given. */
class Counting extends Flow<object, number> {
  readonly #plan: FlowPlan;
  readonly #isAsync: boolean;

  constructor(plan: FlowPlan, isAsync: boolean) {
    super({ suppressFlowEvents: true });
    this.#plan = plan;
    this.#isAsync = isAsync;
  }

  protected override [FLOW_SEAM](): FlowSeam {
    return {
      plan: this.#plan,
      manners: { announcesRuns: false, announcesMethods: false, dispatchesSteps: false, inputsAreState: false },
      channel: undefined,
      hooks: [],
      prepare: () => undefined,
      takesInput: () => true,
      runMethod: (_, [count = 0]) => {
        const next = (count as number) + 1;
        return this.#isAsync ? Promise.resolve(next) : next;
      },
      result: (last) => last,
      readOutput: (payload) => payload,
    };
  }
}

function methods(count: number, condition: (n: number) => NamedMethod[1]): FlowPlan {
  return compileFlow(
    "scale",
    Array.from({ length: count }, (_, n): NamedMethod => [`m${n}`, condition(n)]),
  );
}

const chain = methods(10_000, (n) => (n === 0 ? { start: true } : { listen: `m${n - 1}` }));
const star = methods(10_001, (n) => (n === 0 ? { start: true } : { listen: "m0" }));
const join = compileFlow("join", [
  ...Array.from({ length: 1_000 }, (_, n): NamedMethod => [`m${n}`, { start: true }]),
  ["end", { listen: { and: Array.from({ length: 1_000 }, (_, n) => `m${n}`) } }],
]);

describe.each([
  ["asynchronous", true],
  ["done at once", false],
])("methods that are %s", (_, isAsync) => {
  it("run in a chain of 10 000", async () => {
    expect(await new Counting(chain, isAsync).kickoff()).toBe(10_000);
  });

  it("run as 10 000 listeners of one", async () => {
    const flow = new Counting(star, isAsync);
    expect(await flow.kickoff()).toBe(2);
    expect(flow.methodOutputs).toHaveLength(10_001);
  });

  it("join a thousand into one", async () => {
    const flow = new Counting(join, isAsync);
    expect(await flow.kickoff()).toBe(2);
    expect(flow.methodOutputs).toHaveLength(1_001);
  });

  it("run in a thousand kickoffs of one object at the same time", async () => {
    const flow = new Counting(
      methods(10, (n) => (n === 0 ? { start: true } : { listen: `m${n - 1}` })),
      isAsync,
    );
    const results = await Promise.all(Array.from({ length: 1_000 }, () => flow.kickoff()));
    expect(new Set(results)).toEqual(new Set([10]));
  });
});

describe("a class that brings its own steps", () => {
  it("is asked for each part once, at the right time", async () => {
    const asked: string[] = [];
    const plan = compileFlow("two", [
      ["a", { start: true }],
      ["b", { listen: "a" }],
    ]);
    class Own extends Flow<object, string> {
      protected override [FLOW_SEAM](): FlowSeam {
        return {
          plan,
          manners: { announcesRuns: false, announcesMethods: false, dispatchesSteps: false, inputsAreState: false },
          channel: undefined,
          hooks: [],
          prepare: (inputs) => void asked.push(`prepare ${JSON.stringify(inputs)}`),
          takesInput: () => false,
          runMethod: (name, args) => {
            asked.push(`run ${name} ${JSON.stringify(args)}`);
            return name;
          },
          result: (last) => {
            asked.push(`result of ${String(last)}`);
            return "made";
          },
          readOutput: (payload) => payload,
        };
      }
    }
    expect(await new Own().kickoff({ topic: "tides" })).toBe("made");
    expect(asked).toEqual(['prepare {"topic":"tides"}', "run a []", "run b []", "result of b"]);
  });
});
