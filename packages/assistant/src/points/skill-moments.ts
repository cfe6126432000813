import { HookAborted, type OnFunction } from "@boathook/hooks";
import { service } from "@boathook/kernel";
import { SkillHooksService, type SkillEvent, type SkillEventInput, type SkillHookResult } from "@boathook/skill-hooks";

import type { SessionRefs } from "./session-points.ts";

/** The moments of a conversation as skill hooks know them: SessionStart, SessionEnd, UserPromptSubmit, Stop, StopFailure, PreCompact, PostCompact, ConfigChange. */
export function registerSkillMoments(on: OnFunction): { unregister(): boolean }[] {
  const named = (event: SkillEvent) => ({ name: `skill hooks: ${event}` });
  return [
    on("session_start", named("SessionStart"), async (ctx) => {
      const result = await run("SessionStart", { ...inputOf(ctx), keyword: ctx.source });
      ctx.notes.push(...saidBy(result));
    }),
    on("session_end", named("SessionEnd"), async (ctx) => {
      await run("SessionEnd", { ...inputOf(ctx), keyword: ctx.reason });
    }),
    on("user_prompt", { ...named("UserPromptSubmit"), onError: "abort" }, async (ctx) => {
      const result = await run("UserPromptSubmit", { ...inputOf(ctx), prompt: ctx.payload });
      stopIfDenied(result);
      ctx.notes.push(...saidBy(result));
      return undefined;
    }),
    on("turn_stop", named("Stop"), async (ctx) => {
      const input = { ...inputOf(ctx), stopHookActive: ctx.isContinued, lastAssistantMessage: ctx.response };
      const result = await run("Stop", input);
      if (result?.halt !== undefined) return undefined;
      return result?.continueReason ?? (result?.decision === "deny" ? result.reason : undefined);
    }),
    on("turn_failure", named("StopFailure"), async (ctx) => {
      await run("StopFailure", { ...inputOf(ctx), keyword: "error", failureError: messageOf(ctx.error) });
    }),
    on("pre_compact", { ...named("PreCompact"), onError: "abort" }, async (ctx) => {
      stopIfDenied(
        await run("PreCompact", { ...inputOf(ctx), keyword: ctx.trigger, compactStats: { turns: ctx.turns } }),
      );
    }),
    on("post_compact", named("PostCompact"), async (ctx) => {
      const { trigger, turns, summary } = ctx;
      await run("PostCompact", { ...inputOf(ctx), keyword: trigger, compactStats: { turns }, compactSummary: summary });
    }),
    on("config_change", { ...named("ConfigChange"), onError: "abort" }, async (ctx) => {
      const input = { agentName: ctx.agentId, keyword: "profile", configPath: ctx.file };
      stopIfDenied(await run("ConfigChange", input));
    }),
  ];
}

/** Nothing is started where no rule fits. */
async function run(event: SkillEvent, input: SkillEventInput): Promise<SkillHookResult | undefined> {
  const set = service(SkillHooksService);
  return set.wants(event, input) ? set.run(event, input) : undefined;
}

function stopIfDenied(result: SkillHookResult | undefined): void {
  if (result?.halt !== undefined) throw new HookAborted(result.halt, "skill hooks");
  if (result?.decision === "deny") throw new HookAborted(result.reason ?? "a skill hook said no", "skill hooks");
}

function saidBy(result: SkillHookResult | undefined): string[] {
  return result === undefined ? [] : [...result.context, ...result.messages].filter((text) => text !== "");
}

function inputOf({ conversationId, agentId }: SessionRefs): SkillEventInput {
  return { sessionId: conversationId, agentName: agentId };
}

function messageOf(error: unknown): string {
  return typeof error === "object" && error !== null && "message" in error ? String(error.message) : String(error);
}
