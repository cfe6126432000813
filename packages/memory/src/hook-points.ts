import { defineHookPoint, type Nothing, type RunRefs } from "@boathook/hooks";

import type { MemoryKind, MemoryMatch } from "./record.ts";

/** A memory that is about to be stored. */
export interface MemoryStoreContext extends RunRefs {
  /** What will be stored; a hook may replace it. Secrets are taken out afterwards. */
  payload: string;
  /** A hook may change its fields. */
  metadata: Record<string, unknown>;
  readonly memoryKind: MemoryKind;
  readonly memoryScope: string;
  readonly agentRole: string | undefined;
}

/** Memories that were recalled, or are about to be shown to a model. */
export interface MemoryRecallContext extends RunRefs {
  /** Best first; a hook may leave others, or fewer. */
  payload: readonly MemoryMatch[];
  readonly query: string;
  readonly agentRole: string | undefined;
}

declare module "@boathook/hooks" {
  interface HookPoints {
    /** Before a memory is stored: a text replaces it, an abort refuses it, a skip leaves it out. */
    memory_store: { context: MemoryStoreContext; result: string | Nothing };
    /** After memories were recalled, by whomever: a list replaces them, an abort fails the recall, a skip leaves all out. */
    memory_recall: { context: MemoryRecallContext; result: readonly MemoryMatch[] | Nothing };
    /** Before memories go into a task's prompt: a list replaces them; an abort or a skip leaves all out. */
    memory_inject: { context: MemoryRecallContext; result: readonly MemoryMatch[] | Nothing };
  }
}

for (const name of ["memory_store", "memory_recall", "memory_inject"]) defineHookPoint(name, { filters: ["agents"] });
