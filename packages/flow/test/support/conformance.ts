import { expect, it } from "@jest/globals";

import type { DurableEngine, RunClaim } from "../../src/engine/durable-engine.ts";
import { RunBusyError, StateConflictError } from "../../src/engine/errors.ts";
import type { RunBeginning, StoredRun, StoredUnit } from "../../src/engine/stored-run.ts";

/** What the suite needs of an engine. */
export interface Bench {
  readonly engine: DurableEngine;
  /** Takes the hold of every run away, as if its process had been frozen for longer than its lease. */
  readonly freeze: () => Promise<void>;
}

const unit = (key: string): StoredUnit => ({ key, output: `"of ${key}"`, state: `{"after":"${key}"}`, at: 5 });
const beginning = (changes: Partial<RunBeginning> = {}): RunBeginning => ({
  name: "Flow",
  askedId: "asked",
  inputs: '{"a":1}',
  state: '{"n":0}',
  units: [],
  ...changes,
});
const facts = (run: StoredRun | undefined): unknown =>
  run && {
    status: run.status,
    askedId: run.askedId,
    inputs: run.inputs,
    state: run.state,
    pending: run.pending,
    result: run.result,
    error: run.error,
    units: run.units.map(({ key, output }) => `${key}=${output}`),
  };
const begun = {
  status: "running",
  askedId: "asked",
  inputs: '{"a":1}',
  state: '{"n":0}',
  pending: undefined,
  result: undefined,
  error: undefined,
  units: [],
};

/** What every engine does with records. `open` makes a fresh one; whoever calls cleans up. */
export function recordsRuns(open: () => Promise<Bench>): void {
  const start = async (
    id: string,
    changes?: Partial<RunBeginning>,
  ): Promise<{ engine: DurableEngine; claim: RunClaim }> => {
    const { engine } = await open();
    const claim = await engine.claim(id);
    await claim.begin(beginning(changes));
    return { engine, claim };
  };

  it("knows nothing of a run before it was begun", async () => {
    const { engine } = await open();
    expect(await engine.read("r")).toBeUndefined();
    const claim = await engine.claim("r");
    expect(claim.run).toBeUndefined();
    expect(await engine.read("r")).toBeUndefined();
    await claim.begin(beginning());
    expect(facts(await engine.read("r"))).toEqual(begun);
  });

  it("keeps units in the order in which they were written, and the newest state", async () => {
    const { engine, claim } = await start("r");
    await claim.write({ units: [unit("a#1")] });
    await claim.write({ units: [unit("b#1"), { ...unit("kickoff"), state: undefined }] });
    expect(facts(await engine.read("r"))).toEqual({
      ...begun,
      state: '{"after":"b#1"}',
      units: ['a#1="of a#1"', 'b#1="of b#1"', 'kickoff="of kickoff"'],
    });
    expect((await engine.read("r"))?.units[0]).toEqual(unit("a#1"));
  });

  it("keeps what a run waits for, and forgets it when it goes on", async () => {
    const { engine, claim } = await start("r");
    await claim.write({ units: [unit("a#1")] });
    await claim.write({ status: "paused", pending: '"who?"', state: '{"n":1}' });
    expect(facts(await engine.read("r"))).toMatchObject({ status: "paused", pending: '"who?"', state: '{"n":1}' });
    await claim.release();
    const next = await engine.claim("r");
    expect(next.run).toMatchObject({ status: "paused", pending: '"who?"' });
    await next.write({ status: "running" });
    expect(facts(await engine.read("r"))).toMatchObject({ status: "running", pending: undefined, state: '{"n":1}' });
    await next.write({ units: [unit("b#1")] });
    expect(facts(await engine.read("r"))).toMatchObject({ state: '{"after":"b#1"}' });
  });

  it("keeps how a run ended", async () => {
    const { engine, claim } = await start("r");
    await claim.write({ status: "failed", error: '{"message":"no"}' });
    expect(facts(await engine.read("r"))).toEqual({ ...begun, status: "failed", error: '{"message":"no"}' });
    await claim.write({ status: "running" });
    await claim.write({ status: "finished", result: '"yes"', state: '{"n":9}' });
    expect(facts(await engine.read("r"))).toEqual({ ...begun, status: "finished", result: '"yes"', state: '{"n":9}' });
  });

  it("begins a run anew without its earlier units, also with units of another run", async () => {
    const { engine, claim } = await start("r");
    await claim.write({ units: [unit("a#1")] });
    await claim.write({ status: "finished", result: "1", state: '{"n":2}' });
    await claim.begin(beginning({ askedId: "again", units: [unit("x#1")], state: '{"n":3}' }));
    expect(facts(await engine.read("r"))).toEqual({
      ...begun,
      askedId: "again",
      state: '{"n":3}',
      units: ['x#1="of x#1"'],
    });
    await claim.write({ units: [unit("a#1")] });
    expect(facts(await engine.read("r"))).toMatchObject({ state: '{"after":"a#1"}' });
  });

  it("lets one hold a run at a time, and others when it is released", async () => {
    const { engine, claim } = await start("r");
    await expect((async () => engine.claim("r"))()).rejects.toThrow(RunBusyError);
    await claim.release();
    const [first, second] = await Promise.allSettled([
      (async () => engine.claim("r"))(),
      (async () => engine.claim("r"))(),
    ]);
    expect([first.status, second.status]).toEqual(["fulfilled", "rejected"]);
    expect((first as PromiseFulfilledResult<RunClaim>).value.run).toMatchObject({ status: "running" });
  });

  it("makes one of two who begin the same new run", async () => {
    const { engine } = await open();
    const claims = await Promise.allSettled([1, 2].map(async () => engine.claim("r")));
    const begins = claims.map(async (claim) => {
      if (claim.status === "rejected") throw claim.reason as RunBusyError;
      await claim.value.begin(beginning());
    });
    const outcomes: unknown[] = (await Promise.allSettled(begins)).map((one) =>
      one.status === "rejected" ? (one.reason as unknown) : "begun",
    );
    const refused = outcomes.filter((one) => RunBusyError.is(one) || StateConflictError.is(one));
    expect([outcomes[0], outcomes.length, refused.length]).toEqual(["begun", 2, 1]);
  });

  it("refuses everything that an earlier holder writes", async () => {
    const { engine, freeze } = await open();
    const frozen = await engine.claim("r");
    await frozen.begin(beginning());
    await frozen.write({ units: [unit("a#1")] });
    await freeze();
    const next = await engine.claim("r");
    await next.write({ units: [unit("b#1")] });
    const before = await engine.read("r");
    for (const late of [
      async () => frozen.write({ units: [unit("c#1")] }),
      async () => frozen.write({ status: "finished", result: "1", state: "{}" }),
      async () => frozen.write({ units: [unit("c#1"), unit("d#1")], status: "paused", pending: "1" }),
      async () => frozen.begin(beginning({ state: "{}" })),
    ])
      await expect(late()).rejects.toThrow(StateConflictError);
    await frozen.release();
    expect(await engine.read("r")).toEqual(before);
    await expect((async () => engine.claim("r"))()).rejects.toThrow(RunBusyError);
  });

  it("writes all or nothing", async () => {
    const { engine, claim } = await start("r");
    await claim.write({ units: [unit("a#1")] });
    const before = await engine.read("r");
    const bad = { ...unit("b#1"), at: Number.NaN };
    await expect(
      (async () => claim.write({ units: [unit("c#1"), bad], status: "paused", pending: "1" }))(),
    ).rejects.toThrow();
    await expect((async () => claim.write({ units: [unit("c#1"), unit("c#1")] }))()).rejects.toThrow();
    expect(await engine.read("r")).toEqual(before);
  });

  it("counts its writes", async () => {
    const { engine, claim } = await start("r");
    const versions: (number | undefined)[] = [];
    const look = async (): Promise<void> => void versions.push((await engine.read("r"))?.version);
    await look();
    await claim.write({ units: [unit("a#1")] });
    await look();
    await claim.write({ status: "failed", error: "{}" });
    await look();
    expect(versions).toEqual([1, 2, 3]);
  });

  it("lists runs, the newest first, by name and status", async () => {
    const { engine } = await open();
    for (const [id, name] of [
      ["one", "A"],
      ["two", "B"],
      ["three", "A"],
    ] as const) {
      const claim = await engine.claim(id);
      await claim.begin(beginning({ name }));
      if (id === "three") await claim.write({ status: "finished", result: "1" });
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const ids = async (filter?: Parameters<DurableEngine["list"]>[0]): Promise<readonly string[]> =>
      (await engine.list(filter)).map(({ id }) => id);
    expect([await ids(), await ids({ name: "A" }), await ids({ name: "A", status: "running" })]).toEqual([
      ["three", "two", "one"],
      ["three", "one"],
      ["one"],
    ]);
  });
}
