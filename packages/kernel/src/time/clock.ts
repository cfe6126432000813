import { RunCancelledError } from "../errors/run-errors.ts";
import { serviceKey } from "../services.ts";
import { whenAborted } from "./signals.ts";
import { startTimer } from "./timer.ts";

/** Where time comes from. Replace it in tests; times are milliseconds since 1970. */
export interface Clock {
  now(): number;
  /** Resolves after `ms`; rejects with `RunCancelledError` as soon as `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const stopTimer = startTimer(ms, () => {
        unlink?.();
        resolve();
      });
      const unlink =
        signal &&
        whenAborted(signal, () => {
          stopTimer();
          reject(new RunCancelledError(signal.reason));
        });
    }),
};

/** The clock of the current run. */
export const ClockService = serviceKey<Clock>("Clock", () => systemClock);
