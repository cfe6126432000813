import { describe, expect, it } from "@jest/globals";
import { InterceptionPoint, On, type InputContext } from "@boathook/hooks";

import { and, Flow, Listen, or, Router, Start } from "../src/index.ts";

class Base extends Flow<{ topic: string }, string> {
  readonly #log: string[] = [];

  @Start outline() {
    this.#log.push("outline");
    return `About ${this.state.topic}`;
  }
  @Router("outline", { emit: ["long", "short"] }) size(outline: string) {
    return outline.length > 40 ? "long" : "short";
  }
  @Listen(or("long", "short")) write(label: string) {
    this.#log.push("write");
    return `a ${label} article`;
  }
  @On(InterceptionPoint.INPUT) shout(ctx: InputContext) {
    return { ...ctx.payload, topic: String(ctx.payload["topic"]).toUpperCase() };
  }
  get log(): readonly string[] {
    return this.#log;
  }
}

class Derived extends Base {
  override outline() {
    return `${super.outline()}, again`;
  }
  @Listen(and("write", "outline")) sign(text: string) {
    return `${text}, signed`;
  }
}

describe("a flow with standard decorators", () => {
  it("runs, with hooks, #private members and bare decorators", async () => {
    const flow = new Base();
    expect(await flow.kickoff({ topic: "tides" })).toBe("a short article");
    expect(flow.state.topic).toBe("TIDES");
    expect(flow.log).toEqual(["outline", "write"]);
  });

  it("keeps the decorators of overridden members and leaves its parent alone", async () => {
    const flow = new Derived();
    expect(await flow.kickoff({ topic: "tides" })).toBe("a short article, signed");
    expect(flow.methodOutputs[0]?.output).toBe("About TIDES, again");
    expect(Object.keys(new Base().explain().methods)).toEqual(["outline", "size", "write"]);
    expect(Object.keys(flow.explain().methods)).toEqual(["outline", "size", "write", "sign"]);
  });

  it("starts with a router, from one decorator or two", async () => {
    class One extends Flow {
      @Start({ emit: ["go"] }) decide() {
        return "go";
      }
      @Listen("go") follow(label: string) {
        return `one ${label}`;
      }
    }
    class Two extends Flow {
      @Router({ emit: ["go"] }) @Start() decide() {
        return "go";
      }
      @Listen("go") follow(label: string) {
        return `two ${label}`;
      }
    }
    expect([await new One().kickoff(), await new Two().kickoff()]).toEqual(["one go", "two go"]);
  });

  it("refuses fields and static members", () => {
    expect(() => {
      class Wrong extends Flow {
        @Start() static begin() {
          return 1;
        }
      }
      return Wrong;
    }).toThrow("a static member");
  });
});
