/** The twenty events of skill hooks, as files name them. */
export const SKILL_EVENTS = [
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "PermissionRequest",
  "PermissionDenied",
  "SessionStart",
  "SessionEnd",
  "Stop",
  "StopFailure",
  "Notification",
  "UserPromptSubmit",
  "PreCompact",
  "PostCompact",
  "ConfigChange",
  "InstructionsLoaded",
  "PostToolBatch",
  "SubagentStart",
  "SubagentStop",
  "TaskCreated",
  "TaskCompleted",
] as const;

/** The name of an event. */
export type SkillEvent = (typeof SKILL_EVENTS)[number];

/** Events of the formats we read that nothing here fires: read without a fault, and listed as such. */
export const FOREIGN_EVENTS: ReadonlySet<string> = new Set([
  "Setup",
  "UserPromptExpansion",
  "MessageDisplay",
  "TeammateIdle",
  "CwdChanged",
  "DirectoryAdded",
  "FileChanged",
  "WorktreeCreate",
  "WorktreeRemove",
  "PreModelSwitch",
  "PostModelSwitch",
  "Elicitation",
  "ElicitationResult",
  "TaskStarted",
  "PluginLoaded",
  "PluginDisabled",
  "PostMemoryWrite",
  "MemoryLayerChange",
  "SkillCandidateDetected",
  "SkillHealthCheck",
  "SkillLifecycleTransition",
  "SkillPatchApplied",
  "SkillMergeApplied",
  "RulePromoted",
]);

/** What an event's matcher is compared with, and what an answer to it can do. */
interface EventManner {
  /** Undefined: there is nothing to match, and only an empty matcher fits. */
  readonly subject: "tool" | "keyword" | "subagent" | "task" | undefined;
  /** What a block means: the operation is not done, or the agent goes on with the reason, or the reason is feedback to the model. */
  readonly block: "stops" | "goesOn" | "feedback" | "nothing";
}

const MANNERS: Readonly<Record<SkillEvent, EventManner>> = {
  PreToolUse: { subject: "tool", block: "stops" },
  PostToolUse: { subject: "tool", block: "feedback" },
  PostToolUseFailure: { subject: "tool", block: "feedback" },
  PermissionRequest: { subject: "tool", block: "stops" },
  PermissionDenied: { subject: "tool", block: "nothing" },
  SessionStart: { subject: "keyword", block: "nothing" },
  SessionEnd: { subject: "keyword", block: "nothing" },
  Stop: { subject: undefined, block: "goesOn" },
  StopFailure: { subject: "keyword", block: "nothing" },
  Notification: { subject: "keyword", block: "nothing" },
  UserPromptSubmit: { subject: undefined, block: "stops" },
  PreCompact: { subject: "keyword", block: "stops" },
  PostCompact: { subject: "keyword", block: "nothing" },
  ConfigChange: { subject: "keyword", block: "stops" },
  InstructionsLoaded: { subject: "keyword", block: "nothing" },
  PostToolBatch: { subject: undefined, block: "stops" },
  SubagentStart: { subject: "subagent", block: "nothing" },
  SubagentStop: { subject: "subagent", block: "goesOn" },
  TaskCreated: { subject: "task", block: "stops" },
  TaskCompleted: { subject: "task", block: "feedback" },
};

/** How an event behaves. */
export function mannerOf(event: SkillEvent): EventManner {
  return MANNERS[event];
}

/** True for one of the twenty. */
export function isSkillEvent(name: string): name is SkillEvent {
  return (SKILL_EVENTS as readonly string[]).includes(name);
}
