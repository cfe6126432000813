import { errorMessage } from "./errors/is-error.ts";
import { log } from "./log.ts";
import { serviceKey } from "./services.ts";
import { NEVER_ABORTED, raceSignal } from "./time/signals.ts";

/** Owns work that nobody waits for: failures are logged, and closing the runtime waits for it. */
export class DetachedWork {
  readonly #running = new Set<Promise<void>>();

  /** Takes over a promise; `what` names it in the log line of a failure. */
  add(what: string, work: Promise<unknown>): void {
    const settled = work
      .then(
        () => undefined,
        (error: unknown) => {
          log("error", { error: errorMessage(error) }, `${what} failed in the background`);
        },
      )
      .then(() => {
        this.#running.delete(settled);
      });
    this.#running.add(settled);
  }

  /** Waits until nothing is left, also of what is added meanwhile. Rejects when `signal` aborts; the work itself goes on. */
  async drain(signal: AbortSignal = NEVER_ABORTED): Promise<void> {
    while (this.#running.size > 0) await raceSignal(Promise.all(this.#running), signal);
  }

  get size(): number {
    return this.#running.size;
  }
}

/** The detached work of the current runtime. */
export const DetachedWorkService = serviceKey<DetachedWork>("DetachedWork", () => new DetachedWork());
