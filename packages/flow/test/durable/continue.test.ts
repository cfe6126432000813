import { afterEach, describe, expect, it } from "@jest/globals";
import { clearAllHooks, defineHook, on } from "@boathook/hooks";
import { events, NotSerializableError } from "@boathook/kernel";

import {
  and,
  Flow,
  FlowStartedEvent,
  Listen,
  MemoryEngine,
  MethodExecutionStartedEvent,
  Persist,
  race,
  Router,
  Start,
} from "../../src/index.ts";

afterEach(clearAllHooks);

/** What the methods of one test did, over all kickoffs. */
let done: string[] = [];
afterEach(() => {
  done = [];
});

const did = (name: string): string => {
  done.push(name);
  return name;
};

/** `third` fails until it is told not to. */
class Chain extends Flow<{ topic?: string; notes: string[] }> {
  static failing = true;
  override initialState = { notes: [] as string[] };

  @Start() first(): string {
    this.state.notes.push("first");
    return did("first");
  }

  @Listen("first") async second(before: string): Promise<string> {
    await Promise.resolve();
    this.state.notes.push("second");
    return did(`second after ${before}`);
  }

  @Listen("second") third(): string {
    this.state.notes.push("third");
    did("third");
    if (Chain.failing) throw new Error("not yet");
    return "end";
  }
}

const failThenSucceed = async (engine: MemoryEngine): Promise<void> => {
  Chain.failing = true;
  await expect(new Chain({ engine }).kickoff({ id: "run", topic: "tides" })).rejects.toThrow("not yet");
  Chain.failing = false;
};

describe("a recorded flow that failed", () => {
  it("goes on, in another object, at the first method that did not finish, with the state of then", async () => {
    const engine = new MemoryEngine();
    await failThenSucceed(engine);
    const flow = new Chain({ engine });
    expect(await flow.kickoff({ id: "run", topic: "is kept as it was" })).toBe("end");
    expect(done).toEqual(["first", "second after first", "third", "third"]);
    expect(flow.state).toEqual({ id: "run", topic: "tides", notes: ["first", "second", "third"] });
    expect(flow.methodOutputs.map(({ method }) => method)).toEqual(["first", "second", "third"]);
  });

  it("opens its boundary again, for it was closed; and dispatches no step twice", async () => {
    const engine = new MemoryEngine();
    const points: string[] = [];
    for (const point of ["execution_start", "input", "pre_step", "post_step", "output"] as const)
      on(point, (ctx) => void points.push("stepName" in ctx ? `${point} ${ctx.stepName}` : point));
    on("execution_end", (ctx) => void points.push(`execution_end ${ctx.status}`));
    await failThenSucceed(engine);
    points.length = 0;
    await new Chain({ engine }).kickoff({ id: "run" });
    expect(points).toEqual([
      ...["execution_start", "input", "pre_step third", "post_step third", "output", "execution_end completed"],
    ]);
  });

  it("emits no event of a method that is not run again", async () => {
    const engine = new MemoryEngine();
    await failThenSucceed(engine);
    const seen: string[] = [];
    const subscriptions = [
      events.on(FlowStartedEvent).subscribe(({ inputs }) => seen.push(`started ${JSON.stringify(inputs)}`)),
      events.on(MethodExecutionStartedEvent).subscribe(({ methodName }) => seen.push(methodName)),
    ];
    await new Chain({ engine }).kickoff({ id: "run" });
    for (const subscription of subscriptions) subscription.unsubscribe();
    expect(seen).toEqual(['started {"id":"run"}', "third"]);
  });

  it("runs all methods where that is asked for, with its newest state", async () => {
    const engine = new MemoryEngine();
    await failThenSucceed(engine);
    const flow = new Chain({ engine });
    await flow.kickoff({ id: "run", topic: "new" }, { rerun: true });
    expect(done.slice(3)).toEqual(["first", "second after first", "third"]);
    expect(flow.state).toEqual({ id: "run", topic: "new", notes: ["first", "second", "first", "second", "third"] });
  });
});

describe("a recorded flow that finished", () => {
  it("keeps its state for the next kickoff, which runs all methods", async () => {
    const engine = new MemoryEngine();
    Chain.failing = false;
    await new Chain({ engine }).kickoff({ id: "run", topic: "one" });
    const flow = new Chain({ engine });
    await flow.kickoff({ id: "run" });
    expect(done).toHaveLength(6);
    expect(flow.state).toMatchObject({ topic: "one", notes: { length: 6 } });
    expect(engine.read("run")).toMatchObject({ status: "finished", result: '"end"' });
  });

  it("is named by `runId` where the inputs name none", async () => {
    const engine = new MemoryEngine();
    Chain.failing = false;
    const flow = new Chain({ engine });
    await flow.kickoff({}, { runId: "mine" });
    await flow.kickoff({ id: "theirs" }, { runId: "mine" });
    expect([flow.state.id, engine.list().map(({ id }) => id)]).toEqual(["theirs", ["theirs", "mine"]]);
  });

  it("leaves no record of a kickoff that was not to be recorded", async () => {
    const engine = new MemoryEngine();
    Chain.failing = false;
    await new Chain({ engine }).kickoff({ id: "run" }, { durable: false });
    expect(engine.list()).toEqual([]);
  });
});

describe("time travel", () => {
  it("shows what was recorded, and starts again after any step, as a run of its own", async () => {
    const engine = new MemoryEngine();
    Chain.failing = false;
    const flow = new Chain({ engine });
    await flow.kickoff({ id: "run", topic: "tides" });
    const history = await flow.history("run");
    expect(history.map(({ step, method, state }) => [step, method, (state as { notes: string[] }).notes])).toEqual([
      [0, "first", ["first"]],
      [1, "second", ["first", "second"]],
      [2, "third", ["first", "second", "third"]],
    ]);
    done = [];
    expect(await flow.kickoff({ id: "fork", topic: "ebb" }, { forkFrom: "run", step: 0 })).toBe("end");
    expect(done).toEqual(["second after first", "third"]);
    expect(flow.state).toEqual({ id: "fork", topic: "ebb", notes: ["first", "second", "third"] });
    expect((await flow.history("fork")).map(({ method }) => method)).toEqual(["first", "second", "third"]);
    expect(await flow.history("run")).toEqual(history);
  });

  it("forks a whole state without a step: all methods run", async () => {
    const engine = new MemoryEngine();
    Chain.failing = false;
    const flow = new Chain({ engine });
    await flow.kickoff({ id: "run" });
    await flow.kickoff({}, { forkFrom: "run" });
    expect(flow.state.id).not.toBe("run");
    expect(flow.state.notes).toHaveLength(6);
  });

  it("refuses what is not there", async () => {
    const engine = new MemoryEngine();
    Chain.failing = false;
    const flow = new Chain({ engine });
    await flow.kickoff({ id: "run" });
    const code = async (work: Promise<unknown>): Promise<unknown> =>
      work.catch((error: unknown) => (error as { code: string }).code);
    expect([
      await code(flow.history("nothing")),
      await code(flow.kickoff({}, { forkFrom: "nothing" })),
      await code(flow.kickoff({ id: "run" }, { forkFrom: "run" })),
      await code(flow.kickoff({}, { forkFrom: "run", step: 7 })),
      await code(flow.kickoff({}, { step: 1 })),
      await code(flow.kickoff({}, { forkFrom: "run", rerun: true })),
      await code(new Chain().kickoff({}, { forkFrom: "run" })),
      await code(new Chain().kickoff({}, { rerun: true })),
    ]).toEqual([
      ...["unknown_run", "unknown_run", "invalid_inputs"],
      ...Array<string>(5).fill("invalid_configuration"),
    ]);
  });
});

describe("ids that hooks change", () => {
  it("name the record: another state is restored, and nobody reaches it under its own id past the hook", async () => {
    const engine = new MemoryEngine();
    const tenant = (name: string) =>
      defineHook("input", (ctx) => {
        ctx.payload["id"] = `${name}/${String(ctx.payload["id"])}`;
      });
    Chain.failing = true;
    await expect(new Chain({ engine, hooks: [tenant("a")] }).kickoff({ id: "run" })).rejects.toThrow("not yet");
    Chain.failing = false;
    done = [];
    await new Chain({ engine, hooks: [tenant("b")] }).kickoff({ id: "a/run" });
    expect(done).toHaveLength(3);
    done = [];
    await new Chain({ engine, hooks: [tenant("a")] }).kickoff({ id: "run" });
    expect(done).toEqual(["third"]);
    expect(engine.list().map(({ id, status }) => [id, status])).toEqual([
      ["a/run", "finished"],
      ["b/a/run", "finished"],
    ]);
  });
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
        @Persist() static one(): void {
          did("never");
        }
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
