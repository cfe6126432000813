import { mannerOf, type SkillEvent } from "./events.ts";

/** One call of a batch. */
export interface BatchedCall {
  readonly toolName: string;
  readonly toolInput: Readonly<Record<string, unknown>>;
  readonly toolUseId: string;
  readonly toolOutput: string;
  readonly isError: boolean;
}

/** What happened, as the runtime tells it; each event has the fields that it has. */
export interface SkillEventInput {
  readonly sessionId?: string | undefined;
  readonly agentName?: string | undefined;
  readonly cwd?: string | undefined;
  readonly transcriptPath?: string | undefined;
  readonly permissionMode?: string | undefined;
  readonly toolName?: string | undefined;
  readonly toolInput?: Readonly<Record<string, unknown>> | undefined;
  readonly toolUseId?: string | undefined;
  readonly toolOutput?: unknown;
  readonly toolError?: string | undefined;
  readonly durationMs?: number | undefined;
  readonly denialReason?: string | undefined;
  /** Why: `startup`, `resume`, `manual`, `permission_prompt` … */
  readonly keyword?: string | undefined;
  readonly prompt?: string | undefined;
  readonly message?: string | undefined;
  readonly stopHookActive?: boolean | undefined;
  readonly lastAssistantMessage?: string | undefined;
  readonly failureError?: string | undefined;
  readonly compactStats?: Readonly<Record<string, number>> | undefined;
  readonly compactSummary?: string | undefined;
  readonly configPath?: string | undefined;
  readonly skillNames?: readonly string[] | undefined;
  readonly batch?: readonly BatchedCall[] | undefined;
  readonly subagentName?: string | undefined;
  readonly subagentMode?: string | undefined;
  readonly subagentTask?: string | undefined;
  readonly subagentResult?: string | undefined;
  readonly subagentStatus?: string | undefined;
  readonly attempt?: number | undefined;
  readonly taskId?: string | undefined;
  readonly taskSubject?: string | undefined;
  readonly taskDescription?: string | undefined;
  readonly taskResult?: string | undefined;
  readonly taskStatus?: string | undefined;
}

/** What an event's matcher is compared with; undefined where there is nothing. */
export function subjectOf(event: SkillEvent, input: SkillEventInput): string | undefined {
  switch (mannerOf(event).subject) {
    case "tool":
      return input.toolName;
    case "keyword":
      return input.keyword;
    case "subagent":
      return input.subagentName;
    case "task":
      return input.taskSubject;
    default:
      return undefined;
  }
}

/** The event as hooks read it, in both families of keys; what has no value is left out. `timestamp` is in milliseconds since 1970. */
export function eventJson(event: SkillEvent, input: SkillEventInput, timestamp: number): Record<string, unknown> {
  const all = {
    event,
    hook_event_name: event,
    session_id: input.sessionId ?? "",
    timestamp: new Date(timestamp).toISOString(),
    cwd: input.cwd ?? process.cwd(),
    agent_name: input.agentName,
    transcript_path: input.transcriptPath,
    permission_mode: input.permissionMode,
    ...toolFields(input),
    ...keywordFields(event, input.keyword),
    ...sessionFields(input),
    ...subagentFields(input),
    ...taskFields(input),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function toolFields(input: SkillEventInput): Record<string, unknown> {
  const { batch, toolOutput, toolError, denialReason } = input;
  return {
    tool_name: input.toolName,
    tool_input: input.toolInput,
    tool_use_id: input.toolUseId,
    tool_output: toolOutput === undefined ? undefined : textOf(toolOutput),
    tool_response: toolOutput,
    tool_error: toolError,
    error: toolError,
    duration_ms: input.durationMs,
    denial_reason: denialReason,
    reason: denialReason,
    batch_tool_names: batch?.map((call) => call.toolName),
    batch_success_count: batch?.filter((call) => !call.isError).length,
    batch_failure_count: batch?.filter((call) => call.isError).length,
    tool_calls: batch?.map((call) => ({
      tool_name: call.toolName,
      tool_input: call.toolInput,
      tool_use_id: call.toolUseId,
      tool_response: call.toolOutput,
    })),
  };
}

/** The word has another key on each event in one of the two families. */
function keywordFields(event: SkillEvent, keyword: string | undefined): Record<string, unknown> {
  if (keyword === undefined) return {};
  const key = KEYWORD_KEYS[event];
  return { matcher: keyword, ...(key !== undefined && { [key]: keyword }) };
}

const KEYWORD_KEYS: Partial<Record<SkillEvent, string>> = {
  SessionStart: "source",
  SessionEnd: "reason",
  StopFailure: "error",
  Notification: "notification_type",
  PreCompact: "trigger",
  PostCompact: "trigger",
  ConfigChange: "source",
  InstructionsLoaded: "load_reason",
};

function sessionFields(input: SkillEventInput): Record<string, unknown> {
  return {
    prompt: input.prompt,
    message: input.message,
    stop_hook_active: input.stopHookActive,
    last_assistant_message: input.lastAssistantMessage,
    failure_error: input.failureError,
    error_details: input.failureError,
    compress_stats: input.compactStats,
    compact_summary: input.compactSummary,
    config_path: input.configPath,
    file_path: input.configPath,
    skill_names: input.skillNames,
  };
}

function subagentFields(input: SkillEventInput): Record<string, unknown> {
  return {
    subagent_name: input.subagentName,
    agent_type: input.subagentName,
    subagent_mode: input.subagentMode,
    subagent_task: input.subagentTask,
    subagent_result: input.subagentResult,
    subagent_stop_status: input.subagentStatus,
    attempt: input.attempt,
  };
}

function taskFields(input: SkillEventInput): Record<string, unknown> {
  return {
    task_id: input.taskId,
    task_subject: input.taskSubject,
    task_description: input.taskDescription,
    task_result: input.taskResult,
    task_terminal_status: input.taskStatus,
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
