import { Flow, setRuntimeOf } from "@boathook/flow";
import { describeValue, type AnyClass } from "@boathook/hooks";
import { ConfigurationError, type RuntimeHandle } from "@boathook/kernel";
import type { Container } from "inversify";

import { construct } from "../declare/construct.ts";

/** Makes an object of a flow class, whose kickoffs are on the runtime. */
export async function makeFlow<F extends Flow<object>>(
  target: AnyClass<F>,
  host: { readonly container: Container; readonly runtime: RuntimeHandle },
): Promise<F> {
  if (!isFlowClass(target)) {
    const message = `expected a class that extends Flow, got ${describeValue(target)}`;
    throw new ConfigurationError([{ path: "", message }], { subject: "flow class" });
  }
  const flow = await construct(host.container, target);
  setRuntimeOf(flow, host.runtime);
  return flow;
}

/** True for a class that extends Flow. */
export function isFlowClass(target: unknown): target is AnyClass<Flow> {
  return typeof target === "function" && target.prototype instanceof Flow;
}
