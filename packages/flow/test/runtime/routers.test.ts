import "@boathook/testing/reset";

import { describe, expect, it } from "@jest/globals";

import { and, Flow, Listen, or, Router, Start } from "../../src/index.ts";
import { delay, watch } from "../support/watch.ts";

describe("routers", () => {
  class Chain extends Flow<{ first: string; second: string }> {
    @Start() begin() {
      return 1;
    }
    @Listen("begin") plain(input: unknown) {
      return ["plain", input];
    }
    @Router("begin", { emit: ["left", "right"] }) first(input: unknown) {
      return input === 1 ? this.state.first : "wrong";
    }
    @Router(or("left", "right"), { emit: ["up", "down"] }) second(input: unknown) {
      return input === this.state.first ? this.state.second : "wrong";
    }
    @Listen("first") afterFirst(input: unknown) {
      return ["afterFirst", input];
    }
    @Listen("left") onLeft(input: unknown) {
      return ["onLeft", input];
    }
    @Listen("up") onUp(input: unknown) {
      return ["onUp", input];
    }
  }

  it("go first, one after another, each with the one before's result; then everybody who listens", async () => {
    const flow = new Chain();
    const result = await flow.kickoff({ first: "left", second: "up" });
    expect(flow.methodOutputs.map(({ output }) => output)).toEqual([
      1,
      "left",
      ["afterFirst", "left"],
      "up",
      ["plain", 1],
      ["onLeft", "left"],
      ["onUp", "up"],
    ]);
    expect(result).toEqual(["onUp", "up"]);
  });

  it("end the flow with their label where nobody listens to it, and lead nowhere when they give nothing", async () => {
    class Ending extends Flow<{ label: unknown }> {
      @Start({ emit: ["done", "7", "true"] }) decide() {
        return this.state.label;
      }
    }
    for (const label of ["done", 7, true, undefined, null]) expect(await new Ending().kickoff({ label })).toBe(label);
  });

  it("of one method run one after another, in order of declaration", async () => {
    class Several extends Flow {
      readonly order: string[] = [];
      @Start() begin() {
        return 0;
      }
      @Router("begin", { emit: ["a"] }) async slow() {
        this.order.push("slow in");
        await delay(10);
        this.order.push("slow out");
        return "a";
      }
      @Router("begin", { emit: ["b"] }) quick() {
        this.order.push("quick");
        return "b";
      }
      @Listen(and("a", "b")) both(label: string) {
        this.order.push(`both ${label}`);
      }
    }
    const flow = new Several();
    await flow.kickoff();
    expect(flow.order).toEqual(["slow in", "slow out", "quick", "both b"]);
  });

  it.each([
    [(value: string) => Start({ emit: [value] }), "one decorator"],
    [
      (value: string) =>
        (target: object, key: string, descriptor: PropertyDescriptor): void => {
          Start()(target, key, descriptor);
          Router({ emit: [value] })(target, key, descriptor);
        },
      "two",
    ],
    [
      (value: string) =>
        (target: object, key: string, descriptor: PropertyDescriptor): void => {
          Router({ emit: [value] })(target, key, descriptor);
          Start(target, key, descriptor);
        },
      "two, the other way round and bare",
    ],
  ])("may start the flow (%#)", async (decorate) => {
    class Begin extends Flow {
      @decorate("go") decide() {
        return "go";
      }
      @Listen("go") follow(label: string) {
        return `went ${label}`;
      }
    }
    expect(await new Begin().kickoff()).toBe("went go");
  });

  it("that give an undeclared label fail, with a suggestion", async () => {
    class Wrong extends Flow<{ label: unknown }> {
      @Start({ emit: ["publish", "discard"] }) decide() {
        return this.state.label;
      }
    }
    const { error, trail } = await watch(() => new Wrong().kickoff({ label: "publsh" }));
    expect(error).toMatchObject({
      code: "invalid_flow",
      message:
        'Invalid flow "Wrong": methods.decide: the router gave the text "publsh", which is none of the labels that it declares (did you mean "publish"?)',
    });
    expect(trail).toEqual(["flow_started", "started decide", "failed decide", "flow_failed"]);
    await expect(new Wrong().kickoff({ label: { to: "publish" } })).rejects.toThrow("a plain object");
    await expect(new Wrong().kickoff({ label: "" })).rejects.toMatchObject({ code: "invalid_flow" });
  });
});

describe("cycles", () => {
  class Cycle extends Flow {
    @Start("again") draft() {
      return "draft";
    }
    @Listen("draft") review() {
      return "review";
    }
    @Router("review", { emit: ["again", "done"] }) decide() {
      return "again";
    }
  }

  it("stop at the limit with an error that names them", async () => {
    const { error } = await watch(() => new Cycle({ maxMethodCalls: 3 }).kickoff());
    expect(error).toMatchObject({
      code: "method_call_limit",
      methodName: "draft",
      limit: 3,
      cycle: ["draft", "review", "decide", "draft"],
      message:
        'Method "draft" has run 3 times in this kickoff, which is its limit, and was to run again. The cycle is draft → review → decide → draft. Let a router leave it, or raise `maxMethodCalls`.',
    });
    const flow = new Cycle();
    await expect(flow.kickoff()).rejects.toMatchObject({ limit: 100 });
    expect(flow.methodOutputs).toHaveLength(300);
  });
});
