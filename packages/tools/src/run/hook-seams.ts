import {
  activeHooks,
  askPerson,
  dispatchIfHooked,
  HookAborted,
  isPlainObject,
  SkipOperation,
  type HumanInputRequest,
  type OptionalRef,
  type PostToolCallHookContext,
  type ToolCallHookContext,
} from "@boathook/hooks";
import { currentFrame } from "@boathook/kernel";

import { frozenCopy } from "../input/copy-data.ts";
import type { ToolEntry } from "../toolbox/tool-entry.ts";
import { rememberCall } from "./call-of.ts";
import { formatResult } from "./format-result.ts";
import { blocked, skipped, type Outcome } from "./outcome.ts";
import { TOOL_PERMISSION, type ToolPermissionContext } from "./permission.ts";
import type { RunningCall } from "./running-call.ts";

/** PRE_TOOL_CALL. Gives an outcome when a hook said no; undefined, at once when nobody listens, when the call may go on. */
export function askBefore(call: RunningCall): Promise<Outcome | undefined> | undefined {
  return activeHooks("pre_tool_call") === undefined ? undefined : dispatchBefore(call);
}

/** The permission point: an outcome when a hook said no. */
export function askPermission(call: RunningCall, entry: ToolEntry): Promise<Outcome | undefined> | undefined {
  return activeHooks(TOOL_PERMISSION) === undefined ? undefined : dispatchPermission(call, entry);
}

/** POST_TOOL_CALL, whatever came of the call. Gives the text that the hooks left; an abort goes through. */
export function askAfter(call: RunningCall, outcome: Outcome): Promise<string> | string {
  return activeHooks("post_tool_call") === undefined ? outcome.text : dispatchAfter(call, outcome);
}

async function dispatchBefore(call: RunningCall): Promise<Outcome | undefined> {
  const context = new ToolCallContext(call, undefined);
  try {
    await dispatchIfHooked("pre_tool_call", () => context);
    return undefined;
  } catch (thrown) {
    return refusalBy(thrown, call);
  } finally {
    call.takeInput(context.toolInput);
  }
}

async function dispatchPermission(call: RunningCall, entry: ToolEntry): Promise<Outcome | undefined> {
  try {
    await dispatchIfHooked(TOOL_PERMISSION, () => new PermissionContext(call, entry));
    return undefined;
  } catch (thrown) {
    return refusalBy(thrown, call);
  }
}

async function dispatchAfter(call: RunningCall, outcome: Outcome): Promise<string> {
  const context = new ToolCallContext(call, outcome);
  try {
    await dispatchIfHooked("post_tool_call", () => context as PostToolCallHookContext); // an outcome always has a text
  } catch (thrown) {
    if (!SkipOperation.is(thrown)) throw thrown; // what is done cannot be left out: the text stays
  }
  const left: unknown = context.toolResult;
  return left === undefined || left === null ? outcome.text : formatResult(left);
}

/** What the model reads when a hook said no; anything else that was thrown stops more than this call. */
function refusalBy(thrown: unknown, call: RunningCall): Outcome {
  if (SkipOperation.is(thrown)) return skipped(`Tool call skipped by hook. Tool: ${call.toolName}`);
  if (!HookAborted.is(thrown)) throw thrown;
  const text = `Tool execution blocked by hook. Tool: ${call.toolName}`;
  return blocked(PLAIN_NO.has(thrown.reason) ? text : `${text}. Reason: ${thrown.reason}`);
}

/** Reasons that tell a model nothing: none, and those of hooks that returned `false`. */
const PLAIN_NO: ReadonlySet<string> = new Set([
  "",
  "before_tool_call hook returned False",
  `${TOOL_PERMISSION} hook returned False`,
]);

/** What the contexts of all three points show. */
class CallContext {
  readonly executionId: string;
  readonly signal: AbortSignal;
  readonly toolName: string;
  readonly toolCallId: string;
  readonly agent: OptionalRef<"agent">;
  readonly agentRole: string | undefined;
  readonly task: OptionalRef<"task">;
  readonly crew: OptionalRef<"crew">;

  constructor(call: RunningCall) {
    const { execution, signal } = currentFrame();
    const { owner } = call.toolbox;
    rememberCall(this, call);
    this.executionId = execution?.id ?? "";
    this.signal = signal;
    this.toolName = call.toolName;
    this.toolCallId = call.id;
    this.agent = owner.agent;
    this.agentRole = owner.agentRole;
    this.task = owner.task;
    this.crew = owner.crew;
  }

  requestHumanInput(request: HumanInputRequest): Promise<string> {
    return askPerson(request);
  }
}

class ToolCallContext extends CallContext implements ToolCallHookContext {
  toolInput: Record<string, unknown>;
  readonly tool: OptionalRef<"tool">;
  toolResult: string | undefined;
  readonly rawToolResult: unknown;
  readonly failure: OptionalRef<"toolFailure">;
  readonly blocked: boolean;

  constructor(call: RunningCall, outcome: Outcome | undefined) {
    super(call);
    this.toolInput = call.input;
    this.tool = call.entry?.tool;
    this.toolResult = outcome?.text;
    this.rawToolResult = outcome?.raw;
    this.failure = outcome?.failure;
    this.blocked = outcome?.blocked ?? false;
  }
}

class PermissionContext extends CallContext implements ToolPermissionContext {
  readonly toolInput: ToolPermissionContext["toolInput"];
  readonly tool: ToolPermissionContext["tool"];

  constructor(call: RunningCall, entry: ToolEntry) {
    super(call);
    this.tool = entry.tool;
    this.toolInput = frozenCopy(isPlainObject(call.args) ? call.args : call.known);
  }
}
