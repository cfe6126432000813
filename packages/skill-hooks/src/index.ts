// What a host puts in its frames for skill hooks; written so that it stays in the published types.
import "./plugin/run-moments.ts";

export { SKILL_EVENTS, type SkillEvent } from "./catalogue/events.ts";
export type { BatchedCall, SkillEventInput } from "./catalogue/event-input.ts";
export { loadHookFiles, type LoadedFile, type LoadedHooks, type LoadOptions } from "./read/load-hook-files.ts";
export type { HookPlaces } from "./read/hook-files.ts";
export { TrustStore, type FileVersion, type TrustedFile } from "./trust/trust-store.ts";
export { runSkillHooks, SkillHookSet, SkillHooksService } from "./run/skill-hook-set.ts";
export type { HookPart, SkillHookResult } from "./run/run-rules.ts";
export type { CallMcpTool, McpAnswer, SkillHookServices } from "./run/services.ts";
export type { HookAnswer, Permission } from "./answer/hook-answer.ts";
export type { HookFormat, HookSource } from "./rules/format.ts";
export type { SkillAction, SkillRule } from "./rules/rule.ts";
export { registerActionType, SkillHookFailure, type ActionCall, type ActionType } from "./actions/action-type.ts";
export { skillHooks, type SkillHooksOptions } from "./plugin/skill-hooks.ts";
