import type * as jestGlobals from "@jest/globals";

import { NoTestRunnerError } from "./no-test-runner-error.ts";

/** A function of the test runner at hand: its global, or Jest's own when globals are switched off (`injectGlobals: false`). */
export async function runnerGlobal<K extends "beforeEach" | "afterEach" | "expect">(
  name: K,
): Promise<(typeof jestGlobals)[K]> {
  const globals: unknown = globalThis;
  const injected = (globals as Partial<Record<K, (typeof jestGlobals)[K]>>)[name]; // where a runner puts its globals
  if (injected !== undefined) return injected;
  try {
    // Only now: outside of Jest the module throws when it is loaded.
    return (await import("@jest/globals"))[name];
  } catch (thrown) {
    throw new NoTestRunnerError(name, thrown);
  }
}
