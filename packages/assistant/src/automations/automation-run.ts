import { decodeValue, Journal, RunBusyError, type DurableEngine } from "@boathook/flow";
import {
  describeError,
  ExecutionTimeoutError,
  linkSignals,
  log,
  newId,
  RunCancelledError,
  systemClock,
  withDeadline,
  type ErrorDescription,
} from "@boathook/kernel";
import { HookAborted, isPlainObject } from "@boathook/hooks";
import type { LifecycleRegistry } from "@boathook/lifecycle-hooks";

import type { SessionHost } from "../session/session-host.ts";
import type { Automation } from "./automation-schema.ts";

/** What came of one run. */
export interface AutomationRun {
  readonly runId: string;
  readonly automationId: string;
  /** `cron`, `interval`, `watch`, `missed` or `call`. */
  readonly trigger: string;
  /** `interrupted`: its process ended before it did. `skipped`: another process had it. */
  readonly status: "success" | "failure" | "interrupted" | "skipped";
  readonly result: string;
  readonly error: ErrorDescription | undefined;
  readonly attempts: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
}

/** What a run needs of its assistant. */
export interface RunHost {
  readonly engine: DurableEngine;
  readonly registry: LifecycleRegistry;
  readonly agentId: string;
  readonly within: SessionHost["within"];
  readonly ask: (text: string, signal: AbortSignal) => Promise<string>;
}

/** How one run is begun. */
export interface RunOrder {
  readonly trigger: string;
  readonly payload?: string | undefined;
  /** When it fell due, milliseconds since 1970: of several processes one does it. */
  readonly tick?: number | undefined;
  /** Any of them cancels it. */
  readonly signals: readonly AbortSignal[];
}

type Facts = Pick<AutomationRun, "runId" | "automationId" | "trigger" | "startedAt">;

/** Runs an automation once, recorded: `run_start`, its attempts, then exactly one of `run_success` and `run_failure`. Rejects only where it cannot be recorded. */
export async function runOnce(host: RunHost, automation: Automation, order: RunOrder): Promise<AutomationRun> {
  const { id: automationId } = automation;
  const part = order.tick === undefined ? newId() : new Date(order.tick).toISOString();
  const runId = `${host.agentId}/${automationId}/${part}`;
  const facts = { runId, automationId, trigger: order.trigger, startedAt: Date.now() };
  const journal = await claim(host, automationId, runId);
  if (journal === undefined) {
    return { ...facts, status: "skipped", result: "", error: undefined, attempts: 0, durationMs: 0 };
  }
  try {
    await journal.begin({ askedId: runId, inputs: facts, state: {} });
    const linked = linkSignals(...order.signals);
    const run = await host.within({}, undefined, () =>
      ended(host, automation, { ...order, facts, signal: linked.signal }),
    );
    linked.unlink();
    await journal.finish(run, {});
    return run;
  } catch (error) {
    await journal.fail(error);
    throw error;
  } finally {
    await journal.release();
  }
}

/** The newest runs of an automation. */
export async function historyOf(host: RunHost, automationId: string, limit: number): Promise<readonly AutomationRun[]> {
  const runs = await host.engine.list({ name: recordName(host.agentId, automationId) });
  const read = await Promise.all(runs.slice(0, limit).map(({ id }) => peek(host, automationId, id)));
  return read.filter((run) => run !== undefined);
}

async function peek({ engine }: RunHost, automationId: string, runId: string): Promise<AutomationRun | undefined> {
  const stored = await engine.read(runId);
  if (stored === undefined) return undefined;
  const value: unknown = stored.result === undefined ? undefined : decodeValue(stored.result);
  if (isPlainObject(value)) return value as unknown as AutomationRun; // `runOnce` wrote it
  const inputs: unknown = decodeValue(stored.inputs);
  const facts = (isPlainObject(inputs) ? inputs : {}) as Partial<Facts>; // as above
  const { trigger = "", startedAt = stored.updatedAt } = facts;
  const open = { runId, automationId, trigger, startedAt, result: "", error: undefined, attempts: 1, durationMs: 0 };
  return { ...open, status: "interrupted" };
}

function recordName(agentId: string, automationId: string): string {
  return `automation ${automationId} of ${agentId}`;
}

/** Undefined: another process has this very run, or had it. */
async function claim(host: RunHost, automationId: string, runId: string): Promise<Journal | undefined> {
  try {
    const journal = await Journal.open(host.engine, runId, recordName(host.agentId, automationId));
    if (journal.run === undefined) return journal;
    await journal.release();
  } catch (error) {
    if (!RunBusyError.is(error)) throw error;
  }
  log("info", { automation: automationId, runId }, "this run of an automation was begun elsewhere");
  return undefined;
}

interface Ordered extends RunOrder {
  readonly facts: Facts;
  readonly signal: AbortSignal;
}

async function ended(host: RunHost, automation: Automation, order: Ordered): Promise<AutomationRun> {
  const { registry, agentId } = host;
  const { facts, trigger, payload = "" } = order;
  const ids = { agentId, runId: facts.runId };
  const started = performance.now();
  let attempts = 0;
  try {
    const inputs = { prompt: automation.prompt, payload };
    const begun = await registry.publish("run_start", {
      ...ids,
      payload: { automation_id: automation.id, trigger, inputs },
    });
    if (begun.status === "aborted") throw new HookAborted(begun.reason ?? "", begun.by, { cause: begun.error });
    const result = await attempted(host, automation, order, () => (attempts += 1));
    const durationMs = performance.now() - started;
    registry.publishDetached("run_success", { ...ids, payload: { result, duration_ms: durationMs } });
    return { ...facts, status: "success", result, error: undefined, attempts, durationMs };
  } catch (thrown) {
    const error = describeError(thrown);
    const durationMs = performance.now() - started;
    const cancelled = RunCancelledError.is(thrown);
    const aborted = HookAborted.is(thrown) && !cancelled;
    registry.publishDetached("run_failure", {
      ...ids,
      payload: { error, duration_ms: durationMs, cancelled, ...(aborted && { aborted }) },
    });
    return { ...facts, status: "failure", result: "", error, attempts, durationMs };
  }
}

/** A hook's no and a cancellation are final; everything else, also a time-out, may be tried again. */
async function attempted(
  host: RunHost,
  automation: Automation,
  { signal, payload = "" }: Ordered,
  begins: () => number,
): Promise<string> {
  const { prompt, retries, retryDelay, timeout } = automation;
  const text = prompt.replaceAll("{payload}", () => payload);
  for (;;) {
    const attempt = begins();
    try {
      const timeoutError = (ms: number): Error => new ExecutionTimeoutError(`Automation "${automation.id}"`, ms);
      return await withDeadline({ ms: timeout * 1000, signal, timeoutError }, (inner) => host.ask(text, inner));
    } catch (error) {
      if (signal.aborted || HookAborted.is(error) || attempt > retries) throw error;
      await systemClock.sleep(retryDelay * 1000 * 2 ** (attempt - 1), signal);
    }
  }
}
