import { isPlainObject } from "@boathook/hooks";
import { readOptions } from "@boathook/kernel";
import { z } from "zod";

import type { LifecycleEvent } from "../events/catalogue.ts";
import { payloadSchema, type LifecyclePayloads } from "../events/payloads.ts";
import type { PublishIds, RuntimeSecrets } from "../hooks/hook-context.ts";

/** What a host tells when it publishes. */
export interface PublishOptions<E extends LifecycleEvent = LifecycleEvent> extends PublishIds {
  /** Default `{}`. */
  readonly payload?: LifecyclePayloads[E] | undefined;
  /** What only code in this process may see. */
  readonly runtime?: RuntimeSecrets | undefined;
  /** Cancels the publish, beside the run it is in. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for all hooks together; those not begun by then are not run. Default no limit. */
  readonly budgetMs?: number | undefined;
}

const id = z.string().optional();

const schema = z.strictObject({
  payload: z.unknown().optional(),
  agentId: id,
  conversationId: id,
  runId: id,
  query: id,
  runtime: z.strictObject({ authToken: id, appHandle: z.unknown().optional(), cloudApiBase: id }).optional(),
  signal: z.custom<AbortSignal>(isSignal, { error: "expected an AbortSignal" }).optional(),
  budgetMs: z.number().nonnegative().optional(),
});

/** Refuses options that the event cannot have; the payload's keys must fit as far as they are there. */
export function checkPublish(event: LifecycleEvent, options: PublishOptions): void {
  const subject = `publish of ${event}`;
  readOptions(schema, options, { subject });
  if (options.payload === undefined) return;
  const payload = isPlainObject(options.payload) ? options.payload : undefined;
  readOptions(payloadSchema(event), payload ?? options.payload, { subject, path: "payload" });
}

function isSignal(value: unknown): boolean {
  return typeof value === "object" && value !== null && "aborted" in value && "addEventListener" in value;
}
