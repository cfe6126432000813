import type { RuntimeHandle } from "@boathook/kernel";

const runtimes = new WeakMap<object, RuntimeHandle>();

/** Ties a flow to the runtime that made it: its kickoffs are on it, unless its options name another one. */
export function setRuntimeOf(flow: object, runtime: RuntimeHandle): void {
  runtimes.set(flow, runtime);
}

/** The runtime that made the flow; undefined for one made by hand. */
export function runtimeOf(flow: object): RuntimeHandle | undefined {
  return runtimes.get(flow);
}
