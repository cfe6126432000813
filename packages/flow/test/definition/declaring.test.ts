import "@boathook/testing/reset";

import { describe, expect, it } from "@jest/globals";
import type { Fault } from "@boathook/kernel";
import { On } from "@boathook/hooks";

import { and, compileFlow, Flow, Listen, or, race, Router, Start, type Condition } from "../../src/index.ts";

/** What is wrong with a flow class, said when it is first used. */
function faultsOf(flow: Flow): readonly Fault[] {
  try {
    flow.explain();
  } catch (error) {
    expect(error).toMatchObject({ code: "invalid_flow" });
    return (error as { faults: readonly Fault[] }).faults;
  }
  return [];
}

describe("a flow class that is wrong", () => {
  it("is refused when it is first used, with every fault and a suggestion", async () => {
    class Wrong extends Flow {
      @Start() outline() {
        return 1;
      }
      @Listen("outlin") write() {
        return 2;
      }
      @Router("outline", { emit: ["publish"] }) decide() {
        return "publish";
      }
      @Listen(or("publsh", and("decide", "nowhere"))) send() {
        return 3;
      }
      @Listen("loop") loop() {
        return 4;
      }
      @Listen("publish") publish() {
        return 5;
      }
    }
    const flow = new Wrong();
    const faults = [
      {
        path: "methods.write.listen",
        message: 'there is no method and no router label "outlin"',
        suggestion: 'did you mean "outline"?',
      },
      {
        path: "methods.send.listen",
        message: 'there is no method and no router label "publsh"',
        suggestion: 'did you mean "publish"?',
      },
      {
        path: "methods.send.listen",
        message: 'there is no method and no router label "nowhere"',
        suggestion: 'known: "outline", "write", "decide", "send", "loop", "publish"',
      },
      { path: "methods.loop.listen", message: '"loop" waits for itself' },
      {
        path: "methods.publish.listen",
        message: '"publish" waits for itself',
        suggestion: "methods and labels share their names; call the method something else",
      },
    ];
    expect(faultsOf(flow)).toEqual(faults);
    await expect(flow.kickoff()).rejects.toMatchObject({ code: "invalid_flow", faults });
    await expect(flow.kickoff()).rejects.toThrow('Invalid flow "Wrong", 5 faults:');
  });

  it("has no start, or no methods at all", () => {
    class NoStart extends Flow {
      @Listen("b") a() {
        return 1;
      }
      @Listen("a") b() {
        return 1;
      }
    }
    class Empty extends Flow {}
    expect(faultsOf(new NoStart())).toMatchObject([{ path: "methods", message: "no method starts the flow" }]);
    expect(faultsOf(new Empty())).toMatchObject([{ path: "methods", message: "the flow has no methods" }]);
  });

  it("has methods with roles that do not go together", () => {
    const symbol = Symbol("method");
    class Roles extends Flow {
      @Start() begin() {
        return 1;
      }
      @Start("begin") @Listen("begin") two() {
        return 1;
      }
      @Listen("begin") @Listen("two") twice() {
        return 1;
      }
      @Router({ emit: ["x"] }) lone() {
        return "x";
      }
      @Router("begin", { emit: ["own"] }) own() {
        return "own";
      }
      @Listen("begin") override explain() {
        return super.explain();
      }
      @Listen("begin") [symbol]() {
        return 1;
      }
    }
    expect(faultsOf(new Roles()).map(({ path, message }) => `${path}: ${message}`)).toEqual([
      "methods.twice: @Listen stands on it twice; use or(…) for several conditions",
      "methods.lone: @Router without a condition stands beside @Start()",
      "methods.Symbol(method): a flow method is found by its name, which cannot be a symbol",
      'methods.explain: "explain" is a member of every flow; give the method another name',
      "methods.two: it has several conditions (start and listen); use one, with or(…) if need be",
      "methods.lone: it has no condition, so it would never run",
      'methods.own.emit: label "own" is the router\'s own name; whoever waits for it would run twice',
    ]);
  });
});

describe("a decorator", () => {
  const refused: readonly (readonly [string, () => unknown, string])[] = [
    [
      "a listener without a condition",
      () => Listen(undefined as never),
      "@Listen: expected the name of a method or label",
    ],
    ["a method for a name", () => Listen((() => 1) as never), "got a function"],
    ["an empty name", () => Start(""), "the text is empty"],
    ["an empty group", () => Listen(or()), '@Listen.or: "or" takes at least one condition'],
    ["a wrong member of a group", () => Listen(and("a", race("b", 3 as never))), "@Listen.and.1.race.1: expected"],
    ["two operators", () => Listen({ or: ["a"], and: ["b"] }), "got a plain object"],
    ["a router without labels", () => Router("a", undefined as never), "a router declares its labels"],
    ["no label", () => Router("a", { emit: [] }), "@Router.emit: a router declares at least one label"],
    ["a label twice", () => Start({ emit: ["x", "x"] }), '@Start.emit.1: label "x" is there twice'],
    [
      "a label that is no text",
      () => Router({ emit: ["x", 7 as never] }),
      "@Router.emit.1: a label is a text, got the number 7",
    ],
    [
      "an unknown option",
      () => Router("a", { emits: ["x"] } as never),
      '@Router.emits: unknown option (did you mean "emit"?)',
    ],
  ];
  it.each(refused)("refuses %s when the class is declared", (_, declare, message) => {
    expect(declare).toThrow(expect.objectContaining({ code: "invalid_flow" }));
    expect(declare).toThrow(message);
  });

  it("stands on methods of instances only", () => {
    expect(() => {
      class Static extends Flow {
        @Start() static begin() {
          return 1;
        }
      }
      return Static;
    }).toThrow("a static member");
  });
});

describe("inheritance", () => {
  class Base extends Flow {
    @Start() begin() {
      return "base";
    }
    @Listen("begin") follow(input: string) {
      return `${input} follow`;
    }
  }

  it("keeps the decorators of an overridden method, and replaces them when the override has its own", async () => {
    class Kept extends Base {
      override begin() {
        return "derived";
      }
    }
    class Replaced extends Base {
      @Listen("begin") extra() {
        return "extra";
      }
      @Listen("extra") override follow(input: string) {
        return `after ${input}`;
      }
    }
    expect(await new Kept().kickoff()).toBe("derived follow");
    expect(await new Replaced().kickoff()).toBe("after extra");
    expect(await new Base().kickoff()).toBe("base follow");
  });

  it("does not lose a member that another decorator wraps", async () => {
    const wrap = (_target: object, _key: string, descriptor: PropertyDescriptor): void => {
      const original = descriptor.value as (...args: unknown[]) => unknown;
      descriptor.value = function (this: unknown, ...args: unknown[]): string {
        return `wrapped ${String(original.apply(this, args))}`;
      };
    };
    class Wrapped extends Flow {
      @wrap @Start() begin() {
        return "a";
      }
      @Listen("begin") @wrap follow(input: string) {
        return input;
      }
    }
    expect(await new Wrapped().kickoff()).toBe("wrapped wrapped a");
  });

  it("counts hook methods on the same members", async () => {
    const seen: string[] = [];
    class Both extends Base {
      @On("pre_step") watch(ctx: { readonly stepName: string }) {
        seen.push(ctx.stepName);
      }
    }
    await new Both().kickoff();
    expect(seen).toEqual(["begin", "follow"]);
  });
});

describe("a flow as data", () => {
  it("is what was declared", () => {
    class Graph extends Flow {
      @Start() a() {
        return 1;
      }
      @Start("x", { emit: ["y"] }) b() {
        return "y";
      }
      @Router(and("a", "b"), { emit: ["x"] }) c() {
        return "x";
      }
      @Listen(race("y", or("x", "c"))) d() {
        return 1;
      }
    }
    expect(new Graph({ name: "graph" }).explain()).toEqual({
      name: "graph",
      methods: {
        a: { start: true },
        b: { start: "x", emit: ["y"] },
        c: { router: { and: ["a", "b"] }, emit: ["x"] },
        d: { listen: { race: ["y", { or: ["x", "c"] }] } },
      },
    });
  });

  it("is checked like a class, also when names are there twice or look like numbers", () => {
    expect(() =>
      compileFlow("list", [
        ["a", { start: true }],
        ["b", { listen: "a" }],
        ["b", { router: "a" }],
        ["c", {}],
        ["d", { listen: { nor: ["a"] } as unknown as Condition }],
      ]),
    ).toThrow(
      expect.objectContaining({
        faults: [
          { path: "methods.b.emit", message: "a router declares its labels" },
          { path: "methods.c", message: "it has no condition, so it would never run" },
          expect.objectContaining({ path: "methods.d.listen" }),
          { path: "methods.b", message: "there are 2 methods of this name" },
        ],
      }),
    );
    const plan = compileFlow("numbers", [
      ["2", { start: true }],
      ["1", { start: true }],
    ]);
    expect(plan.starts.map(({ name }) => name)).toEqual(["2", "1"]);
  });
});
