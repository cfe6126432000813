import { execFileSync } from "node:child_process";
import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";

import {
  childFrame,
  ConfigurationError,
  defineEvent,
  emit,
  EventChannel,
  EventRecording,
  events,
  LoggerService,
  RecordingError,
  registerEvents,
  replayEvents,
  runInFrame,
  type BoathookEvent,
  type EventStreams,
  RunCancelledError,
} from "../../src/index.ts";
import { recordingLogger, withService } from "../support/services.ts";

class Counted extends defineEvent("test_counted")<{
  readonly n: number;
  readonly text?: string;
  readonly token?: string;
}>() {}
class Noted extends defineEvent("test_noted")<{ readonly n: number }>() {}
class NotedTwice extends Noted {}
registerEvents(Counted, Noted);

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "boathook-recording-"));
  file = path.join(folder, "deep", "run.jsonl");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const frame = () => childFrame({ execution: { id: "run", sequence: 0 }, names: { flowName: "Tide" } });

function watch(source: EventStreams, see: (event: Counted) => unknown): void {
  source.on(Counted).subscribe(see);
}

async function linesOf(from: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(from, "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** In a process of its own, whose files may have so many blocks of 1 024 bytes. */
function inProcess(how: "exit" | "close", count: number, blocks: number | "unlimited" = "unlimited"): string {
  const script = fileURLToPath(new URL("../scripts/record-and-leave.ts", import.meta.url));
  const node = `exec "$0" --import tsx --conditions @boathook/source ${script} ${file} ${count} ${how}`;
  const shell = `trap '' XFSZ; ulimit -f ${blocks}; ${node}`;
  return execFileSync("bash", ["--norc", "-c", shell, process.execPath], { encoding: "utf8", timeout: 60_000 });
}

describe("a recording of events", () => {
  it("is one line of JSON per event, without secrets, as the event was when it happened", async () => {
    const recording = new EventRecording(events, pathToFileURL(file));
    const text = { list: ["then"] };
    runInFrame(frame(), () => {
      emit(Counted, { n: 1, token: "s3cr3t-value" });
      emit(Counted, { n: 2, ...({ text } as object) });
    });
    text.list.push("later");
    await recording.flush();
    expect(await linesOf(file)).toEqual([
      { recording: "events", version: 1, startedAt: expect.any(Number) },
      expect.objectContaining({ type: "test_counted", id: "run.1", flowName: "Tide", n: 1, token: "[REDACTED]" }),
      expect.objectContaining({ id: "run.2", previousId: "run.1", text: { list: ["then"] } }),
    ]);
    expect([recording.written, recording.dropped, (await stat(file)).mode & 0o777]).toEqual([2, 0, 0o600]);
    await recording.close();
    emit(Counted, { n: 3 });
    await recording.close();
    expect(await linesOf(file)).toHaveLength(3);
  });

  it("can be of some classes, each event once; a file that is there goes on, also after a torn line", async () => {
    const first = new EventRecording(events, file, { only: [NotedTwice, Noted] });
    emit(Counted, { n: 1 });
    emit(Noted, { n: 2 });
    emit(NotedTwice, { n: 3 });
    await first.close();
    await appendFile(file, '{"type":"test_no');
    const second = new EventRecording(events, file);
    emit(Counted, { n: 4 });
    await second.close();
    const result = await replayEvents(file).run();
    expect(result).toEqual({ events: 3, dropped: 0, problems: [{ line: 4, message: expect.stringMatching(/JSON/) }] });
  });

  it("never makes the emitter wait: what does not fit is dropped, counted, and shown where it is missing", async () => {
    const { logger, lines: logged } = recordingLogger();
    const recording = new EventRecording(events, file, { maxBuffered: 3 });
    for (let n = 1; n <= 10; n += 1) emit(Counted, { n });
    await recording.flush();
    emit(Counted, { n: 11 });
    await runInFrame(childFrame({ services: withService(LoggerService, logger) }), () => recording.close());
    const lines = await linesOf(file);
    expect(lines.slice(1).map(({ n, recording: kind, dropped }) => n ?? `${String(kind)} ${String(dropped)}`)).toEqual([
      1,
      2,
      3,
      "gap 7",
      11,
    ]);
    expect([recording.written, recording.dropped]).toEqual([4, 7]);
    expect(logged).toEqual([["warn", { file, written: 4, dropped: 7 }, "a recording of events is not complete"]]);
    expect(await replayEvents(file).run()).toEqual({ events: 4, dropped: 7, problems: [] });
  });

  it("that cannot be opened, or is asked for wrongly, says so at once", async () => {
    await writeFile(path.join(folder, "plain"), "");
    for (const target of [path.join(folder, "plain", "run.jsonl"), folder, "/dev/full"]) {
      expect(() => new EventRecording(events, target)).toThrow(RecordingError);
    }
    expect(() => new EventRecording(events, folder)).toThrow(/Cannot write the recording of events .*EISDIR/);
    expect(() => new EventRecording(events, file, { maxBuffered: 0, onyl: [] } as never)).toThrow(ConfigurationError);
  });

  it("on a disk that is full goes on counting, fails nothing, and leaves whole lines", async () => {
    const [written, dropped] = inProcess("close", 500, 16).split(" ").map(Number);
    expect([Number(written) > 10, Number(dropped) > 100, Number(written) + Number(dropped)]).toEqual([true, true, 500]);
    const result = await replayEvents(file).run();
    expect(result.events).toBe(written);
    expect(result.problems.length).toBeLessThanOrEqual(1);
  }, 60_000);

  it("has what still waited when the process ends by itself", async () => {
    inProcess("exit", 25);
    expect(await replayEvents(file).run()).toEqual({ events: 25, dropped: 0, problems: [] });
  }, 60_000);
});

describe("a replay", () => {
  async function record(count: number): Promise<readonly BoathookEvent[]> {
    const seen: BoathookEvent[] = [];
    const subscription = events.all.subscribe((event) => seen.push(event));
    const recording = new EventRecording(events, file);
    runInFrame(frame(), () => {
      for (let n = 1; n <= count; n += 1) emit(n % 2 === 0 ? Noted : Counted, { n });
    });
    subscription.unsubscribe();
    await recording.close();
    return seen;
  }

  it("gives the same events in the same order, by class, each saying that it is a replay, and to nobody else", async () => {
    const recorded = await record(3);
    const elsewhere: BoathookEvent[] = [];
    const subscription = events.all.subscribe((event) => elsewhere.push(event));
    const replay = replayEvents(file);
    const all: BoathookEvent[] = [];
    const noted: number[] = [];
    replay.events.all.subscribe((event) => all.push(event));
    replay.events.on(Noted).subscribe(({ n }) => noted.push(n));
    expect(await replay.run()).toEqual({ events: 3, dropped: 0, problems: [] });
    subscription.unsubscribe();
    expect(all.map((event) => event.toJSON())).toEqual(recorded.map((event) => event.toJSON()));
    expect([recorded, all].map((list) => list.map(({ isReplay }) => isReplay))).toEqual([
      [false, false, false],
      [true, true, true],
    ]);
    expect([noted, elsewhere]).toEqual([[2], []]);
  });

  it("can be read one by one, and left early; subscribers that fail or are slow are as everywhere", async () => {
    await record(100);
    const numbers: unknown[] = [];
    for await (const event of replayEvents(file)) {
      numbers.push(Reflect.get(event, "n"));
      if (numbers.length === 3) break;
    }
    expect(numbers).toEqual([1, 2, 3]);
    const replay = replayEvents(file);
    const errors: unknown[] = [];
    let done = 0;
    replay.events.errors.subscribe(({ error }) => errors.push(error));
    watch(replay.events, async ({ n }) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (n === 1) throw new Error("rejected");
      done += 1;
    });
    await replay.run();
    expect([done, errors]).toEqual([49, [new Error("rejected")]]);
  });

  it("says what it could not read, and where; no file and a cancelled signal are errors", async () => {
    await record(2);
    const others = [
      '{"type":"unheard_of","id":"a.1","timestamp":1,"sequence":1,"executionId":"a"}',
      "[]",
      "",
      "null",
      "nonsense",
    ];
    await appendFile(file, [...others, '{"recording":"events","version":2}', '{"recording":"other"}'].join("\n"));
    const { problems, ...counts } = await replayEvents(file).run();
    expect([counts, problems.map(({ line, message }) => `${line} ${message.slice(0, 45)}`)]).toEqual([
      { events: 2, dropped: 0 },
      [
        expect.stringMatching(/^4 Not an event/),
        expect.stringMatching(/^5 Not an event/),
        expect.stringMatching(/^7 Not an event/),
        expect.stringMatching(/^8 Unexpected token/),
        "9 events of version 2; version 1 of events can ",
        expect.stringMatching(/^10 other of version unknown/),
      ],
    ]);
    await expect(replayEvents(path.join(folder, "none")).run()).rejects.toThrow(RecordingError);
    await expect(replayEvents(file).run({ signal: AbortSignal.abort() })).rejects.toThrow(RunCancelledError);
  });
});

describe("flush", () => {
  it("waits for asynchronous subscribers, also for what they are given meanwhile; its signal ends the waiting", async () => {
    const channel = new EventChannel(() => undefined);
    const seen: number[] = [];
    const inside = childFrame({ channels: [channel] });
    watch(channel, async ({ n }) => {
      await new Promise((resolve) => setTimeout(resolve, n));
      seen.push(n);
      if (n === 10) emit(Counted, { n: 5 }, inside);
    });
    emit(Counted, { n: 10 }, inside);
    await channel.flush();
    expect(seen).toEqual([10, 5]);
    emit(Counted, { n: 50 }, inside);
    await expect(channel.flush(AbortSignal.timeout(5))).rejects.toThrow(RunCancelledError);
    await channel.flush();
    expect(seen).toEqual([10, 5, 50]);
  });
});
