import {
  childFrame,
  currentFrame,
  events,
  LoggerService,
  runInFrame,
  type Logger,
  type ServiceKey,
} from "@boathook/kernel";

import { HookDispatchedEvent } from "../../src/index.ts";

/** The dispatch events that `body` causes. */
export async function dispatchesOf(body: () => unknown): Promise<HookDispatchedEvent[]> {
  const seen: HookDispatchedEvent[] = [];
  const subscription = events.on(HookDispatchedEvent).subscribe((event) => seen.push(event));
  try {
    await body();
  } catch {
    // what stops a dispatch is looked at elsewhere; its event comes all the same
  } finally {
    subscription.unsubscribe();
  }
  return seen;
}

/** Runs `body` with one service replaced. */
export function withService<T, R>(key: ServiceKey<T>, value: T, body: () => R): R {
  const outer = currentFrame().services;
  // The one key that is compared with is the one whose type is T.
  const get = <U>(asked: ServiceKey<U>): U => ((asked as unknown) === key ? (value as unknown as U) : outer.get(asked));
  return runInFrame(childFrame({ services: { get } }), body);
}

/** The log lines that `body` causes, as [level, data, message]; nothing goes to standard error. */
export async function logOf(body: () => unknown): Promise<unknown[][]> {
  const lines: unknown[][] = [];
  const write =
    (level: string) =>
    (data: object | string, message?: string): void => {
      lines.push([level, data, message]);
    };
  const logger: Logger = { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
  await withService(LoggerService, logger, async () => {
    await body();
  });
  return lines;
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
export const never = new Promise<never>(() => undefined);
