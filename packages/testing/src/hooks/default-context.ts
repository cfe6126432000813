import { askPerson, InterceptionPoint, sanitizeToolName } from "@boathook/hooks";
import { currentFrame } from "@boathook/kernel";
import { llm } from "@boathook/models";

import { ScriptedModel } from "../model/scripted-model.ts";

type Fields = Record<string, unknown>;

/** A whole context for the point out of the parts that matter to a test. */
export function defaultContext(point: string, given: object): Fields {
  const fields: Fields = { ...given };
  const makeDefaults = DEFAULTS[point.toLowerCase()];
  const { signal } = currentFrame();
  const { toolName } = fields;
  return {
    executionId: "test",
    signal,
    ...OWNERS,
    agentRole: (fields.agent as Fields | undefined)?.role,
    ...makeDefaults?.(fields),
    ...fields,
    ...(typeof toolName === "string" && { toolName: sanitizeToolName(toolName) }),
  };
}

const OWNERS = { crew: undefined, flow: undefined, agent: undefined, task: undefined };

const P = InterceptionPoint;
const DEFAULTS: Readonly<Record<string, (given: Fields) => Fields>> = {
  [P.EXECUTION_START]: inputs,
  [P.INPUT]: inputs,
  [P.OUTPUT]: output,
  [P.EXECUTION_END]: (given) => ({
    ...output(given),
    status: given.error === undefined ? "completed" : "failed",
    error: undefined,
  }),
  [P.PRE_MODEL_CALL]: () => ({ ...modelCall(), response: undefined }),
  [P.POST_MODEL_CALL]: () => ({ ...modelCall(), response: "" }),
  [P.PRE_TOOL_CALL]: () => ({ ...toolCall(), toolResult: undefined }),
  [P.POST_TOOL_CALL]: () => ({ ...toolCall(), toolResult: "" }),
  [P.PRE_STEP]: (given) => ({ ...step(given), payload: kindIn(given) === "task" ? "" : {}, output: undefined }),
  [P.POST_STEP]: (given) => ({ ...step(given), ...output(given) }),
};

/** `inputs` is the very object that `payload` is. */
function inputs(given: Fields): Fields {
  const payload = given.payload ?? given.inputs ?? {};
  return { payload, inputs: payload };
}

function output(given: Fields): Fields {
  const payload = given.payload ?? given.output;
  return { payload, output: payload };
}

function modelCall(): Fields {
  return {
    messages: [],
    llm: llm(new ScriptedModel({ replies: [] })),
    purpose: "direct",
    executor: undefined,
    iterations: 0,
    toolCalls: [],
    requestHumanInput: askPerson,
  };
}

function toolCall(): Fields {
  return {
    toolName: "test_tool",
    toolInput: {},
    tool: undefined,
    toolCallId: "c1",
    rawToolResult: undefined,
    failure: undefined,
    blocked: false,
    requestHumanInput: askPerson,
  };
}

function step(given: Fields): Fields {
  const task = given.task as Fields | undefined; // only its texts are read, whatever a test puts there
  return { kind: kindIn(given), stepName: task?.name ?? task?.description ?? "test_step" };
}

/** A step is a task's unless the test says otherwise, or speaks of a flow. */
function kindIn(given: Fields): unknown {
  return given.kind ?? (given.flow === undefined ? "task" : "flow_method");
}
