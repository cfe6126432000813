import "@boathook/testing/reset";

import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";

import { compileFlow, Flow, FLOW_SEAM, MethodCallLimitError, type FlowPlan, type FlowSeam } from "../../src/index.ts";
import { graph, type Graph } from "./random-graph.ts";
import { ReferenceModel, type Call } from "./reference-model.ts";

const GRAPHS = 2_500;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** How one method's nth run ends: the same for the flow and for the model. */
interface Ending {
  readonly fails: boolean;
  readonly output: string | undefined;
}

/** Ends are drawn from the seed, the method and the number of its run; failures are rare, so that most graphs run to their end. */
function endings({ methods }: Graph, seed: number): (key: string) => Ending {
  const labels = new Map(methods.map(([name, { emit }]) => [name, emit]));
  return (key) => {
    const drawn = hash(`${seed} ${key}`);
    const fails = drawn % 61 === 0;
    const emit = labels.get(key.slice(0, key.indexOf("#")));
    if (emit === undefined) return { fails, output: key };
    return { fails, output: [...emit, undefined][(drawn >>> 8) % (emit.length + 1)] };
  };
}

function hash(text: string): number {
  let value = 2_166_136_261;
  for (const letter of text) value = Math.imul(value ^ letter.charCodeAt(0), 16_777_619) >>> 0;
  return Math.imul(value ^ (value >>> 15), 2_246_822_519) >>> 0;
}

/** A flow of methods that only exist in its plan; those that wait end when they are told. */
class Driven extends Flow<object> {
  readonly started: string[] = [];
  readonly cancelled: string[] = [];
  readonly #waiting = new Map<string, () => void>();
  readonly #runs = new Map<string, number>();
  readonly #plan: FlowPlan;
  readonly #waits: ReadonlySet<string>;
  readonly #endingOf: (key: string) => Ending;

  constructor(
    graph: Graph,
    endingOf: (key: string) => Ending,
    options: { maxConcurrency: number; maxMethodCalls: number },
  ) {
    super({ ...options, suppressFlowEvents: true });
    this.#plan = compileFlow("random", graph.methods);
    this.#waits = graph.waits;
    this.#endingOf = endingOf;
  }

  end(key: string): void {
    this.#waiting.get(key)?.();
  }

  protected override [FLOW_SEAM](): FlowSeam {
    return {
      plan: this.#plan,
      manners: { announcesRuns: false, announcesMethods: false, dispatchesSteps: true, inputsAreState: false },
      channel: undefined,
      hooks: [],
      prepare: () => undefined,
      takesInput: () => true,
      runMethod: (name, args) => this.#method(name, args[0]),
      result: (last) => last,
      readOutput: (payload) => payload,
    };
  }

  #method(name: string, input: unknown): unknown {
    const nth = (this.#runs.get(name) ?? 0) + 1;
    this.#runs.set(name, nth);
    const key = `${name}#${nth}`;
    this.started.push(`${key}(${String(input)})`);
    const { fails, output } = this.#endingOf(key);
    if (!this.#waits.has(name)) {
      if (fails) throw new Error(key);
      return output;
    }
    const { signal } = this;
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        this.cancelled.push(key);
        reject(new Error("cancelled"));
      };
      signal.addEventListener("abort", stop);
      this.#waiting.set(key, () => {
        signal.removeEventListener("abort", stop);
        if (fails) reject(new Error(key));
        else resolve(output);
      });
    });
  }
}

/** What was seen of one run, by either. */
interface Seen {
  readonly started: readonly string[];
  readonly cancelled: readonly string[];
  readonly failure: string | undefined;
  readonly result: unknown;
}

async function runBoth(
  graph: Graph,
  seed: number,
  maxConcurrency: number,
): Promise<readonly [flow: Seen, model: Seen]> {
  const limits = { maxConcurrency, maxMethodCalls: 4 };
  const endingOf = endings(graph, seed);
  const flow = new Driven(graph, endingOf, limits);
  const model = new ReferenceModel(graph.methods, limits);
  const settled = flow.kickoff().then(
    (result) => ({ result, failure: undefined }),
    (error: unknown) => ({ result: undefined, failure: nameOf(error) }),
  );
  const done: Call[] = [];
  for (let step = 0; model.failure === undefined; step += 1) {
    for (const call of model.startReady()) {
      if (graph.waits.has(call.method.name)) continue;
      call.isDone = !endingOf(call.key).fails;
      done.push(call);
    }
    if (model.underWay.length === 0) break;
    const atOnce = done.shift();
    if (atOnce !== undefined && !model.underWay.includes(atOnce)) continue;
    const call = atOnce ?? model.underWay[hash(`${seed} ${step}`) % model.underWay.length];
    if (call === undefined) break;
    if (atOnce === undefined) {
      await caughtUp(flow, model);
      expect(flow.started).toEqual(model.started);
      flow.end(call.key);
    }
    const { fails, output } = endingOf(call.key);
    if (fails) model.failed(call);
    else model.finished(call, output);
  }
  const stopped = model.failure === undefined ? [] : waitingOf(model.underWay, graph, model.failure);
  return [
    { ...(await Promise.race([settled, tooLate()])), started: flow.started, cancelled: [...flow.cancelled].sort() },
    {
      started: model.started,
      cancelled: [...model.cancelled.filter((key) => graph.waits.has(nameIn(key))), ...stopped].sort(),
      failure: model.failure,
      result: model.failure === undefined ? model.result : undefined,
    },
  ];
}

/** The flow rests for a turn now and then when methods are done at once. */
async function caughtUp(flow: Driven, model: ReferenceModel): Promise<void> {
  for (let turns = 0; turns < 20 && flow.started.length < model.started.length; turns += 1) await turn();
  await turn();
}

/** The model has come to its end; the flow has so many turns to do so, too. */
async function tooLate(): Promise<{ result: undefined; failure: string }> {
  for (let turns = 0; turns < 100; turns += 1) await turn();
  return { result: undefined, failure: "it is not over" };
}

/** A failure cancels everybody who is still under way. */
function waitingOf(underWay: readonly Call[], graph: Graph, failed: string): readonly string[] {
  return underWay.filter(({ method, key }) => graph.waits.has(method.name) && key !== failed).map(({ key }) => key);
}

function nameIn(key: string): string {
  return key.slice(0, key.indexOf("#"));
}

function nameOf(error: unknown): string {
  if (MethodCallLimitError.is(error)) return `limit of ${error.methodName}`;
  return (error as Error).message; // everything else is thrown by the methods above
}

describe("the scheduler", () => {
  it(`does what the reference model does, on ${GRAPHS} random graphs`, async () => {
    const tally = { failures: 0, cancelled: 0, steps: 0, most: 0 };
    const given = fc.record({ graph, seed: fc.nat(), maxConcurrency: fc.constantFrom(1, 2, 3, 1_000, 1_000) });
    await fc.assert(
      fc.asyncProperty(given, async ({ graph: drawn, seed, maxConcurrency }) => {
        const [flow, model] = await runBoth(drawn, seed, maxConcurrency);
        expect(flow).toEqual(model);
        tally.failures += flow.failure === undefined ? 0 : 1;
        tally.cancelled += flow.cancelled.length;
        tally.steps += flow.started.length;
        tally.most = Math.max(tally.most, flow.started.length);
      }),
      { numRuns: GRAPHS },
    );
    // The graphs are worth running: they fail, they race, and they go on for a while.
    expect(tally.failures).toBeGreaterThan(GRAPHS / 20);
    expect(tally.cancelled).toBeGreaterThan(GRAPHS / 20);
    expect(tally.steps).toBeGreaterThan(GRAPHS * 5);
    expect(tally.most).toBeGreaterThan(20);
  }, 60_000);
});
