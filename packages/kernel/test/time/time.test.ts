import { afterEach, describe, expect, it, jest } from "@jest/globals";

import {
  cancellationOf,
  ExecutionTimeoutError,
  graceAfter,
  linkSignals,
  NEVER_ABORTED,
  raceSignal,
  RunCancelledError,
  startTimer,
  systemClock,
  throwIfCancelled,
  whenAborted,
  withDeadline,
} from "../../src/index.ts";

afterEach(() => {
  jest.useRealTimers();
});

const timeoutError = (limitMs: number): Error => new ExecutionTimeoutError("The work", limitMs);
const never = new Promise<never>(() => undefined);

/** Counts the listeners that are on a signal at the moment. */
function countListeners(signal: AbortSignal): () => number {
  let count = 0;
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (...args: Parameters<AbortSignal["addEventListener"]>) => {
    count += 1;
    addEventListener.apply(signal, args);
  };
  signal.removeEventListener = (...args: Parameters<AbortSignal["removeEventListener"]>) => {
    count -= 1;
    removeEventListener.apply(signal, args);
  };
  return () => count;
}

describe("withDeadline", () => {
  it("gives the result, and leaves no timer and no listener behind", async () => {
    jest.useFakeTimers();
    const controller = new AbortController();
    const listeners = countListeners(controller.signal);
    await expect(withDeadline({ ms: 1000, signal: controller.signal, timeoutError }, () => "done")).resolves.toBe(
      "done",
    );
    expect([jest.getTimerCount(), listeners()]).toEqual([0, 0]);
  });

  it("at the limit rejects with the error of the time-out, and aborts what the work was given", async () => {
    let seen: AbortSignal | undefined;
    const waiting = withDeadline({ ms: 10, signal: NEVER_ABORTED, timeoutError }, (signal) => {
      seen = signal;
      return never;
    });
    await expect(waiting).rejects.toMatchObject({ code: "execution_timeout", limitMs: 10 });
    expect(seen?.reason).toMatchObject({ code: "execution_timeout" });
  });

  it("rejects with the time-out also when the work answers the abort with an error of its own", async () => {
    const waiting = withDeadline(
      { ms: 10, signal: NEVER_ABORTED, timeoutError },
      (signal) => new Promise((_, reject) => whenAborted(signal, () => reject(new Error("my own")))),
    );
    await expect(waiting).rejects.toThrow(ExecutionTimeoutError);
  });

  it.each([[undefined], [60_000]])("with a limit of %p ms rejects at once when the run is cancelled", async (ms) => {
    const controller = new AbortController();
    const waiting = withDeadline({ ms, signal: controller.signal, timeoutError }, () => never);
    controller.abort("user");
    await expect(waiting).rejects.toMatchObject({ code: "run_cancelled", cause: "user" });
  });

  it("does not begin when the run is cancelled already", async () => {
    const work = jest.fn(() => "done");
    await expect(withDeadline({ ms: 5, signal: AbortSignal.abort(), timeoutError }, work)).rejects.toThrow(
      RunCancelledError,
    );
    expect(work).not.toHaveBeenCalled();
  });

  it("takes work that throws before it gives a promise", async () => {
    const waiting = withDeadline({ ms: 5, signal: NEVER_ABORTED, timeoutError }, () => {
      throw new RangeError("at once");
    });
    await expect(waiting).rejects.toThrow(RangeError);
  });
});

describe("timers", () => {
  it("wait longer than the 24 days after which Node's own fire at once", () => {
    jest.useFakeTimers();
    const rang = jest.fn();
    startTimer(3 * 2 ** 31, rang);
    jest.advanceTimersByTime(3 * 2 ** 31 - 10);
    expect(rang).not.toHaveBeenCalled();
    jest.advanceTimersByTime(10);
    expect(rang).toHaveBeenCalledTimes(1);
  });

  it("are gone when stopped", () => {
    jest.useFakeTimers();
    startTimer(2 ** 33, () => undefined)();
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe("the system clock", () => {
  it("sleeps, and wakes with the cancellation", async () => {
    const controller = new AbortController();
    const listeners = countListeners(controller.signal);
    await systemClock.sleep(1, controller.signal);
    expect(listeners()).toBe(0);
    const sleeping = systemClock.sleep(60_000, controller.signal);
    controller.abort("enough");
    await expect(sleeping).rejects.toMatchObject({ code: "run_cancelled", cause: "enough" });
    await expect(systemClock.sleep(1, controller.signal)).rejects.toThrow(RunCancelledError);
  });
});

describe("signals", () => {
  it("are linked to every parent, and let go", () => {
    const [one, two] = [new AbortController(), new AbortController()];
    const counts = [countListeners(one.signal), countListeners(two.signal)];
    const linked = linkSignals(one.signal, undefined, two.signal, NEVER_ABORTED);
    expect(counts.map((count) => count())).toEqual([1, 1]);
    two.abort("second");
    expect(linked.signal.reason).toBe("second");
    linked.unlink();
    expect(counts[0]?.()).toBe(0);
    one.abort("first");
    expect(linked.signal.reason).toBe("second");
  });

  it("are aborted from the start when a parent is", () => {
    expect(linkSignals(NEVER_ABORTED, AbortSignal.abort("before")).signal.reason).toBe("before");
  });

  it("keep nothing of ten thousand linked children", () => {
    const parent = new AbortController();
    const listeners = countListeners(parent.signal);
    for (let i = 0; i < 10_000; i += 1) linkSignals(parent.signal).unlink();
    expect(listeners()).toBe(0);
  });

  it("take any number of listeners without a warning of Node's", async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error): unknown => warnings.push(warning);
    process.on("warning", onWarning);
    const controller = new AbortController();
    const waiting = Array.from({ length: 50 }, () => raceSignal(never, controller.signal));
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    await Promise.allSettled(waiting);
    process.off("warning", onWarning);
    expect(warnings).toEqual([]);
  });

  it("stand for their own ending when they carry one", () => {
    const timeout = new ExecutionTimeoutError("The run", 5);
    const cancelled = new RunCancelledError("first");
    const [a, b, c] = [timeout, cancelled, "text"].map((reason) => cancellationOf(AbortSignal.abort(reason)));
    expect(a).toBe(timeout);
    expect(b).toBe(cancelled);
    expect(c).toMatchObject({ code: "run_cancelled", cause: "text" });
    expect(() => throwIfCancelled(AbortSignal.abort())).toThrow(RunCancelledError);
    expect(() => throwIfCancelled(NEVER_ABORTED)).not.toThrow();
  });

  it("end a race at once; what the work does later is nobody's unhandled rejection", async () => {
    const controller = new AbortController();
    let fail: (error: Error) => void = () => undefined;
    const work = new Promise((_, reject) => (fail = reject));
    const race = raceSignal(work, controller.signal);
    controller.abort("stop");
    await expect(race).rejects.toMatchObject({ cause: "stop" });
    fail(new Error("late")); // Jest fails the run on an unhandled rejection
    await new Promise((resolve) => setImmediate(resolve));
  });

  it("leave clean-up work some time after the abort", async () => {
    const controller = new AbortController();
    const grace = graceAfter(controller.signal, 20);
    controller.abort("over");
    expect(grace.signal.aborted).toBe(false);
    await systemClock.sleep(40);
    expect(grace.signal.reason).toBe("over");

    const early = graceAfter(controller.signal, 60_000);
    jest.useFakeTimers();
    early.unlink();
    expect(early.signal.aborted).toBe(false);
  });
});
