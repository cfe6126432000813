import { afterEach, describe, expect, it } from "@jest/globals";
import { clearAllHooks, defineHook } from "@boathook/hooks";
import { NotSerializableError } from "@boathook/kernel";

import { and, Flow, Listen, MemoryEngine, Persist, race, Router, Start } from "../../src/index.ts";
import { Chain, did, done, failThenSucceed } from "../support/chain.ts";

afterEach(() => {
  clearAllHooks();
  done.length = 0;
});

describe("what cannot be recorded", () => {
  class Opening extends Flow<{ socket?: unknown; step: number }> {
    override initialState = { step: 0 };
    @Start() fine(): string {
      this.state.step = 1;
      return did("fine");
    }
    @Listen("fine") opens(): string {
      this.state.step = 2;
      this.state.socket = { handle: new WeakMap() };
      return did("opens");
    }
  }

  it("fails the method, with its path, and leaves the earlier state", async () => {
    const engine = new MemoryEngine();
    const failure: unknown = await new Opening({ engine }).kickoff({ id: "run" }).catch((error: unknown) => error);
    expect(NotSerializableError.is(failure) && failure.path).toBe("state.socket.handle");
    expect(engine.read("run")).toMatchObject({ status: "failed", state: '{"step":1,"id":"run"}' });
    expect(engine.read("run")?.units.map(({ key }) => key)).toEqual(["fine#1"]);
  });

  it("is no matter where nothing is recorded", async () => {
    expect(await new Opening().kickoff({ id: "run" })).toBe("opens");
  });

  it("names outputs, inputs and results, too", async () => {
    class Giving extends Flow {
      @Start() gives(): unknown {
        return [1, () => 1];
      }
    }
    const engine = new MemoryEngine();
    const path = async (flow: Flow, inputs = {}): Promise<unknown> =>
      flow.kickoff(inputs).catch((error: unknown) => NotSerializableError.is(error) && error.path);
    const changed = defineHook("output", (ctx) => {
      ctx.payload = { big: Symbol("s") };
    });
    Chain.failing = false;
    expect([
      await path(new Giving({ engine })),
      await path(new Chain({ engine }), { topic: Symbol("s") }),
      await path(new Chain({ engine, hooks: [changed] })),
    ]).toEqual(["output of gives#1.1", "inputs.topic", "result.big"]);
  });
});

describe("records of other code", () => {
  it("are refused as they are: another flow's, or a graph that has changed", async () => {
    class Changed extends Flow {
      @Start() begins(): string {
        return did("begins");
      }
    }
    const engine = new MemoryEngine();
    await failThenSucceed(engine);
    const before = engine.read("run");
    await expect(new Changed({ engine }).kickoff({ id: "run" })).rejects.toMatchObject({
      code: "run_mismatch",
      message: expect.stringContaining('"Chain" began it, and this is "Changed"'),
    });
    await expect(new Changed({ engine, name: "Chain" }).kickoff({ id: "run" })).rejects.toMatchObject({
      code: "run_mismatch",
      message: expect.stringContaining('it has done "first#1"'),
    });
    expect(engine.read("run")?.units).toEqual(before?.units);
    expect(await new Chain({ engine }).kickoff({ id: "run" })).toBe("end");
  });
});

describe("a run that is under way", () => {
  it("is nobody else's", async () => {
    const engine = new MemoryEngine();
    class Waiting extends Flow {
      @Start() async waits(): Promise<string> {
        await new Promise((resolve) => setTimeout(resolve, 30));
        return did("waits");
      }
    }
    const first = new Waiting({ engine }).kickoff({ id: "run" });
    await new Promise((resolve) => setTimeout(resolve, 5));
    await expect(new Waiting({ engine }).kickoff({ id: "run" })).rejects.toMatchObject({ code: "run_busy" });
    expect(await first).toBe("waits");
    expect(done).toEqual(["waits"]);
  });

  it("fails when it is taken over, and what it did since is not recorded", async () => {
    const engine = new MemoryEngine();
    class Losing extends Flow {
      @Start() one(): string {
        engine.expireLeases();
        return did("one");
      }
      @Listen("one") two(): string {
        return did("two");
      }
    }
    await expect(new Losing({ engine }).kickoff({ id: "run" })).rejects.toMatchObject({ code: "state_conflict" });
    expect(done).toEqual(["one"]);
    expect(engine.read("run")).toMatchObject({ status: "running", units: [] });
  });
});

describe("@Persist", () => {
  it("on a class records after every method, with the engine it names; subclasses, too", async () => {
    const engine = new MemoryEngine();
    @Persist({ engine })
    class Kept extends Flow {
      @Start() one(): string {
        return "one";
      }
    }
    class Sub extends Kept {
      @Listen("one") two(): string {
        return "two";
      }
    }
    const flow = new Sub();
    await flow.kickoff({ id: "run" });
    expect((await flow.history("run")).map(({ method }) => method)).toEqual(["one", "two"]);
  });

  it("on a method records after that one, with everything before it", async () => {
    const engine = new MemoryEngine();
    class Sparing extends Flow {
      static failsAt = "";
      @Start() one(): string {
        return this.#step("one");
      }
      @Persist({ engine }) @Listen("one") two(): string {
        return this.#step("two");
      }
      @Listen("two") three(): string {
        return this.#step("three");
      }
      @Listen("three") four(): string {
        return this.#step("four");
      }
      #step(name: string): string {
        if (Sparing.failsAt === name) throw new Error(name);
        return did(name);
      }
    }
    Sparing.failsAt = "four";
    await expect(new Sparing().kickoff({ id: "run" })).rejects.toThrow("four");
    Sparing.failsAt = "";
    await new Sparing().kickoff({ id: "run" });
    expect(done).toEqual(["one", "two", "three", "three", "four"]);
    expect((await new Sparing().history("run")).map(({ method }) => method)).toEqual(["two"]);
  });

  it("stands where it may only", () => {
    expect(() => Persist({ engin: 1 } as never)).toThrow(/@Persist[^]*engin: unknown option/);
    expect(() => {
      class Wrong {
        @Persist() static one(): string {
          return did("never");
        }
        readonly two = 2;
      }
      return Wrong;
    }).toThrow("a static member");
  });
});

describe("races and joins that are continued", () => {
  it("remember who won, and what was met in part", async () => {
    const engine = new MemoryEngine();
    class Racing extends Flow {
      static failing = true;
      @Start() quick(): string {
        return did("quick");
      }
      @Start() async slow(): Promise<string> {
        await new Promise((resolve, reject) => {
          this.signal.addEventListener("abort", () => {
            reject(new Error("beaten"));
          });
        });
        return did("slow");
      }
      @Listen(race("quick", "slow")) winner(of: string): string {
        return did(`winner ${of}`);
      }
      @Router("winner", { emit: ["on"] }) decides(): string {
        return did("on");
      }
      @Listen("on") fails(): string {
        if (Racing.failing) throw new Error("not yet");
        return did("fails no more");
      }
      @Listen(and("winner", "fails")) both(): string {
        return did("both");
      }
    }
    await expect(new Racing({ engine }).kickoff({ id: "run" })).rejects.toThrow("not yet");
    Racing.failing = false;
    const before = done.length;
    expect(await new Racing({ engine }).kickoff({ id: "run" })).toBe("both");
    expect(done.slice(before)).toEqual(["fails no more", "both"]);
  });
});
