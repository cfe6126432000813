import { defineHook, HookAborted, type HookDefinition } from "@boathook/hooks";
import { ClockService, currentFrame, readOptions, service } from "@boathook/kernel";
import { z } from "zod";

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
  tools: z.array(z.string()).min(1).optional(),
  max: z.int().positive(),
  perMs: z.number().positive(),
  over: z.enum(["wait", "block"]).optional(),
});

/** A sliding window over the calls of every run that has this hook. A call that waits leaves at once when its run is cancelled. */
export function rateLimit(options: RateLimitOptions): HookDefinition {
  const { tools, max, perMs, over = "wait" } = readOptions(optionsSchema, options, { subject: "rateLimit" });
  /** When the calls that were let through start, or will start; the oldest first. */
  const starts: number[] = [];
  return defineHook("pre_tool_call", { tools, onError: "abort", name: "rateLimit" }, async () => {
    const clock = service(ClockService);
    const now = clock.now();
    while (starts.length > 0 && (starts[0] ?? now) <= now - perMs) starts.shift();
    const earliest = starts.length < max ? now : (starts[starts.length - max] ?? now) + perMs;
    if (earliest > now && over === "block")
      throw new HookAborted(`more than ${max} calls in ${perMs} ms`, "rate-limit");
    starts.push(Math.max(now, earliest)); // before the wait: whoever comes meanwhile queues behind
    if (earliest > now) await clock.sleep(earliest - now, currentFrame().signal);
  });
}
