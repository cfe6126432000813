import type { Run } from "@boathook/flow";
import type { EventChannel } from "@boathook/kernel";
import type { LifecycleRegistry } from "@boathook/lifecycle-hooks";

import type { Equipment } from "../equipment/equipment.ts";
import type { Conversation } from "./conversation.ts";
import type { SendOptions } from "./send-options.ts";

/** A session that is open. */
export interface OpenSession {
  close(): Promise<void>;
}

/** What an assistant gives its sessions. */
export interface SessionHost {
  readonly agentId: string;
  readonly registry: LifecycleRegistry;
  /** As the profile says now. */
  readonly equipment: () => Equipment;
  readonly keepsMemories: () => boolean;
  /** Runs work on the assistant's runtime, as a run of its own. */
  readonly within: <T>(
    options: SendOptions & { readonly conversationId?: string },
    watcher: EventChannel | undefined,
    work: (run: Run) => Promise<T>,
  ) => Promise<T>;
  /** A message was answered. */
  readonly said: (text: string, conversationId: string) => void;
  /** A session on the conversation was closed. */
  readonly released: (conversation: Conversation, session: OpenSession) => Promise<void>;
  readonly log: (level: "warn" | "error", error: unknown, message: string) => void;
}
