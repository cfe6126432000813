import type { OnFunction, PostToolCallHookContext, ToolCallHookContext } from "@boathook/hooks";
import { toolCallOf } from "@boathook/tools";

import { writableCopy } from "../publish/copy-data.ts";
import type { LifecycleRegistry } from "../registry.ts";
import { idsOf, throwStop } from "./moments.ts";

/** `pre_tool_call` and `post_tool_call` at the two points of a tool call. */
export function registerToolMoments(on: OnFunction, registry: LifecycleRegistry): { unregister(): boolean }[] {
  const startedAt = new WeakMap<object, number>();
  return [
    on("pre_tool_call", { name: "lifecycle hooks", onError: "abort" }, (ctx) => {
      const running = registry.publishIfHooked("pre_tool_call", () => ({
        ...idsOf(ctx),
        payload: { tool_name: ctx.toolName, tool_call_id: ctx.toolCallId, arguments: ctx.toolInput },
      }));
      if (running === undefined) {
        startedAt.set(toolCallOf(ctx), performance.now());
        return undefined;
      }
      return running.then((outcome) => {
        throwStop(outcome);
        const { arguments: left } = outcome.payload as { arguments: Record<string, unknown> }; // checked when it was replaced
        if (left !== ctx.toolInput) ctx.toolInput = writableCopy(left);
        startedAt.set(toolCallOf(ctx), performance.now());
        return undefined;
      });
    }),
    on("post_tool_call", { name: "lifecycle hooks" }, (ctx) => {
      const began = startedAt.get(toolCallOf(ctx));
      if (ctx.blocked || began === undefined) return undefined; // it did not run
      return registry
        .publishIfHooked("post_tool_call", () => ({ ...idsOf(ctx), payload: payloadAfter(ctx, began) }))
        ?.then(({ payload, status }) => {
          if (status === "completed") takeResult(ctx, payload.result);
          return undefined;
        });
    }),
  ];
}

function payloadAfter(ctx: PostToolCallHookContext, startedAt: number) {
  return {
    tool_name: ctx.toolName,
    tool_call_id: ctx.toolCallId,
    arguments: ctx.toolInput,
    result: ctx.toolResult,
    is_error: ctx.failure !== undefined,
    duration_ms: performance.now() - startedAt,
  };
}

/** What is no text becomes the text that the model would read of it. */
function takeResult(ctx: ToolCallHookContext, result: unknown): void {
  if (result === ctx.toolResult) return;
  ctx.toolResult = typeof result === "string" ? result : JSON.stringify(result);
}
