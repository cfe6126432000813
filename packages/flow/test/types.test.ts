import { describe, expect, it } from "@jest/globals";
import { on, type PreStepContext } from "@boathook/hooks";

import { and, Flow, Listen, Router, Start, type KickoffOptions } from "../src/index.ts";

/** Never called: what is in it is only compiled. */
function compileOnly(_check: () => unknown): void {
  expect(typeof _check).toBe("function");
}

class Typed extends Flow<{ topic: string; count?: number }, number> {
  override initialState = { count: 0 };
  @Start begin() {
    return this.state.topic.length;
  }
  @Listen("begin") follow(input: number) {
    return input + this.state.id.length;
  }
}

describe("the types of a flow", () => {
  it("know its state and its result", () => {
    compileOnly(async () => {
      const flow = new Typed();
      const result: number = await flow.kickoff({ topic: "tides" });
      const topic: string = flow.state.topic;
      // @ts-expect-error -- the result is a number
      const wrong: string = await flow.kickoff();
      // @ts-expect-error -- the state has no such field
      flow.state.tpoic;
      // @ts-expect-error -- the state has this field as a number
      flow.state.count = "many";
      return [result, topic, wrong];
    });
  });

  it("refuse wrong options and inputs that are no record", () => {
    compileOnly(() => {
      const options: KickoffOptions = { timeoutMs: 1, signal: undefined };
      // @ts-expect-error -- no such option
      void new Typed().kickoff({}, { timeout: 1 });
      // @ts-expect-error -- inputs are named values
      void new Typed().kickoff("tides");
      // @ts-expect-error -- no such option of a flow
      new Typed({ maxCalls: 1 });
      return options;
    });
  });

  it("refuse conditions that are none, routers without labels, and what is no method", () => {
    compileOnly(() => {
      class Wrong extends Flow {
        // @ts-expect-error -- a condition names a method, it is none
        @Listen(Wrong.prototype.begin) begin() {
          return 1;
        }
        // @ts-expect-error -- a group takes conditions
        @Listen(and(1)) second() {
          return 1;
        }
        // @ts-expect-error -- a router declares its labels
        @Router("begin") third() {
          return 1;
        }
        // @ts-expect-error -- not on a field
        @Start() field = 1;
      }
      return Wrong;
    });
  });

  it("give hooks a real flow", () => {
    compileOnly(() =>
      on("execution_start", (ctx) => {
        const name: string | undefined = ctx.flow?.name;
        // @ts-expect-error -- a flow has no such member
        ctx.flow?.title;
        return name === undefined ? undefined : { name };
      }),
    );
    compileOnly((ctx?: PreStepContext) => {
      if (ctx?.kind === "flow_method") {
        const flow: Flow = ctx.flow;
        const payload: Record<string, unknown> = ctx.payload;
        return [flow, payload];
      }
      return undefined;
    });
  });
});
