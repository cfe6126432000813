import type { Logger } from "@boathook/kernel";
import type { z } from "zod";

import type { LifecycleEvent } from "../events/catalogue.ts";
import type { LifecycleHandler } from "../hooks/lifecycle-hook.ts";

/** What an action knows of the entry that names it. */
export interface ActionPlace {
  readonly hook: string;
  readonly event: LifecycleEvent;
  readonly agentId: string;
  /** Writes to the registry's logger; what that throws is ignored. */
  readonly log: (level: keyof Logger, data: object, message: string) => void;
}

/** A kind of hook that profiles can name: reads its `config` and makes the handler. */
export interface LifecycleAction<C = unknown> {
  readonly name: string;
  /** What `config` must be; a profile's entry that does not fit is refused. */
  readonly config: z.ZodType<C>;
  handler(config: C, place: ActionPlace): LifecycleHandler;
}

/** Keeps the type of the config, which the schema gives, for the handler. */
export function defineAction<C>(action: LifecycleAction<C>): LifecycleAction {
  return action; // `handler` is only ever given what `config` has read
}
