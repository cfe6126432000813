import { NEVER_ABORTED } from "@boathook/kernel";

import { askPerson, type HookPoints, type InterceptionPoint } from "../../src/index.ts";

const refs = { executionId: "test", signal: NEVER_ABORTED };
const nobody = { agent: undefined, agentRole: undefined, task: undefined, crew: undefined };

export function inputContext(payload: Record<string, unknown> = {}): HookPoints["input"]["context"] {
  return { ...refs, ...nobody, crew: undefined, flow: {}, payload, inputs: payload };
}

export function llmContext(
  fields: Partial<HookPoints["post_model_call"]["context"]> = {},
): HookPoints["post_model_call"]["context"] {
  return {
    ...refs,
    ...nobody,
    messages: [],
    llm: undefined,
    purpose: "direct",
    executor: undefined,
    iterations: 0,
    response: "answer",
    toolCalls: [],
    requestHumanInput: askPerson,
    ...fields,
  };
}

export function toolContext(
  fields: Partial<HookPoints["post_tool_call"]["context"]> = {},
): HookPoints["post_tool_call"]["context"] {
  return {
    ...refs,
    ...nobody,
    toolName: "web_search",
    toolInput: {},
    tool: undefined,
    toolCallId: "call-1",
    toolResult: "result",
    rawToolResult: "result",
    failure: undefined,
    blocked: false,
    requestHumanInput: askPerson,
    ...fields,
  };
}

export function stepContext(payload: unknown = {}): HookPoints["post_step"]["context"] {
  return {
    ...refs,
    ...nobody,
    kind: "flow_method",
    flow: {},
    crew: undefined,
    stepName: "write",
    payload,
    output: payload,
  };
}

export function outputContext(payload: unknown): HookPoints["output"]["context"] {
  return { ...refs, ...nobody, crew: undefined, flow: {}, payload, output: payload };
}

/** A context for any of the ten points. */
export function contextFor(point: InterceptionPoint): HookPoints[InterceptionPoint]["context"] {
  if (point.includes("model")) return llmContext();
  if (point.includes("tool")) return toolContext();
  if (point.includes("step")) return stepContext();
  return point === "output" || point === "execution_end"
    ? { ...outputContext("result"), status: "completed", error: undefined }
    : inputContext();
}
