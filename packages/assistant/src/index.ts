// The moments that this package adds to hooks; written so that they stay in the published types.
import "./points/session-points.ts";

export { Assistant } from "./assistant.ts";
export type { ConversationInfo } from "./session/conversations.ts";
export type { AssistantOptions } from "./assistant-options.ts";
export { AssistantError, type AssistantProblem } from "./errors.ts";
export { Session } from "./session/session.ts";
export type { SendOptions } from "./session/send-options.ts";
export type { StoredTurn, TurnResult } from "./session/turn.ts";
export type { Profile, ProfileInput } from "./profile/profile-schema.ts";
export { readProfile, readProfileFile, type ReadProfile } from "./profile/read-profile-file.ts";
export { Automations, type RunAutomationOptions } from "./automations/automations.ts";
export type { AutomationRun } from "./automations/automation-run.ts";
export type { ConsolidationReport } from "./consolidation/consolidate.ts";
export type { Pattern } from "./evolution/patterns.ts";
export type { Automation, Schedule } from "./automations/automation-schema.ts";
export { PermissionPolicy, type AskedCall, type Verdict } from "./permissions/decide.ts";
export { PERMISSION_MODES, type PermissionMode, type PermissionRules } from "./permissions/permission-rules.ts";
export type {
  ConfigChangeContext,
  PostCompactContext,
  PreCompactContext,
  SessionEndContext,
  SessionRefs,
  SessionSource,
  SessionStartContext,
  TurnFailureContext,
  TurnStopContext,
  UserPromptContext,
} from "./points/session-points.ts";
export {
  ConversationCompactedEvent,
  ProfileRejectedEvent,
  ProfileReloadedEvent,
  SessionEndedEvent,
  SessionStartedEvent,
  TurnCompletedEvent,
  TurnFailedEvent,
  TurnStartedEvent,
} from "./events.ts";
