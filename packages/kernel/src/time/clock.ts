import { serviceKey } from "../services.ts";
import { RunCancelledError } from "../errors/run-errors.ts";

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
      if (signal?.aborted === true) {
        reject(new RunCancelledError(signal.reason));
        return;
      }
      const onAbort = (): void => {
        clearTimeout(timer);
        reject(new RunCancelledError(signal?.reason));
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", onAbort);
        resolve();
      }, ms);
      signal?.addEventListener("abort", onAbort, { once: true });
    }),
};

/** The clock of the current run. */
export const ClockService = serviceKey<Clock>("Clock", () => systemClock);
