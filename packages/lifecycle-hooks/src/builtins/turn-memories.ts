import type { MaybePromise } from "@boathook/hooks";
import { childFrame, currentFrame, errorMessage, log, runInFrame } from "@boathook/kernel";
import { scopeWithin, type Memory, type Remembered } from "@boathook/memory";

import { LifecycleError } from "../errors.ts";
import type { LifecycleRegistry } from "../registry.ts";

declare module "@boathook/kernel" {
  interface FrameSlots {
    /** The registry that was asked already whether what is stored here may be stored. */
    readonly storingFor?: LifecycleRegistry | undefined;
  }
}

/** A turn that is finished. */
export interface FinishedTurn {
  /** As the host names it. */
  readonly id?: string | undefined;
  readonly question: string;
  readonly response: string;
  readonly agentId: string | undefined;
  readonly conversationId: string | undefined;
}

/** Keeps what finished turns say. */
export interface TurnMemories {
  process(turn: FinishedTurn, tools: { registry: LifecycleRegistry; signal: AbortSignal }): Promise<void>;
}

/** How turns become memories. */
export interface TurnMemoriesOptions {
  /** What of a turn is worth keeping. Default: one long-term memory, `User: …` and `Assistant: …`, each at most 1 000 characters; nothing where the user said nothing. */
  readonly extract?: ((turn: FinishedTurn, signal: AbortSignal) => MaybePromise<readonly Remembered[]>) | undefined;
  /** Where they are kept. Default `/agent/<agent id>`. */
  readonly scope?: ((turn: FinishedTurn) => string) | undefined;
}

const LONGEST_TEXT = 1_000;

/** Stores what finished turns say in a memory; each text passes `pre_memory_store` first. One that hooks refuse does not keep the others from being stored. */
export function turnMemories(memory: Pick<Memory, "remember">, options: TurnMemoriesOptions = {}): TurnMemories {
  const { extract = wholeTurn, scope = scopeOfAgent } = options;
  return {
    async process(turn, { registry, signal }) {
      for (const remembered of await extract(turn, signal)) {
        try {
          await store({ memory, registry, turn, signal }, { ...remembered, scope: scope(turn) });
        } catch (error) {
          if (signal.aborted) throw error;
          log("warn", { error: errorMessage(error) }, "a memory of a turn was not stored");
        }
      }
    },
  };
}

interface Storing {
  readonly memory: Pick<Memory, "remember">;
  readonly registry: LifecycleRegistry;
  readonly turn: FinishedTurn;
  readonly signal: AbortSignal;
}

async function store(storing: Storing, remembered: Remembered & { readonly scope: string }): Promise<void> {
  const { memory, registry, turn, signal } = storing;
  const { text, metadata = {}, ...how } = remembered;
  const { agentId, conversationId } = turn;
  const payload = { content: text, metadata, kind: how.kind ?? "long_term" };
  const outcome = await registry.publishIfHooked("pre_memory_store", () => ({
    agentId,
    conversationId,
    payload,
    signal,
  }));
  if (outcome?.status === "skipped") return;
  if (outcome?.status === "aborted") {
    throw new LifecycleError("lifecycle_aborted", outcome.reason ?? "a hook refused it", { cause: outcome.error });
  }
  const left = (outcome?.payload ?? payload) as typeof payload; // replacements were checked
  // A runtime that the registry is attached to would ask its hooks a second time.
  const frame = childFrame({ storingFor: registry }, currentFrame());
  await runInFrame(frame, () => memory.remember(left.content, { ...how, metadata: left.metadata, signal }));
}

function wholeTurn({ question, response }: FinishedTurn): readonly Remembered[] {
  if (question === "") return [];
  return [{ text: `User: ${question.slice(0, LONGEST_TEXT)}\nAssistant: ${response.slice(0, LONGEST_TEXT)}` }];
}

function scopeOfAgent({ agentId }: FinishedTurn): string {
  return agentId === undefined ? "/" : scopeWithin("/", "agent", agentId);
}
