import { REDACTED } from "@boathook/kernel";

import type { LifecycleEvent } from "../events/catalogue.ts";
import type { LifecyclePayloads } from "../events/payloads.ts";

/** What only code in this process may see: it is in no JSON, no log line, no copy and no stored state. */
export interface RuntimeSecrets {
  readonly authToken?: string | undefined;
  readonly appHandle?: unknown;
  readonly cloudApiBase?: string | undefined;
}

/** What a publish is about, besides its event and payload. */
export interface PublishIds {
  readonly agentId?: string | undefined;
  readonly conversationId?: string | undefined;
  readonly runId?: string | undefined;
  /** What the user said. */
  readonly query?: string | undefined;
}

/** What a handler is given. Nothing in it can be written to; `JSON.stringify` gives the documented form, with snake_case keys. */
export interface LifecycleContext<E extends LifecycleEvent = LifecycleEvent> extends PublishIds {
  readonly event: E;
  /** ISO 8601, UTC; the same for every hook of a publish. */
  readonly timestamp: string;
  readonly payload: Partial<LifecyclePayloads[E]>;
  /** What earlier hooks contributed, merged; the hooks of one parallel batch all see the state at its beginning. */
  readonly upstream: Readonly<Record<string, unknown>>;
  readonly runtime: RuntimeSecrets;
  toJSON(): Record<string, unknown>;
}

/** The parts that stay the same through a publish. */
export interface PublishFacts extends PublishIds {
  readonly event: LifecycleEvent;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly secrets: RuntimeSecrets;
}

/** The context of one batch. Fields are read through getters of the class, so a copy by enumeration carries none of the secrets. */
export class HookContext implements LifecycleContext {
  readonly event: LifecycleEvent;
  readonly agentId: string | undefined;
  readonly conversationId: string | undefined;
  readonly runId: string | undefined;
  readonly query: string | undefined;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly #facts: PublishFacts;
  readonly #upstream: Readonly<Record<string, unknown>>;

  constructor(
    facts: PublishFacts,
    payload: Readonly<Record<string, unknown>>,
    upstream: Readonly<Record<string, unknown>>,
  ) {
    this.event = facts.event;
    this.agentId = facts.agentId;
    this.conversationId = facts.conversationId;
    this.runId = facts.runId;
    this.query = facts.query;
    this.payload = payload;
    this.#facts = facts;
    this.#upstream = upstream;
    Object.freeze(this);
  }

  get timestamp(): string {
    return new Date(this.#facts.at).toISOString();
  }

  get upstream(): Readonly<Record<string, unknown>> {
    return this.#upstream;
  }

  get runtime(): RuntimeSecrets {
    return new Secrets(this.#facts.secrets);
  }

  toJSON(): Record<string, unknown> {
    const { event, agentId, conversationId, runId, query, timestamp, payload } = this;
    return {
      event,
      ...(agentId !== undefined && { agent_id: agentId }),
      ...(conversationId !== undefined && { conversation_id: conversationId }),
      ...(runId !== undefined && { run_id: runId }),
      ...(query !== undefined && { query }),
      timestamp,
      payload,
    };
  }
}

/** Readable by name, and in no other way. */
class Secrets implements RuntimeSecrets {
  readonly #secrets: RuntimeSecrets;

  constructor(secrets: RuntimeSecrets) {
    this.#secrets = secrets;
  }

  get authToken(): string | undefined {
    return this.#secrets.authToken;
  }

  get appHandle(): unknown {
    return this.#secrets.appHandle;
  }

  get cloudApiBase(): string | undefined {
    return this.#secrets.cloudApiBase;
  }
}

/** The text without the secrets that stand in it. */
export function withoutSecrets(text: string, { authToken, appHandle, cloudApiBase }: RuntimeSecrets): string {
  let clean = text;
  for (const secret of [authToken, appHandle, cloudApiBase]) {
    if (typeof secret === "string" && secret.length >= SHORTEST_SECRET) clean = clean.replaceAll(secret, REDACTED);
  }
  return clean;
}

/** Shorter texts stand in ordinary sentences by chance. */
const SHORTEST_SECRET = 4;
