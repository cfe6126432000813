import { instanceLike, readOptions } from "@boathook/kernel";
import { z } from "zod";

import { HookResult } from "../hooks/hook-result.ts";
import type { LifecycleContext } from "../hooks/hook-context.ts";
import type { LifecycleRegistry } from "../registry.ts";
import type { TurnMemories } from "./turn-memories.ts";

/** Where knowledge is looked up; a `Knowledge` is one. */
export interface KnowledgeSource {
  search(query: string, options: { limit: number; signal: AbortSignal }): Promise<readonly KnowledgeHit[]>;
}

/** A piece of knowledge that fits. */
export interface KnowledgeHit {
  readonly text: string;
  readonly source: string;
  readonly score: number;
}

/** What the builtins work with; without one of them its hook has nothing to do. */
export interface BuiltinOptions {
  /** The knowledge of all agents, or a function that gives an agent's. */
  readonly knowledge?: KnowledgeSource | ((agentId: string | undefined) => KnowledgeSource | undefined) | undefined;
  /** Keeps what finished turns say: `turnMemories(memory)`, or your own. */
  readonly memory?: TurnMemories | undefined;
  /** How many pieces of knowledge a turn gets. Default 5. */
  readonly limit?: number | undefined;
}

const optionsSchema = z.strictObject({
  knowledge: instanceLike<BuiltinOptions["knowledge"] & object>("knowledge", hasOrIsFunction("search")).optional(),
  memory: instanceLike<TurnMemories>("an object with `process`", hasOrIsFunction("process")).optional(),
  limit: z.number().int().positive().max(100).optional(),
});

/**
 * Registers the two hooks of the host: `builtin:knowledge_retrieval` contributes `{ knowledge: [{ text, source, score }] }` to a turn that is about to begin,
 * `builtin:process_turn_memories` keeps what a finished turn says. They can be disabled, and not removed.
 */
export function registerBuiltinHooks(registry: LifecycleRegistry, options: BuiltinOptions = {}): void {
  const {
    knowledge,
    memory,
    limit = 5,
  } = readOptions<BuiltinOptions>(optionsSchema, options, {
    subject: "registerBuiltinHooks",
  });
  registry.registerBuiltin({
    id: "builtin:knowledge_retrieval",
    event: "pre_turn",
    priority: 10,
    mode: "parallel",
    timeoutMs: 30_000,
    handler: async (ctx, { signal }) => {
      const source = typeof knowledge === "function" ? knowledge(ctx.agentId) : knowledge;
      const query = questionOf(ctx);
      if (source === undefined || query === "") return HookResult.Continue;
      const hits = await source.search(query, { limit, signal });
      return hits.length === 0 ? HookResult.Continue : HookResult.ContinueWith({ knowledge: hits });
    },
  });
  registry.registerBuiltin({
    id: "builtin:process_turn_memories",
    event: "turn_complete",
    priority: 10,
    mode: "sequential",
    timeoutMs: 60_000,
    handler: async (ctx, { signal }) => {
      const { agentId, conversationId, payload } = ctx;
      const { response, turn: given } = payload as { response?: unknown; turn?: { id?: string } }; // whatever the host gave
      if (memory === undefined || typeof response !== "string") return;
      const turn = { id: given?.id, question: questionOf(ctx), response, agentId, conversationId };
      await memory.process(turn, { registry, signal });
    },
  });
}

/** What the user said: the query, else the turn's text. */
function questionOf({ query, payload }: LifecycleContext): string {
  const { turn } = payload as { turn?: { text?: unknown } };
  return (query ?? (typeof turn?.text === "string" ? turn.text : "")).trim();
}

function hasOrIsFunction(method: string): (value: unknown) => boolean {
  return (value) =>
    typeof value === "function" ||
    (typeof value === "object" && value !== null && typeof Reflect.get(value, method) === "function");
}
