import { watch } from "node:fs";
import path from "node:path";

import type { DurableEngine } from "@boathook/flow";
import { errorMessage, log, startTimer } from "@boathook/kernel";
import { Cron } from "croner";

import { AssistantError } from "../errors.ts";
import type { Automation, Schedule } from "./automation-schema.ts";
import { historyOf, runOnce, type AutomationRun, type RunHost } from "./automation-run.ts";

/** What one call of an automation is given. */
export interface RunAutomationOptions {
  readonly signal?: AbortSignal | undefined;
  /** Put in the place of `{payload}` in the prompt. */
  readonly payload?: string | undefined;
}

/** What automations need of their assistant. */
export interface AutomationsHost extends RunHost {
  readonly engine: DurableEngine;
  /** What watched paths are relative to; they stay inside. */
  readonly folder: string;
}

/** The automations of an assistant: messages that it is given on a schedule, when a file changes, or by call. No automation runs beside itself. */
export class Automations {
  readonly #host: AutomationsHost;
  #automations: readonly Automation[] = [];
  #stops: (() => void)[] = [];
  readonly #running = new Map<string, Promise<AutomationRun>>();
  readonly #closing = new AbortController();

  constructor(host: AutomationsHost) {
    this.#host = host;
  }

  /** As the profile declares them. */
  get list(): readonly Automation[] {
    return this.#automations;
  }

  /** Other automations from now on; runs under way go on. `isScheduled` false: they run when called. */
  replace(automations: readonly Automation[], { isScheduled }: { readonly isScheduled: boolean }): void {
    this.#unschedule();
    this.#automations = automations;
    if (!isScheduled) return;
    for (const automation of automations) {
      if (!automation.enabled || automation.schedule === undefined) continue;
      this.#stops.push(this.#schedule(automation, automation.schedule));
      if (automation.missed === "once") void this.#makeUpFor(automation, automation.schedule);
    }
  }

  /** Runs one now. One that is under way is not begun a second time: its own outcome is given. Never rejects for what the run did. */
  async run(id: string, options: RunAutomationOptions = {}): Promise<AutomationRun> {
    return this.#start(this.#named(id), "call", options);
  }

  /** What became of its runs, the newest first; at most `limit`, default 50. */
  async history(id: string, limit = 50): Promise<readonly AutomationRun[]> {
    return historyOf(this.#host, this.#named(id).id, limit);
  }

  /** Stops schedules, cancels what is under way and waits for it. */
  async close(): Promise<void> {
    this.#unschedule();
    this.#closing.abort();
    await Promise.all(this.#running.values());
  }

  #named(id: string): Automation {
    const found = this.#automations.find((automation) => automation.id === id);
    if (found !== undefined) return found;
    const known = this.#automations.map((automation) => `"${automation.id}"`).join(", ");
    throw new AssistantError("unknown_automation", `There is no automation "${id}". Known: ${known || "none"}.`);
  }

  #start(automation: Automation, trigger: string, options: RunAutomationOptions & { tick?: number } = {}) {
    const underWay = this.#running.get(automation.id);
    if (underWay !== undefined) {
      log("warn", { automation: automation.id, trigger }, "an automation is under way still; this run is left out");
      return underWay;
    }
    const signals = [this.#closing.signal, ...(options.signal === undefined ? [] : [options.signal])];
    const running = runOnce(this.#host, automation, { ...options, trigger, signals }).finally(() => {
      this.#running.delete(automation.id);
    });
    this.#running.set(automation.id, running);
    return running;
  }

  /** From a schedule: what cannot be recorded is a line in the log, and stops nothing. */
  #startQuietly(automation: Automation, trigger: string, tick?: number): void {
    this.#start(automation, trigger, tick === undefined ? {} : { tick }).catch((error: unknown) => {
      log("error", { automation: automation.id, error: errorMessage(error) }, "an automation could not be run");
    });
  }

  #schedule(automation: Automation, schedule: Schedule): () => void {
    if ("cron" in schedule) {
      const job = new Cron(schedule.cron, { unref: true, ...zoneOf(schedule) }, (self: Cron) => {
        this.#startQuietly(automation, "cron", self.currentRun()?.getTime());
      });
      return () => {
        job.stop();
      };
    }
    return "every" in schedule ? this.#every(automation, schedule.every) : this.#watch(automation, schedule.watch);
  }

  #every(automation: Automation, seconds: number): () => void {
    const timer = setInterval(() => {
      this.#startQuietly(automation, "interval");
    }, seconds * 1000);
    timer.unref();
    return () => {
      clearInterval(timer);
    };
  }

  #watch(automation: Automation, watched: string): () => void {
    const file = path.resolve(this.#host.folder, watched);
    let stopTimer: (() => void) | undefined;
    try {
      const watcher = watch(file, { persistent: false, recursive: false }, () => {
        stopTimer?.();
        stopTimer = startTimer(SETTLE_MS, () => {
          this.#startQuietly(automation, "watch");
        });
      });
      watcher.on("error", (error) => {
        log("warn", { automation: automation.id, file, error: errorMessage(error) }, "a file is not watched any more");
      });
      return () => {
        stopTimer?.();
        watcher.close();
      };
    } catch (error) {
      log("error", { automation: automation.id, file, error: errorMessage(error) }, "a file cannot be watched");
      return () => undefined;
    }
  }

  /** Makes up by one run for all that fell due while nobody was there. */
  async #makeUpFor(automation: Automation, schedule: Schedule): Promise<void> {
    if (!("cron" in schedule)) return;
    try {
      const [last] = await historyOf(this.#host, automation.id, 1);
      if (last === undefined) return; // it never ran: nothing was missed
      const job = new Cron(schedule.cron, { paused: true, ...zoneOf(schedule) });
      const due = job.nextRun(new Date(last.startedAt));
      job.stop();
      if (due !== null && due.getTime() < Date.now()) this.#startQuietly(automation, "missed", due.getTime());
    } catch (error) {
      log("error", { automation: automation.id, error: errorMessage(error) }, "missed runs could not be looked up");
    }
  }

  #unschedule(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
  }
}

/** Editors write a file in several steps. */
const SETTLE_MS = 100;

function zoneOf({ timezone }: { readonly timezone?: string | undefined }): { readonly timezone?: string } {
  return timezone === undefined ? {} : { timezone };
}
