import { afterEach, describe, expect, it } from "@jest/globals";
import { clearAllHooks, defineHook, on } from "@boathook/hooks";
import { events } from "@boathook/kernel";

import { FlowStartedEvent, MemoryEngine, MethodExecutionStartedEvent } from "../../src/index.ts";
import { Chain, done, failThenSucceed } from "../support/chain.ts";

afterEach(() => {
  clearAllHooks();
  done.length = 0;
});

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
    done.length = 0;
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
    done.length = 0;
    await new Chain({ engine, hooks: [tenant("b")] }).kickoff({ id: "a/run" });
    expect(done).toHaveLength(3);
    done.length = 0;
    await new Chain({ engine, hooks: [tenant("a")] }).kickoff({ id: "run" });
    expect(done).toEqual(["third"]);
    expect(engine.list().map(({ id, status }) => [id, status])).toEqual([
      ["a/run", "finished"],
      ["b/a/run", "finished"],
    ]);
  });
});
