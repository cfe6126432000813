import { checkConstructible, construct, type Runtime, type RuntimePlugin } from "@boathook/crew";
import { instanceLike, readOptions } from "@boathook/kernel";
import { z } from "zod";

import { hooksOfClass } from "../decorators/on-lifecycle.ts";
import { LifecycleRegistry } from "../registry.ts";
import { registerMemoryMoments } from "./memory-moments.ts";
import { registerRunMoments } from "./run-moments.ts";
import { registerToolMoments } from "./tool-moments.ts";

/** A class with `@OnLifecycle` methods. */
export type LifecycleProvider = new (...args: never[]) => object;

/** What `lifecycleHooks` is told beside the registry. */
export interface LifecyclePluginOptions {
  /** Classes whose `@OnLifecycle` methods are hooks; the runtime's container makes one object of each, on first use. */
  readonly providers?: readonly LifecycleProvider[] | undefined;
}

const optionsSchema = z.strictObject({
  providers: z
    .array(instanceLike<LifecycleProvider>("a class with @OnLifecycle methods", (value) => typeof value === "function"))
    .readonly()
    .optional(),
});

/**
 * For `createRuntime({ use: [...] })`: the tool, memory and run events of all crews and flows on that runtime are published to the registry. The
 * registry stays its owner's: closing the runtime waits for its detached publishes, and does not shut it down.
 */
export function lifecycleHooks(registry: LifecycleRegistry, options: LifecyclePluginOptions = {}): RuntimePlugin {
  readOptions(instanceLike<LifecycleRegistry>("a LifecycleRegistry", isRegistry), registry, {
    subject: "lifecycleHooks",
    path: "registry",
  });
  const { providers = [] } = readOptions(optionsSchema, options, { subject: "lifecycleHooks" });
  return { name: "lifecycle-hooks", install: (runtime) => install(runtime, registry, providers) };
}

function install(
  runtime: Runtime,
  registry: LifecycleRegistry,
  providers: readonly LifecycleProvider[],
): () => Promise<void> {
  for (const type of providers) checkConstructible(runtime.container, type);
  const provided = providers.flatMap((type) => {
    let made: Promise<object> | undefined;
    const self = (): Promise<object> => (made ??= construct(runtime.container, type));
    return hooksOfClass(type, self).map((hook) => registry.register(hook));
  });
  const { on } = runtime.hooks;
  const registered = [
    ...registerToolMoments(on, registry),
    ...registerMemoryMoments(on, registry),
    ...registerRunMoments(on, registry),
  ];
  return async () => {
    await registry.idle();
    for (const registration of registered) registration.unregister();
    for (const unregister of provided) unregister();
  };
}

function isRegistry(value: unknown): boolean {
  return value instanceof LifecycleRegistry;
}
