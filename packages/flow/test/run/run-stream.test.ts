import "@boathook/testing/reset";

import { describe, expect, it } from "@jest/globals";
import { InterceptionPoint, on } from "@boathook/hooks";
import { currentFrame, systemClock } from "@boathook/kernel";
import { llm } from "@boathook/models";
import { ScriptedModel } from "@boathook/testing";

import { Flow, Listen, Start, streamRun, withRun, type StreamFrame } from "../../src/index.ts";

async function readAll(stream: AsyncIterable<StreamFrame>): Promise<StreamFrame[]> {
  const frames: StreamFrame[] = [];
  for await (const frame of stream) frames.push(frame);
  return frames;
}

class Talk extends Flow<Record<string, unknown>, string> {
  readonly log: string[] = [];
  @Start() async *words() {
    this.log.push("began");
    await Promise.resolve();
    yield "a ";
    yield "b";
  }
  @Listen("words") async answer(words: string) {
    this.emit("progress", { done: 1 });
    const stream = llm(new ScriptedModel({ replies: ["c d"] })).stream(words);
    let text = "";
    for await (const piece of stream) text += piece;
    return `${words} ${text}`;
  }
}

class Slow extends Flow {
  readonly log: string[] = [];
  @Start() async wait() {
    this.log.push("began");
    this.emit("waiting");
    await systemClock.sleep(60_000, this.signal).finally(() => this.log.push("ended"));
  }
}

describe("a stream", () => {
  it("gives every event as a frame, the texts apart, and then the result", async () => {
    const stream = new Talk().stream();
    const frames = await readAll(stream);
    expect(
      frames.map(({ channel, type, text }) => `${channel} ${type}${text === undefined ? "" : ` "${text}"`}`),
    ).toEqual([
      "flow flow_started",
      "flow method_execution_started",
      'flow method_stream_chunk "a "',
      'flow method_stream_chunk "b"',
      "flow method_execution_finished",
      "flow method_execution_started",
      "custom progress",
      "llm llm_call_started",
      'llm llm_stream_chunk "c"',
      'llm llm_stream_chunk " d"',
      "llm llm_call_completed",
      "flow method_execution_finished",
      "flow flow_finished",
    ]);
    expect(frames.map(({ sequence }) => sequence)).toEqual(frames.map((_, index) => index + 1));
    expect(frames.find(({ channel }) => channel === "custom")?.data).toEqual({ done: 1 });
    expect(await stream.result).toBe("a b c d");
  });

  it("begins when it is read, or its result asked for, and not before", async () => {
    const flow = new Talk();
    const stream = flow.stream();
    await Promise.resolve();
    expect(flow.log).toEqual([]);
    expect(await stream.result).toBe("a b c d");
    expect(flow.log).toEqual(["began"]);
    expect(await readAll(stream)).toHaveLength(13);
    expect(await readAll(stream)).toEqual([]);
  });

  it("throws to its reader what the run failed with, after the last frame", async () => {
    const boom = new Error("boom");
    class Failing extends Flow {
      @Start() fail() {
        throw boom;
      }
    }
    const types: string[] = [];
    const stream = new Failing().stream();
    const reading = (async () => {
      for await (const { type } of stream) types.push(type);
    })();
    await expect(reading).rejects.toBe(boom);
    expect(types).toEqual(["flow_started", "method_execution_started", "method_execution_failed", "flow_failed"]);
    await expect(stream.result).rejects.toBe(boom);
  });

  it("cancels the run when its reader leaves, and has ended then", async () => {
    const flow = new Slow();
    const stream = flow.stream();
    for await (const { type } of stream) {
      if (type === "waiting") break;
    }
    expect(flow.log).toEqual(["began", "ended"]);
    await expect(stream.result).rejects.toMatchObject({ code: "run_cancelled" });
  });

  it("can be cancelled: by itself, by its kickoff's signal, and before it begins", async () => {
    const flow = new Slow();
    const own = flow.stream();
    const result = own.result.catch((error: unknown) => error);
    setTimeout(() => own.cancel("enough"), 5);
    expect(await result).toMatchObject({ code: "run_cancelled", cause: "enough" });

    const controller = new AbortController();
    const given = flow.stream({}, { signal: controller.signal });
    setTimeout(() => controller.abort("left"), 5);
    await expect(readAll(given)).rejects.toMatchObject({ code: "run_cancelled", cause: "left" });

    const never = new Slow();
    const early = never.stream();
    early.cancel();
    await expect(early.result).rejects.toMatchObject({ code: "run_cancelled" });
    expect(never.log).toEqual([]);
  });

  it("dispatches each boundary once, and lets the result be rewritten", async () => {
    const points: string[] = [];
    for (const point of [InterceptionPoint.EXECUTION_START, InterceptionPoint.EXECUTION_END] as const) {
      on(point, () => {
        points.push(point);
      });
    }
    on(InterceptionPoint.OUTPUT, () => "rewritten");
    const stream = new Talk().stream();
    await readAll(stream);
    expect([await stream.result, points]).toEqual(["rewritten", ["execution_start", "execution_end"]]);
  });

  it("refuses wrong options at once", () => {
    expect(() => new Talk().stream({}, { timeoutMs: "soon" } as never)).toThrow("timeoutMs");
  });

  it("belongs to where it was made, wherever it is read", async () => {
    const made = await withRun({ names: { crewName: "maker" } }, () => ({
      id: currentFrame().execution?.id,
      stream: new Talk().stream(),
    }));
    const [first] = await withRun({ names: { crewName: "reader" } }, () => readAll(made.stream));
    expect(first?.event).toMatchObject({ executionId: made.id, crewName: "maker" });
  });

  it("holds a bounded number of frames for a slow reader, and says how many it dropped", async () => {
    class Chatty extends Flow {
      @Start() talk() {
        for (let n = 0; n < 25_000; n += 1) this.emit("word", n);
      }
    }
    const stream = new Chatty().stream();
    await stream.result;
    const frames = await readAll(stream);
    expect(frames).toHaveLength(10_001);
    expect(frames[0]).toMatchObject({ channel: "lifecycle", type: "frames_dropped", data: 15_004 });
    expect(frames.slice(1).map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 10_000 }, (_, n) => 15_005 + n),
    );
  });

  it("can be made of any run", async () => {
    const stream = streamRun((watcher, signal) =>
      withRun({ watcher, options: { signal } }, () => new Talk().kickoff()),
    );
    expect(await readAll(stream)).toHaveLength(13);
    const failing = streamRun(() => {
      throw new Error("not even begun");
    });
    await expect(readAll(failing)).rejects.toThrow("not even begun");
  });
});
