import type { OnFunction } from "@boathook/hooks";
import { currentFrame } from "@boathook/kernel";
import type { MemoryMatch, MemoryRecallContext } from "@boathook/memory";

import { writableCopy } from "../publish/copy-data.ts";
import type { LifecycleRegistry } from "../registry.ts";
import { idsOf, throwSkip, throwStop } from "./moments.ts";

/** `pre_memory_store`, `post_memory_extract` and `pre_memory_inject` at the points of a memory. */
export function registerMemoryMoments(on: OnFunction, registry: LifecycleRegistry): { unregister(): boolean }[] {
  return [
    on("memory_store", { name: "lifecycle hooks", onError: "abort" }, async (ctx) => {
      if (currentFrame().storingFor === registry) return; // asked already
      const payload = { content: ctx.payload, metadata: ctx.metadata, kind: ctx.memoryKind };
      const outcome = await registry.publishIfHooked("pre_memory_store", () => ({ ...idsOf(ctx), payload }));
      if (outcome === undefined) return;
      throwStop(outcome);
      const left = outcome.payload as typeof payload; // checked when it was replaced
      if (left.content !== ctx.payload) ctx.payload = left.content;
      if (left.metadata !== ctx.metadata) ctx.metadata = writableCopy(left.metadata);
    }),
    on("memory_recall", { name: "lifecycle hooks", onError: "abort" }, (ctx) =>
      askAbout(ctx, "post_memory_extract", registry),
    ),
    on("memory_inject", { name: "lifecycle hooks", onError: "abort" }, (ctx) =>
      askAbout(ctx, "pre_memory_inject", registry),
    ),
  ];
}

/** Undefined, at once, where nobody listens. A skip and an abort both leave no memories. */
function askAbout(
  ctx: MemoryRecallContext,
  event: "post_memory_extract" | "pre_memory_inject",
  registry: LifecycleRegistry,
): Promise<undefined> | undefined {
  const memories = ctx.payload;
  const running =
    event === "pre_memory_inject"
      ? registry.publishIfHooked(event, () => ({ ...idsOf(ctx), query: ctx.query, payload: { memories } }))
      : registry.publishIfHooked(event, () => ({
          ...idsOf(ctx),
          query: ctx.query,
          payload: { memories, stage: "recall" as const },
        }));
  return running?.then((outcome) => {
    throwSkip(outcome);
    const { memories: left } = outcome.payload as { memories: readonly MemoryMatch[] }; // the memory checks what hooks left
    if (left !== memories) ctx.payload = left;
    return undefined;
  });
}
