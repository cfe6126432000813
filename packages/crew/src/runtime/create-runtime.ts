import type { Flow, KickoffOptions } from "@boathook/flow";
import type { AnyClass, Inputs } from "@boathook/hooks";
import { setProcessRuntime } from "@boathook/kernel";

import type { CrewDefinition } from "../declare/define-crew.ts";
import type { CrewOutput } from "../output/crew-output.ts";
import { BoathookRuntime } from "./boathook-runtime.ts";
import { isFlowClass } from "./make-flow.ts";
import { readRuntimeOptions } from "./runtime-options.ts";
import type { Runtime, RuntimeOptions } from "./runtime.ts";

/** Makes a runtime; close it, or let `await using` do it. Wrong options are one `ConfigurationError`; what a plugin throws comes through. */
export function createRuntime(options: RuntimeOptions = {}): Runtime {
  return new BoathookRuntime(readRuntimeOptions(options));
}

let current: BoathookRuntime | undefined;

/** The runtime of whoever makes none: made on first use, and again when it was closed. */
export function defaultRuntime(): Runtime {
  if (current === undefined || current.isClosed) {
    current = new BoathookRuntime({});
    setProcessRuntime(current);
  }
  return current;
}

/** Makes a new object of a flow class on the default runtime, and kicks it off. */
export function kickoff(target: AnyClass<Flow>, inputs?: Inputs, options?: KickoffOptions): Promise<unknown>;
/** Makes a new crew of a crew class or definition on the default runtime, and kicks it off. */
export function kickoff(
  target: AnyClass | CrewDefinition,
  inputs?: Inputs,
  options?: KickoffOptions,
): Promise<CrewOutput>;
export async function kickoff(
  target: AnyClass | CrewDefinition,
  inputs?: Inputs,
  options?: KickoffOptions,
): Promise<unknown> {
  const runtime = defaultRuntime();
  const made = isFlowClass(target) ? await runtime.flow(target) : await runtime.crew(target);
  return made.kickoff(inputs, options);
}
