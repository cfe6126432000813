import { HookAborted, type HookDefinition } from "@boathook/hooks";
import { ClockService, currentFrame, readOptions, service } from "@boathook/kernel";
import { z } from "zod";

import { permissionGate } from "./permission-gate.ts";
import { toolNames } from "./tool-names.ts";

/** How many tool calls may start in any window of time. */
export interface RateLimitOptions {
  /** Absent: all tools together. */
  readonly tools?: readonly string[] | undefined;
  readonly max: number;
  /** The window, in milliseconds. */
  readonly perMs: number;
  /** `"wait"` (default): a call over the limit waits for its turn. `"block"`: it is blocked. */
  readonly over?: "wait" | "block" | undefined;
}

const optionsSchema = z.strictObject({
  tools: toolNames.optional(),
  max: z.int().positive(),
  perMs: z.number().positive(),
  over: z.enum(["wait", "block"]).optional(),
});

/**
 * A sliding window over the calls of every run that has this hook. A call that waits leaves at once when its run is cancelled, and gives its
 * turn back. Calls that an earlier gate blocked do not count.
 */
export function rateLimit(options: RateLimitOptions): HookDefinition {
  const { tools, max, perMs, over = "wait" } = readOptions(optionsSchema, options, { subject: "rateLimit" });
  const window = new SlidingWindow(max, perMs);
  return permissionGate("rateLimit", tools, async () => {
    const clock = service(ClockService);
    const now = clock.now();
    const start = window.earliestStart(now);
    if (start > now && over === "block") {
      throw new HookAborted(`more than ${max} calls in ${perMs} ms`, "rate-limit");
    }
    window.take(start);
    if (start <= now) return;
    try {
      await clock.sleep(start - now, currentFrame().signal);
    } catch (thrown) {
      window.giveBack(start);
      throw thrown;
    }
  });
}

/** When calls started, or will: in order, and never more than `max` of them within `perMs`. */
class SlidingWindow {
  readonly #max: number;
  readonly #perMs: number;
  readonly #starts: number[] = [];

  constructor(max: number, perMs: number) {
    this.#max = max;
    this.#perMs = perMs;
  }

  earliestStart(now: number): number {
    while ((this.#starts[0] ?? Infinity) <= now - this.#perMs) this.#starts.shift();
    const bound = this.#starts.at(-this.#max);
    return bound === undefined ? now : Math.max(now, bound + this.#perMs);
  }

  /** Before the wait: whoever comes meanwhile queues behind. */
  take(start: number): void {
    this.#starts.push(start);
  }

  giveBack(start: number): void {
    const index = this.#starts.lastIndexOf(start);
    if (index !== -1) this.#starts.splice(index, 1);
  }
}
