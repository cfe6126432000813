import type { HookRegistration, OnFunction } from "@boathook/hooks";

import { compileTaskHooks, type TaskHooks } from "./task-hooks.ts";

/** What the plugin needs of a runtime. */
interface HasHooks {
  readonly hooks: { readonly on: OnFunction };
}

/** For `createRuntime({ use: [...] })`: these hooks run for every graph on that runtime, in this order, before those of the graph itself. */
export function taskHooks(hooks: readonly TaskHooks[]): {
  readonly name: string;
  install(runtime: HasHooks): () => void;
} {
  const compiled = hooks.flatMap((one, index) => compileTaskHooks(one, String(index)));
  return {
    name: "task-hooks",
    install: (runtime) => {
      const registered = compiled.map(
        ({ point, filters, hook }): HookRegistration => runtime.hooks.on(point, filters, hook as () => undefined), // it reads the context of its own point
      );
      return () => {
        for (const registration of registered) registration.unregister();
      };
    },
  };
}
