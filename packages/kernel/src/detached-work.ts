import { errorMessage } from "./errors/is-error.ts";
import { service } from "./frame.ts";
import { LoggerService } from "./logger.ts";
import { serviceKey } from "./services.ts";

/** Owns work that nobody waits for: failures are logged, and closing the runtime waits for it. */
export class DetachedWork {
  readonly #running = new Set<Promise<void>>();

  /** Takes over a promise; `what` names it in the log line of a failure. */
  add(what: string, work: Promise<unknown>): void {
    const logger = service(LoggerService);
    const settled = work.then(
      () => undefined,
      (error: unknown) => {
        logger.error({ error: errorMessage(error) }, `${what} failed in the background`);
      },
    );
    this.#running.add(settled);
    void settled.then(() => this.#running.delete(settled));
  }

  /** Waits until nothing is left, also of what is added meanwhile. */
  async drain(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  get size(): number {
    return this.#running.size;
  }
}

/** The detached work of the current runtime. */
export const DetachedWorkService = serviceKey<DetachedWork>("DetachedWork", () => new DetachedWork());
