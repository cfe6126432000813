import "@boathook/testing/reset";

import { describe, expect, it } from "@jest/globals";

import { and, Flow, Listen, or, Router, Start } from "../../src/index.ts";
import { delay, watch } from "../support/watch.ts";

/** The methods in the order in which they finished. */
async function finished(flow: Flow, inputs = {}): Promise<string> {
  await flow.kickoff(inputs);
  return flow.methodOutputs.map(({ method }) => method).join(" ");
}

describe("starts", () => {
  class Conditional extends Flow<{ label?: string }> {
    @Start() begin() {
      return "begun";
    }
    @Start("begin") afterMethod(input?: string) {
      return `after ${String(input)}`;
    }
    @Router("begin", { emit: ["x", "y"] }) route() {
      return this.state.label;
    }
    @Start("x") atLabel(...given: unknown[]) {
      return given;
    }
  }

  it("with a condition wait for a method or a label beside one without", async () => {
    const flow = new Conditional();
    expect(await finished(flow)).toBe("begin route afterMethod");
    expect(flow.methodOutputs.at(-1)?.output).toBe("after begun");
    expect(await finished(flow, { label: "x" })).toBe("begin route afterMethod atLabel");
    expect(flow.methodOutputs.at(-1)?.output).toEqual(["x"]);
  });

  it("all run at the start when each has a condition, and are given nothing", async () => {
    class AllConditional extends Flow {
      @Start("b") a(...given: unknown[]) {
        return given;
      }
      @Start("a") b(...given: unknown[]) {
        return given;
      }
    }
    const flow = new AllConditional({ maxMethodCalls: 2 });
    const { events } = await watch(() => flow.kickoff().catch(() => undefined));
    const params = events
      .filter(({ type }) => type === "method_execution_started")
      .map((event) => Reflect.get(event, "params") as unknown);
    expect(params.slice(0, 3)).toEqual([{}, {}, { _0: [] }]);
  });

  it("run at the same time, in order of declaration, parents' first", async () => {
    class Base extends Flow {
      readonly order: string[] = [];
      @Start() b() {
        this.order.push("b");
        return delay(20);
      }
    }
    class Derived extends Base {
      #passed!: () => void;
      readonly #turn = new Promise<void>((resolve) => (this.#passed = resolve));
      @Start() a() {
        this.order.push("a");
        this.#passed();
      }
      override async b() {
        this.order.push("overridden");
        await this.#turn;
        await delay(1); // "a" has finished by then, however busy the machine is
      }
    }
    const flow = new Derived();
    expect(await finished(flow)).toBe("a b");
    expect(flow.order).toEqual(["overridden", "a"]);
  });
});

describe("and", () => {
  it("fires when all were seen, with the last one's output, and then forgets", async () => {
    class Join extends Flow<{ round: number }> {
      override initialState = { round: 0 };
      @Start("again") async a() {
        await delay(5);
        return "a";
      }
      @Start("again") b() {
        return "b";
      }
      @Listen(and("a", "b")) join(last: string) {
        this.state.round += 1;
        return last;
      }
      @Router("join", { emit: ["again", "stop"] }) loop() {
        return this.state.round < 3 ? "again" : "stop";
      }
    }
    const flow = new Join();
    expect(await finished(flow)).toBe("b a join loop b a join loop b a join loop");
    expect(flow.methodOutputs.filter(({ method }) => method === "join").map(({ output }) => output)).toEqual([
      "a",
      "a",
      "a",
    ]);
  });

  it("nests with or, where the or is met by any and not limited to once", async () => {
    class Nested extends Flow {
      @Start() a() {
        return "a";
      }
      @Start() b() {
        return "b";
      }
      @Start() async c() {
        await delay(5);
        return "c";
      }
      @Listen(and(or("a", "b"), "c")) met(last: string) {
        return last;
      }
      @Listen(or(and("a", "c"), and("b", "c"))) either(last: string) {
        return last;
      }
    }
    expect(await finished(new Nested())).toBe("a b c met either");
  });

  it("that is never met leaves the flow with the last method's output", async () => {
    class Unmet extends Flow {
      @Start({ emit: ["never"] }) a() {
        return undefined;
      }
      @Start() b() {
        return "b";
      }
      @Listen(and("b", "never")) met() {
        return "met";
      }
    }
    const flow = new Unmet();
    await flow.kickoff();
    expect(flow.methodOutputs).toHaveLength(2);
  });
});

describe("or", () => {
  it("fires once per wave: the slower branch does not fire it again, and is not cancelled", async () => {
    class Either extends Flow {
      readonly effects: string[] = [];
      @Start() slow() {
        return delay(20).then(() => this.effects.push("slow done"));
      }
      @Start() quick() {
        return "quick";
      }
      @Listen(or("slow", "quick")) once(input: unknown) {
        return input;
      }
    }
    const flow = new Either();
    expect(await flow.kickoff()).toBe("quick");
    expect(flow.effects).toEqual(["slow done"]);
    expect(await finished(flow)).toBe("quick once slow");
  });

  it("does not fire again for a branch that follows the other", async () => {
    class Staggered extends Flow {
      @Start() a() {
        return "a";
      }
      @Listen("a") b() {
        return "b";
      }
      @Listen(or("a", "b")) once() {
        return "once";
      }
    }
    expect(await finished(new Staggered())).toBe("a b once");
  });

  it("fires again in the wave that its own firing led to, also through another branch", async () => {
    class Loop extends Flow<{ round: number }> {
      override initialState = { round: 0 };
      @Start({ emit: ["left", "right"] }) begin() {
        return "left";
      }
      @Listen("left") a() {
        return "a";
      }
      @Listen("right") b() {
        return "b";
      }
      @Listen(or("a", "b")) join(branch: string) {
        this.state.round += 1;
        return branch;
      }
      @Router("join", { emit: ["left", "right", "stop"] }) route() {
        return ["left", "right", "left"][this.state.round] ?? "stop";
      }
    }
    expect(await finished(new Loop())).toBe("begin a join route b join route a join route");
  });

  it("fires again when one of its sources runs again, and once in every such wave", async () => {
    class Again extends Flow<{ round: number }> {
      override initialState = { round: 0 };
      @Start("again") a() {
        this.state.round += 1;
        return "a";
      }
      @Start("again") async b() {
        await delay(3);
        return "b";
      }
      @Listen(or("a", "b")) once(input: string) {
        return input;
      }
      @Router("b", { emit: ["again"] }) loop() {
        return this.state.round < 3 ? "again" : undefined;
      }
    }
    expect(await finished(new Again())).toBe("a once b loop a once b loop a once b loop");
  });

  it("fires at every label that it mentions", async () => {
    class Labels extends Flow {
      @Start({ emit: ["x"] }) a() {
        return "x";
      }
      @Start({ emit: ["y"] }) b() {
        return "y";
      }
      @Listen(or("x", "y")) each(label: string) {
        return label;
      }
    }
    const flow = new Labels();
    await flow.kickoff();
    expect(flow.methodOutputs.map(({ output }) => output)).toEqual(["x", "y", "x", "y"]);
  });

  it("does not limit routers", async () => {
    class Routed extends Flow {
      @Start() a() {
        return 1;
      }
      @Start() b() {
        return 2;
      }
      @Router(or("a", "b"), { emit: ["x"] }) route(input: number) {
        return input === 0 ? undefined : "x";
      }
    }
    expect(await finished(new Routed())).toBe("a b route route");
  });
});

describe("the result", () => {
  it("is the output of the last finished method that nothing listens to", async () => {
    class Ends extends Flow {
      @Start() async slow() {
        await delay(15);
        return "slow end";
      }
      @Start() quick() {
        return "quick";
      }
      @Listen("quick") end() {
        return "quick end";
      }
      @Start() heard() {
        return delay(30);
      }
      @Listen(and("heard", "quick")) async silent() {
        await delay(1);
      }
    }
    class Heard extends Flow {
      @Start() async slow() {
        await delay(15);
        return "heard too late";
      }
      @Start() quick() {
        return "quick";
      }
      @Listen(or("slow", "quick")) end() {
        return "end";
      }
    }
    expect(await new Ends().kickoff()).toBeUndefined();
    expect(await new Heard().kickoff()).toBe("end");
  });
});
