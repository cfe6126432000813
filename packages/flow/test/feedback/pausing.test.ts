import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { clearAllHooks, on, type Inputs } from "@boathook/hooks";
import { InvalidInputsError, NotSerializableError } from "@boathook/kernel";
import { recordEvents } from "@boathook/testing";

import {
  Flow,
  FlowPaused,
  HumanFeedback,
  HumanFeedbackError,
  HumanFeedbackPending,
  Listen,
  MemoryEngine,
  or,
  Persist,
  SqliteEngine,
  Start,
  StateConflictError,
  UnknownRunError,
  type DurableEngine,
  type HumanFeedbackRequest,
  type HumanFeedbackResult,
} from "../../src/index.ts";

let folder: string;
let trail: string[];
beforeEach(async () => {
  trail = [];
  folder = await mkdtemp(path.join(tmpdir(), "boathook-feedback-"));
});
afterEach(async () => {
  clearAllHooks();
  await rm(folder, { recursive: true, force: true });
});

const later = (request: HumanFeedbackRequest): never => {
  throw new HumanFeedbackPending(request);
};

class Review extends Flow<{ id: string; topic?: string; drafts?: number }, string | FlowPaused> {
  @Start() begin(): string {
    trail.push("begin");
    return "begun";
  }
  @Listen(or("begin", "again"))
  @HumanFeedback({ message: "Publish?", emit: ["yes", "again"], provider: later })
  draft(): string {
    this.state.drafts = (this.state.drafts ?? 0) + 1;
    trail.push(`draft ${this.state.drafts}`);
    return `draft ${this.state.drafts} on ${String(this.state.topic)}`;
  }
  @Listen("yes") publish({ output, feedback }: HumanFeedbackResult): string {
    trail.push("publish");
    return `${String(output)}: ${feedback}`;
  }
}

@Persist()
class RecordedReview extends Review {}

async function paused(flow: Review, inputs: Inputs = {}): Promise<FlowPaused> {
  const result = await flow.kickoff({ topic: "tides", ...inputs });
  if (!FlowPaused.is(result)) throw new Error("it did not pause");
  return result;
}

const engines: readonly (readonly [string, () => DurableEngine])[] = [
  ["memory", () => new MemoryEngine()],
  ["sqlite", () => new SqliteEngine({ file: path.join(folder, "flows.db") })],
];

describe.each(engines)("a flow that waits for feedback, kept by the %s engine", (_kind, newEngine) => {
  let engine: DurableEngine;
  beforeEach(() => {
    engine = newEngine();
  });
  afterEach(() => engine.close());

  it.each([
    ["not recorded", Review],
    ["recorded", RecordedReview],
  ])("%s: pauses, goes on with the answer, pauses again, and ends", async (_how, Kind) => {
    const flow = new Kind({ engine });
    const first = await paused(flow, { id: "r1" });
    expect(first).toMatchObject({ status: "paused", id: "r1" });
    expect(first.request).toEqual({
      flowId: "r1",
      methodName: "draft",
      message: "Publish?",
      output: "draft 1 on tides",
      emit: ["yes", "again"],
      signal: expect.any(AbortSignal),
    });
    const second = await new Kind({ engine }).resume("r1", "again");
    expect(second).toMatchObject({ status: "paused", request: { output: "draft 2 on tides" } });
    await expect((second as FlowPaused).resume("yes")).resolves.toBe("draft 2 on tides: yes");
    expect(trail).toEqual(["begin", "draft 1", "draft 2", "publish"]);
  });

  it("dispatches no hook and runs no method twice; each part of the run has its started and closing events", async () => {
    const points = ["execution_start", "input", "output", "execution_end"] as const;
    for (const point of points) on(point, () => void trail.push(point));
    on("pre_step", ({ stepName }) => void trail.push(`before ${stepName}`));
    on("post_step", ({ stepName }) => void trail.push(`after ${stepName}`));
    const flow = new RecordedReview({ engine });
    const recorder = recordEvents(flow.events);
    const { id } = await paused(flow);
    await flow.resume(id, "yes");
    recorder.stop();
    expect(trail).toEqual([
      ...["execution_start", "input", "before begin", "begin", "after begin", "before draft", "draft 1", "after draft"],
      ...["before publish", "publish", "after publish", "output", "execution_end"],
    ]);
    expect(recorder.types().filter((type) => type !== "hook_dispatched")).toEqual([
      ...["flow_started", "method_execution_started", "method_execution_finished", "method_execution_started"],
      ...["method_execution_paused", "flow_paused"],
      ...["flow_started", "method_execution_started", "method_execution_finished"],
      ...["method_execution_started", "method_execution_finished", "flow_finished"],
    ]);
    expect(flow.humanFeedback.map(({ feedback, outcome }) => [feedback, outcome])).toEqual([["yes", "yes"]]);
    expect(flow.methodOutputs.map(({ method }) => method)).toEqual(["begin", "draft", "publish"]);
  });

  it("finishes its other branches, and waits for several people one after the other", async () => {
    class Branches extends Flow {
      @Start() begin(): string {
        return "go";
      }
      @Listen("begin") @HumanFeedback({ message: "Left?", provider: later }) left(): string {
        trail.push("left");
        return "L";
      }
      @Listen("begin") @HumanFeedback({ message: "Right?", provider: later }) right(): string {
        trail.push("right");
        return "R";
      }
      @Listen("begin") async slow(): Promise<string> {
        await new Promise((resolve) => setTimeout(resolve, 20));
        trail.push("slow");
        return "slow";
      }
      @Listen("slow") slower(): string {
        trail.push("slower");
        return "slower";
      }
      @Listen({ and: ["left", "right", "slower"] }) join(): string {
        return this.methodOutputs.map(({ method }) => method).join(" ");
      }
    }
    const flow = new Branches({ engine });
    const result = (await flow.kickoff({ id: "b" })) as FlowPaused;
    expect([trail, result.request.message]).toEqual([["left", "right", "slow", "slower"], "Left?"]);
    const again = (await flow.kickoff({ id: "b" }, { durable: true })) as FlowPaused;
    expect([trail.length, again.request.message]).toEqual([4, "Left?"]);
    const next = (await flow.resume("b", "fine")) as FlowPaused;
    expect(next.request.message).toBe("Right?");
    await expect(next.resume("fine, too")).resolves.toBe("begin slow slower left right");
    expect(trail).toHaveLength(4);
  });

  it("keeps waiting when the answer was not understood, or its model was down", async () => {
    const flow = new Review({ engine });
    const { id } = await paused(flow);
    await expect(flow.resume(id, "hmm")).rejects.toThrow(HumanFeedbackError);
    await expect(flow.resume(id, "yes")).resolves.toBe("draft 1 on tides: yes");
  });

  it("refuses a second answer, an unknown run, and what is no text", async () => {
    const flow = new Review({ engine });
    const { id } = await paused(flow);
    const both = await Promise.allSettled([flow.resume(id, "yes"), flow.resume(id, "yes")]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = both.find((result) => result.status === "rejected");
    expect(StateConflictError.is(refused?.reason)).toBe(true);
    expect(trail.filter((line) => line === "publish")).toHaveLength(1);
    await expect(flow.resume(id, "yes")).rejects.toThrow(/waits for nobody: it is finished/);
    await expect(flow.resume("nobody", "yes")).rejects.toThrow(UnknownRunError);
    await expect(flow.resume(id, 5 as never)).rejects.toThrow(InvalidInputsError);
    await expect(flow.resume("", "yes")).rejects.toThrow(InvalidInputsError);
  });

  it("fails, rather than lose it, where what it holds cannot be kept", async () => {
    class Opaque extends Flow {
      @Start() @HumanFeedback({ message: "Well?", provider: later }) make(): unknown {
        return { socket: () => undefined };
      }
    }
    await expect(new Opaque({ engine }).kickoff()).rejects.toThrow(NotSerializableError);
  });
});

describe("a paused flow", () => {
  it("goes on in another process", async () => {
    const file = path.join(folder, "flows.db");
    const script = fileURLToPath(new URL("scripts/resume-flow.ts", import.meta.url));
    const run = (...args: readonly string[]): string =>
      execFileSync(process.execPath, ["--import", "tsx", "--conditions", "@boathook/source", script, file, ...args], {
        encoding: "utf8",
        timeout: 60_000,
      });
    expect(run("kickoff", "p1")).toBe('write\npaused p1 {"text":"about tides"}\n');
    expect(run("resume", "p1", "shorter")).toBe("shorten shorter\ndone ABOUT TIDES\n");
    expect(run("resume", "p1", "shorter")).toBe("state_conflict\n");
    expect(run("resume", "p2", "shorter")).toBe("unknown_run\n");
  }, 120_000);

  it("inside of another flow is what that one's method is given", async () => {
    const engine = new MemoryEngine();
    class Outer extends Flow {
      @Start() run(): Promise<unknown> {
        return new Review({ engine }).kickoff({ topic: "inner" });
      }
      @Listen("run") end(inner: unknown): string {
        return FlowPaused.is(inner) ? `waits for ${inner.request.methodName}` : "done";
      }
    }
    await expect(new Outer().kickoff()).resolves.toBe("waits for draft");
  });
});
