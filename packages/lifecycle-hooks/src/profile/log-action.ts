import { toRedactedJson } from "@boathook/kernel";
import { z } from "zod";

import { withoutSecrets, type LifecycleContext } from "../hooks/hook-context.ts";
import { HookResult } from "../hooks/hook-result.ts";
import { defineAction } from "./action.ts";

/** The action `log`: one line for each publish, with the payload's key names and its size; its values only with `include_payload`. Always Continue. */
export const logAction = defineAction({
  name: "log",
  config: z.strictObject({
    level: z.enum(["debug", "info", "warn"]).default("debug"),
    include_payload: z.boolean().default(false),
  }),
  handler:
    ({ level, include_payload }, { hook, log }) =>
    (ctx) => {
      log(level, lineOf(ctx, hook, include_payload), `lifecycle event ${ctx.event}`);
      return HookResult.Continue;
    },
});

function lineOf(ctx: LifecycleContext, hook: string, withPayload: boolean): object {
  const { event, agentId, conversationId, runId, timestamp, payload } = ctx;
  const shown = toRedactedJson(payload);
  const json = withoutSecrets(JSON.stringify(shown), ctx.runtime);
  return {
    event,
    hook,
    ...(agentId !== undefined && { agentId }),
    ...(conversationId !== undefined && { conversationId }),
    ...(runId !== undefined && { runId }),
    timestamp,
    payloadKeys: Object.keys(payload),
    payloadSize: json.length,
    ...(withPayload && { payload: JSON.parse(json) as unknown }),
  };
}
