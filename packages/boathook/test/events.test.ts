import * as boathook from "boathook";
import { BoathookEvent, eventFromJson } from "boathook";
import { describe, expect, it } from "@jest/globals";

/** The own fields of every event, as documented. */
const DOCUMENTED = {
  agent_execution_completed: ["output"],
  agent_execution_failed: ["error"],
  agent_execution_started: ["tools"],
  agent_reasoning_completed: ["attempt", "steps"],
  agent_reasoning_failed: ["error"],
  agent_reasoning_started: ["attempt"],
  crew_kickoff_completed: ["output", "usage"],
  crew_kickoff_failed: ["error"],
  crew_kickoff_started: ["inputs"],
  flow_failed: ["error"],
  flow_finished: ["result"],
  flow_paused: ["request"],
  flow_started: ["inputs"],
  guardrail_completed: ["ok", "error"],
  guardrail_started: ["guardrail", "attempt"],
  hook_dispatched: ["interceptionPoint", "outcome", "hookCount", "durationMs", "swallowedErrors", "dialect"],
  human_input_received: ["prompt", "answer"],
  human_input_requested: ["prompt"],
  knowledge_query_completed: ["count"],
  knowledge_query_failed: ["error"],
  knowledge_query_started: ["query", "knowledge", "limit"],
  knowledge_search_query_completed: ["content"],
  knowledge_search_query_failed: ["error"],
  knowledge_search_query_started: ["query"],
  llm_call_completed: ["modelId", "purpose", "text", "toolCalls", "usage"],
  llm_call_failed: ["modelId", "purpose", "error"],
  llm_call_started: ["modelId", "purpose", "messages"],
  llm_stream_chunk: ["text"],
  mcp_connection_completed: ["server", "tools"],
  mcp_connection_failed: ["server", "error"],
  mcp_connection_started: ["server", "transport"],
  memory_query_completed: ["count"],
  memory_query_failed: ["error"],
  memory_query_started: ["query", "scopes", "limit"],
  memory_retrieval_completed: ["content"],
  memory_retrieval_failed: ["error"],
  memory_retrieval_started: ["query"],
  memory_save_completed: ["memoryId", "skipped", "embedded"],
  memory_save_failed: ["error"],
  memory_save_started: ["text", "scope", "kind"],
  method_execution_failed: ["methodName", "error"],
  method_execution_finished: ["methodName", "result", "state"],
  method_execution_paused: ["methodName"],
  method_execution_started: ["methodName", "params"],
  plan_step_completed: ["step", "output"],
  plan_step_failed: ["step", "error"],
  plan_step_started: ["step", "task"],
  skill_activated: ["skill"],
  skill_file_read: ["skill", "path"],
  skill_load_failed: ["path", "faults"],
  skill_loaded: ["skill", "folder"],
  step_observation_completed: ["steps", "verdict", "reason"],
  task_completed: ["output"],
  task_failed: ["error"],
  task_skipped: ["reason"],
  task_started: ["context"],
  tool_failure_detected: ["toolName", "toolCallId", "failure"],
  tool_usage_completed: ["toolName", "toolCallId", "output", "fromCache", "blocked"],
  tool_usage_failed: ["toolName", "toolCallId", "error"],
  tool_usage_progress: ["toolName", "toolCallId", "message", "data"],
  tool_usage_started: ["toolName", "toolCallId", "input"],
} satisfies { readonly [T in keyof EventOf]: readonly (keyof EventOf[T])[] };
const FIELDS: Readonly<Record<string, readonly string[]>> = DOCUMENTED;

/** What the class of each type makes. */
type EventOf = {
  [
    K in keyof Module as Module[K] extends { readonly type: infer T extends string; readonly prototype: BoathookEvent }
      ? string extends T
        ? never
        : T
      : never
  ]: Module[K] extends abstract new (...args: never) => infer E ? E : never;
};
type Module = typeof boathook;

type EventMaker = new (meta: object, fields: object) => BoathookEvent;

const classes = Object.entries(boathook).filter(
  (entry): entry is [string, EventMaker & { readonly type: string }] =>
    typeof entry[1] === "function" && entry[1].prototype instanceof BoathookEvent,
);

describe("the event classes", () => {
  it("are those that are documented, one for each type", () => {
    expect(classes.map(([, type]) => type.type).sort()).toEqual(Object.keys(FIELDS));
  });

  it.each(classes)("%s is named for its type", (name, type) => {
    const camelCase = type.type.replace(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
    expect([name, type.name]).toEqual([`${camelCase}Event`, `${camelCase}Event`]);
  });

  it.each(classes)("%s survives JSON", (_name, type) => {
    const fields = Object.fromEntries((FIELDS[type.type] ?? []).map((field) => [field, sampleOf(field)]));
    const event = new type(META, fields);
    const json = JSON.stringify(event);
    const back = eventFromJson(JSON.parse(json));
    expect(back).toBeInstanceOf(type);
    expect(JSON.stringify(back)).toBe(json);
    expect(back).toMatchObject({
      type: type.type,
      id: "run-1.7",
      timestamp: 1_796_083_200_000,
      sequence: 7,
      executionId: "run-1",
      parentId: "run-1.2",
      previousId: "run-1.6",
      startedEventId: "run-1.5",
      crewName: "ReportCrew",
      taskName: "research",
      ...Object.fromEntries((FIELDS[type.type] ?? []).map((field) => [field, readBack(field)])),
    });
  });
});

const META = {
  executionId: "run-1",
  sequence: 7,
  timestamp: Date.UTC(2026, 11, 1),
  parentSequence: 2,
  startedSequence: 5,
  names: { crewName: "ReportCrew", taskName: "research" },
  redaction: undefined,
};

function sampleOf(field: string): unknown {
  return field === "error" ? new TypeError("broken") : { [field]: ["one", 2, { three: null }] };
}

function readBack(field: string): unknown {
  return field === "error"
    ? { name: "TypeError", message: "broken", aborted: false }
    : { [field]: ["one", 2, { three: null }] };
}
