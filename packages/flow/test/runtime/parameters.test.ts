import "@boathook/testing/reset";

import { describe, expect, it } from "@jest/globals";
import { on, InterceptionPoint, type PreStepContext } from "@boathook/hooks";
import fc from "fast-check";

import { Flow, Listen, Router, Start } from "../../src/index.ts";
import { watch } from "../support/watch.ts";
import { argumentsOf, declaresParameter, parametersOf } from "../../src/runtime/parameters.ts";

const P = InterceptionPoint;

class Steps extends Flow {
  @Start() begin() {
    return "begun";
  }
  @Listen("begin") none(...given: []) {
    return ["none", ...given];
  }
  @Listen("begin") plain(input: unknown, more?: unknown) {
    return ["plain", input, more];
  }
  @Listen("begin") defaulted(input: unknown = "default") {
    return ["defaulted", input];
  }
  @Listen("begin") nothing() {
    return "nothing";
  }
}

describe("the parameters of a method", () => {
  it("are there when it declares one, also with a default and as rest", async () => {
    const payloads: unknown[] = [];
    on(P.PRE_STEP, (ctx) => {
      payloads.push([ctx.stepName, ctx.payload]);
    });
    await new Steps().kickoff();
    expect(payloads).toEqual([
      ["begin", {}],
      ["none", { _0: "begun" }],
      ["plain", { _0: "begun" }],
      ["defaulted", { _0: "begun" }],
      ["nothing", {}],
    ]);
  });

  it("have the whole context of a step", async () => {
    const flow = new Steps();
    const seen: PreStepContext[] = [];
    on(P.PRE_STEP, (ctx) => {
      if (ctx.stepName === "plain") seen.push({ ...ctx });
    });
    await flow.kickoff();
    expect(seen).toEqual([
      {
        executionId: expect.any(String),
        signal: expect.anything(),
        kind: "flow_method",
        stepName: "plain",
        flow,
        agent: undefined,
        agentRole: undefined,
        task: undefined,
        crew: undefined,
        payload: { _0: "begun" },
        output: undefined,
      },
    ]);
  });

  const rewrites: readonly (readonly [unknown, readonly unknown[]])[] = [
    [{ _0: "new" }, ["new"]],
    [{ _10: "c", _2: "b", _0: "a" }, ["a", "b", "c"]],
    [{ _1: "only" }, ["only"]],
    [{ _0: "a", name: 1, _x: 2, _: 3 }, ["a", { name: 1, _x: 2, _: 3 }]],
    [{ name: 1 }, [{ name: 1 }]],
    [{}, []],
    ["text", ["begun"]],
    [["list"], ["begun"]],
    [0, ["begun"]],
  ];
  it.each(rewrites)("rewritten to %j are mapped back", async (payload, expected) => {
    const calls: unknown[][] = [];
    class Called extends Flow {
      @Start() begin() {
        return "begun";
      }
      @Listen("begin") called(...args: unknown[]) {
        calls.push(args);
      }
    }
    on(P.PRE_STEP, (ctx) => (ctx.stepName === "called" ? payload : undefined));
    await new Called().kickoff();
    expect(calls).toEqual([expected]);
  });

  it("may be rewritten, and the result, by asynchronous hooks as well", async () => {
    on(P.PRE_STEP, async (ctx) => {
      await Promise.resolve();
      if (ctx.stepName === "plain") ctx.payload = { _0: "a", _1: "b" };
    });
    on(P.POST_STEP, async (ctx) => {
      await Promise.resolve();
      return ctx.stepName === "begin" ? `${String(ctx.payload)}!` : undefined;
    });
    const flow = new Steps();
    await flow.kickoff();
    expect(flow.methodOutputs.map(({ output }) => output)).toEqual([
      "begun!",
      ["none", "begun!"],
      ["plain", "a", "b"],
      ["defaulted", "begun!"],
      "nothing",
    ]);
  });

  it("do not change the started event, and a rewritten label takes the other branch", async () => {
    class Branch extends Flow {
      @Start({ emit: ["left", "right"] }) choose() {
        return "left";
      }
      @Router("choose", { emit: ["x"] }) check(chosen: string) {
        return chosen === "right" ? "x" : undefined;
      }
      @Listen("left") goLeft() {
        return "went left";
      }
      @Listen("right") goRight(label: string) {
        return label;
      }
    }
    on(P.PRE_STEP, (ctx) => (ctx.stepName === "goRight" ? { _0: "changed" } : undefined));
    on(P.POST_STEP, (ctx) => (ctx.stepName === "choose" ? "right" : undefined));
    const flow = new Branch();
    const { value, events } = await watch(() => flow.kickoff());
    expect(value).toBe("changed");
    expect(flow.methodOutputs.map(({ output }) => output)).toEqual(["right", "x", "changed"]);
    const started = events.filter(({ type }) => type === "method_execution_started");
    expect(started.map((event) => Reflect.get(event, "params") as unknown)).toEqual([
      {},
      { _0: "right" },
      { _0: "right" },
    ]);
  });
});

describe("declaresParameter", () => {
  const name = "computed (name";
  const sources = {
    plain() {},
    async later() {},
    *generator() {},
    async *both() {},
    async() {},
    get() {},
    [name]() {},
    "quoted (name"() {},
    commented(/* nothing (a, b) */) {},
    named() {
      return (a: unknown) => a;
    },
    arrow: () => undefined,
    asyncArrow: async () => undefined,
    bound: function (this: unknown) {}.bind(null),
  };
  const withParameters = {
    one(_a: unknown) {},
    rest(..._a: unknown[]) {},
    defaulted(_a = 1) {},
    destructured({ a: _a } = { a: 1 }) {},
    async *all(_a = ")") {},
    [name](_a = 1) {},
    commented(/* ) */ _a = 1) {},
    arrow: (_a = 1) => undefined,
    asyncArrow: async (..._a: unknown[]) => undefined,
  };
  it.each(Object.entries(sources))("is false for %s", (_, method) => {
    expect(declaresParameter(method)).toBe(false);
  });
  it.each(Object.entries(withParameters))("is true for %s", (_, method) => {
    expect(declaresParameter(method)).toBe(true);
  });
  it("is false for what is no function", () => {
    expect(declaresParameter(undefined)).toBe(false);
  });
});

describe("argumentsOf", () => {
  it("undoes parametersOf, for any arguments", () => {
    fc.assert(
      fc.property(fc.array(fc.anything(), { maxLength: 12 }), (args) => {
        expect(argumentsOf(parametersOf(args), ["original"])).toEqual(args);
      }),
    );
  });

  it("keeps every value of any record, positions first and in order", () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.oneof(
            fc.string(),
            fc.nat(99).map((n) => `_${n}`),
          ),
          fc.integer(),
        ),
        (payload) => {
          const args = argumentsOf(payload, []);
          const positions = Object.keys(payload).filter((key) => /^_\d+$/.test(key));
          const byNumber = [...positions].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
          expect(args.slice(0, positions.length)).toEqual(byNumber.map((key) => payload[key]));
          const rest = Object.fromEntries(Object.entries(payload).filter(([key]) => !positions.includes(key)));
          expect(args.slice(positions.length)).toEqual(Object.keys(rest).length === 0 ? [] : [rest]);
        },
      ),
    );
  });
});
