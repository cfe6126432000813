import { afterEach, describe, expect, it } from "@jest/globals";
import { concatMap, filter, firstValueFrom, map, type Subscription } from "rxjs";

import {
  BoathookEvent,
  childFrame,
  closeSpan,
  ClockService,
  currentFrame,
  defineEvent,
  emit,
  EventChannel,
  events,
  isWatched,
  LoggerService,
  openSpan,
  runInFrame,
  type EventClass,
  type Frame,
  type SubscriberError,
} from "../../src/index.ts";
import { recordingLogger, withService } from "../support/services.ts";

class Lit extends defineEvent("test_lit")<{ readonly room: string }>() {}
class LitBrightly extends Lit {}
class Out extends defineEvent("test_out")<{ readonly room?: string }>() {}

const subscriptions: Subscription[] = [];
afterEach(() => {
  for (const subscription of subscriptions.splice(0)) subscription.unsubscribe();
});

function watch<E extends BoathookEvent>(type: EventClass<E>, see: (event: E) => unknown): void {
  subscriptions.push(events.on(type).subscribe(see));
}

function collect(type: EventClass = BoathookEvent): BoathookEvent[] {
  const seen: BoathookEvent[] = [];
  watch(type, (event) => seen.push(event));
  return seen;
}

function collectErrors(): SubscriberError[] {
  const errors: SubscriberError[] = [];
  subscriptions.push(events.errors.subscribe((error) => errors.push(error)));
  return errors;
}

const roomOf = (event: BoathookEvent): unknown => Reflect.get(event, "room");
const inRun = (id = "run"): Frame => childFrame({ execution: { id, sequence: 0 } });

describe("emit", () => {
  it("builds nothing while nobody watches the class", () => {
    let built = 0;
    const fields = (): { room: string } => ({ room: String((built += 1)) });
    emit(Lit, fields);
    collect(Out);
    emit(Lit, fields);
    expect([built, isWatched(Lit), isWatched(Out)]).toEqual([0, false, true]);
    collect(Lit);
    emit(Lit, fields);
    expect(built).toBe(1);
  });

  it("gives an event its tag, fields, place and names", () => {
    const seen = collect();
    const frame = childFrame({ names: { taskName: "t", agentRole: "r" } }, inRun("exec"));
    emit(Lit, { room: "cellar" }, frame);
    expect(seen[0]).toMatchObject({
      type: "test_lit",
      room: "cellar",
      id: "exec.1",
      executionId: "exec",
      sequence: 1,
      taskName: "t",
      agentRole: "r",
      crewName: undefined,
      previousId: undefined,
      parentId: undefined,
    });
    expect(seen[0]).toBeInstanceOf(Lit);
  });

  it("numbers events whether or not anybody watches", () => {
    const frame = inRun();
    emit(Lit, { room: "a" }, frame);
    const seen = collect(Lit);
    emit(Out, {}, frame);
    emit(Lit, { room: "b" }, frame);
    expect(seen.map(({ sequence, id, previousId }) => [sequence, id, previousId])).toEqual([[3, "run.3", "run.2"]]);
  });

  it("reaches subscribers of the class and of its parents, not of its children", () => {
    const seen: string[] = [];
    watch(BoathookEvent, () => seen.push("all"));
    watch(Lit, () => seen.push("lit"));
    watch(LitBrightly, () => seen.push("brightly"));
    emit(Lit, { room: "a" });
    seen.push("|");
    emit(LitBrightly, { room: "b" });
    expect(seen.join(" ")).toBe("all lit | all lit brightly");
  });

  it("passes every channel of the frame, outermost first", () => {
    const seen: string[] = [];
    const channel = new EventChannel(() => undefined);
    subscriptions.push(channel.on(Lit).subscribe(() => seen.push("own")));
    watch(Lit, () => seen.push("process"));
    emit(Lit, { room: "a" }, childFrame({ channels: [...currentFrame().channels, channel] }));
    emit(Lit, { room: "b" });
    expect(seen).toEqual(["process", "own", "process"]);
  });

  it("never throws: failing fields, clocks and constructors are reported", () => {
    const errors = collectErrors();
    collect();
    class Picky extends defineEvent("test_picky")() {
      constructor(...args: ConstructorParameters<typeof BoathookEvent>) {
        super(args[0], {});
        throw new Error("constructor");
      }
    }
    const fail = (what: string) => (): never => {
      throw new Error(what);
    };
    const clock = { now: fail("clock"), sleep: fail("sleep") };
    emit(Lit, fail("fields"));
    emit(Lit, { room: "a" }, childFrame({ services: withService(ClockService, clock) }));
    emit(Picky, {});
    expect(errors.map(({ error }) => (error as Error).message)).toEqual(["fields", "clock", "constructor"]);
  });
});

describe("spans", () => {
  it("give children their parent, across concurrent branches, and the closing event its beginning", async () => {
    const seen = collect();
    const branch = async (room: string, ms: number): Promise<void> => {
      const span = openSpan(Lit, { room });
      await runInFrame(span.frame, async () => {
        await new Promise((resolve) => setTimeout(resolve, ms));
        emit(Out, { room: `in ${room}` });
      });
      closeSpan(span, Out, { room });
    };
    await runInFrame(inRun(), () => Promise.all([branch("a", 8), branch("b", 2)]));
    expect(seen.map((event) => [roomOf(event), event.id, event.parentId, event.startedEventId])).toEqual([
      ["a", "run.1", undefined, undefined],
      ["b", "run.2", undefined, undefined],
      ["in b", "run.3", "run.2", undefined],
      ["b", "run.4", undefined, "run.2"],
      ["in a", "run.5", "run.1", undefined],
      ["a", "run.6", undefined, "run.1"],
    ]);
  });

  it("have one closing event: a second one is dropped", () => {
    const seen = collect(Out);
    const { logger, lines } = recordingLogger();
    const span = openSpan(Lit, { room: "a" });
    closeSpan(span, Out, { room: "first" });
    runInFrame(childFrame({ services: withService(LoggerService, logger) }), () => {
      closeSpan(span, Out, { room: "second" });
    });
    expect(seen.map(roomOf)).toEqual(["first"]);
    expect(lines).toEqual([["warn", { event: "test_out" }, "a second closing event was dropped"]]);
  });

  it("keep their own number when a subscriber emits while they open", () => {
    watch(Lit, () => {
      emit(Out, {}, frame);
    });
    const frame = inRun();
    const span = runInFrame(frame, () => openSpan(Lit, { room: "a" }));
    expect(span.startedSequence).toBe(1);
  });
});

describe("subscribers", () => {
  it("that throw, reject or fail in a pipe hurt neither the emitter nor one another", async () => {
    const errors = collectErrors();
    const seen: string[] = [];
    watch(Lit, () => {
      throw new Error("sync");
    });
    watch(Lit, async () => {
      await Promise.resolve();
      throw new Error("async");
    });
    const lit = events.on(Lit);
    subscriptions.push(
      lit
        .pipe(
          filter(() => true),
          map(() => {
            throw new Error("in an operator");
          }),
        )
        .subscribe(() => undefined),
      lit
        .pipe(
          concatMap(async ({ room }) => {
            await Promise.resolve();
            throw new Error(`inner ${room}`);
          }),
        )
        .subscribe(() => undefined),
      lit.pipe(map(({ room }) => room)).subscribe({
        next: () => {
          throw new Error("behind an operator");
        },
      }),
    );
    watch(Lit, ({ room }) => seen.push(room));
    emit(Lit, { room: "a" });
    await new Promise((resolve) => setImmediate(resolve));
    expect(seen).toEqual(["a"]);
    expect(errors.map(({ error, event }) => [(error as Error).message, event?.type])).toEqual([
      ["sync", "test_lit"],
      ["in an operator", undefined],
      ["behind an operator", undefined],
      ["async", "test_lit"],
      ["inner a", undefined],
    ]);
  });

  it("that fail while nobody listens to errors are a log line each", () => {
    const lines: unknown[] = [];
    const channel = new EventChannel((error) => lines.push((error as Error).message));
    subscriptions.push(
      channel.all.subscribe(() => {
        throw new Error("first");
      }),
    );
    const frame = childFrame({ channels: [channel] });
    emit(Lit, { room: "a" }, frame);
    subscriptions.push(
      channel.errors.subscribe(() => {
        throw new Error("the listener of errors itself");
      }),
    );
    emit(Lit, { room: "b" }, frame);
    expect(lines).toEqual(["first", "the listener of errors itself"]);
  });

  it("can subscribe and unsubscribe while an event is handed over", () => {
    const seen: string[] = [];
    const first = events.on(Lit).subscribe(({ room }) => {
      seen.push(`first ${room}`);
      first.unsubscribe();
      second.unsubscribe();
      watch(Lit, (event) => seen.push(`third ${event.room}`));
    });
    const second = events.on(Lit).subscribe(({ room }) => seen.push(`second ${room}`));
    emit(Lit, { room: "a" });
    emit(Lit, { room: "b" });
    expect(seen).toEqual(["first a", "third b"]);
  });

  it("all see events in the order of their numbers, also those that a subscriber emits", () => {
    const frame = inRun();
    const seen: string[] = [];
    watch(Lit, ({ room }) => {
      seen.push(`1 sees ${room}`);
      emit(Out, { room: `echo of ${room}` }, frame);
    });
    watch(BoathookEvent, (event) => seen.push(`2 sees ${String(roomOf(event))} ${event.sequence}`));
    emit(Lit, { room: "a" }, frame);
    expect(seen).toEqual(["1 sees a", "2 sees a 1", "2 sees echo of a 2"]);
  });

  it("that answer every event with an event are cut, not followed for ever", () => {
    const errors = collectErrors();
    let count = 0;
    watch(Lit, () => {
      count += 1;
      emit(Lit, { room: "again" });
    });
    emit(Lit, { room: "first" });
    expect(count).toBe(64);
    expect(errors.map(({ error }) => (error as { code: string }).code)).toEqual(["event_loop"]);
  });

  it("let go of the channel when they leave, also through a pipe or a promise", async () => {
    const channel = new EventChannel(() => undefined);
    const piped = channel.on(Lit).pipe(map(({ room }) => room));
    const subscription = piped.subscribe(() => undefined);
    expect(channel.isWatched(Lit)).toBe(true);
    subscription.unsubscribe();
    expect(channel.isWatched(Lit)).toBe(false);
    const next = firstValueFrom(piped);
    emit(Lit, { room: "a" }, childFrame({ channels: [channel] }));
    await expect(next).resolves.toBe("a");
    expect(channel.isWatched(Lit)).toBe(false);
  });

  it("keep their own error and completion callbacks", () => {
    const seen: string[] = [];
    const failing = events.on(Lit).pipe(
      map(() => {
        throw new Error("operator");
      }),
    );
    subscriptions.push(failing.subscribe({ error: (error: Error) => seen.push(error.message) }));
    emit(Lit, { room: "a" });
    expect(seen).toEqual(["operator"]);
  });
});
