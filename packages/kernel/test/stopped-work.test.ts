import { describe, expect, it } from "@jest/globals";

import {
  childFrame,
  defaultServices,
  DetachedWork,
  DetachedWorkService,
  leaveRunning,
  LoggerService,
  RunCancelledError,
  runInFrame,
  waitUntilStopped,
} from "../src/index.ts";

/** A place with a log and detached work of its own. */
function place() {
  const detached = new DetachedWork();
  const lines: unknown[] = [];
  const at = (level: string) => (data: object, message: string) => void lines.push([level, data, message]);
  const logger = { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
  const own = new Map<unknown, unknown>([
    [LoggerService, logger],
    [DetachedWorkService, detached],
  ]);
  const frame = childFrame({ services: { get: (key) => (own.get(key) ?? defaultServices.get(key)) as never } });
  return { detached, lines, run: <T>(body: () => T): T => runInFrame(frame, body) };
}

const STUCK = { what: 'tool "stuck"', limitMs: 5 };

describe("work that was told to stop", () => {
  it("is waited for; its cancellation is nothing to speak of, another error is a line", async () => {
    const { detached, lines, run } = place();
    let isOver = false;
    const cleaning = new Promise<void>((resolve) => setTimeout(resolve, 5)).then(() => void (isOver = true));
    await run(() => waitUntilStopped({ what: "cleaning", limitMs: 10_000 }, cleaning));
    expect([isOver, lines]).toEqual([true, []]);
    await run(() => waitUntilStopped(STUCK, Promise.reject(new RunCancelledError("enough"))));
    await run(() => waitUntilStopped(STUCK, Promise.reject(new Error("a leak"))));
    expect(lines).toEqual([["debug", { work: STUCK.what, error: "a leak" }, "cancelled work ended with an error"]]);
    expect(detached.size).toBe(0);
  });

  it("is left to the detached work when it does not stop, and what it throws then is no failure of that", async () => {
    const { detached, lines, run } = place();
    const failing: ((error: Error) => void)[] = [];
    const work = () => new Promise<never>((_, reject) => void failing.push(reject));
    await run(() => waitUntilStopped(STUCK, work()));
    run(() => {
      leaveRunning({ what: "another", limitMs: 9 }, work());
    });
    expect(detached.size).toBe(2);
    const left = "cancelled work does not stop; it is left running in the background";
    const told = [
      ["warn", { work: STUCK.what, limitMs: 5 }, left],
      ["warn", { work: "another", limitMs: 9 }, left],
    ];
    expect(lines).toEqual(told);
    for (const fail of failing) fail(new Error("too late"));
    await detached.drain();
    expect(lines).toEqual([
      ...told,
      ...[STUCK.what, "another"].map((what) => [
        "debug",
        { work: what, error: "too late" },
        "cancelled work ended with an error",
      ]),
    ]);
  });
});
