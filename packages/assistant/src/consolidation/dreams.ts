import { errorMessage, log } from "@boathook/kernel";
import type { LifecycleRegistry } from "@boathook/lifecycle-hooks";
import { Cron } from "croner";

/** What dreams need of their assistant. */
export interface DreamsHost {
  readonly registry: LifecycleRegistry;
  readonly agentId: string;
  readonly work: () => Promise<unknown>;
  /** Runs what is not part of any run with the assistant's services. */
  readonly inside: <T>(work: () => T) => T;
}

/** Consolidation on a schedule: announced by `dream_scheduled`, then done, then announced again. It never runs beside itself, and keeps no process alive. */
export class Dreams {
  readonly #host: DreamsHost;
  #job: Cron | undefined;

  constructor(host: DreamsHost) {
    this.#host = host;
  }

  /** Another schedule from now on; undefined: none. */
  schedule(pattern: string | undefined): void {
    this.#job?.stop();
    this.#job = undefined;
    if (pattern === undefined) return;
    const job: Cron = new Cron(pattern, { unref: true, protect: true }, (): Promise<void> => this.#dream(job));
    this.#job = job;
    this.#announce(job);
  }

  stop(): void {
    this.schedule(undefined);
  }

  async #dream(job: Cron): Promise<void> {
    const { agentId, work, inside } = this.#host;
    try {
      await work();
    } catch (error) {
      inside(() => {
        log("error", { agentId, error: errorMessage(error) }, "memories could not be consolidated");
      });
    }
    this.#announce(job);
  }

  #announce(job: Cron): void {
    const { registry, agentId, inside } = this.#host;
    const next = job.nextRun();
    if (next === null) return;
    const payload = { job_id: `consolidation of ${agentId}`, scheduled_for: next.toISOString() };
    inside(() => registry.publishDetached("dream_scheduled", { agentId, payload }));
  }
}
