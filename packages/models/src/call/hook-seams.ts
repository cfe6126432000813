import {
  activeHooks,
  askPerson,
  dispatchIfHooked,
  HookAborted,
  LlmCallBlockedError,
  replacedBy,
  type CallPurpose,
  type HumanInputRequest,
  type LlmCallHookContext,
  type OptionalRef,
  type PostLlmCallHookContext,
} from "@boathook/hooks";
import { currentFrame, log } from "@boathook/kernel";

import { excerpt } from "../ai-sdk/read-value.ts";
import type { Llm, LlmResponse, Message, ToolCall } from "../model-types.ts";
import type { ModelCall } from "./model-call.ts";

/** PRE_MODEL_CALL. Gives undefined at once when nobody listens; a hook's no is an `LlmCallBlockedError`. */
export function askBefore(call: ModelCall): Promise<void> | undefined {
  return activeHooks("pre_model_call") === undefined ? undefined : dispatchBefore(call);
}

/** A text as the POST_MODEL_CALL hooks left it. */
export interface LeftText {
  readonly text: string;
  /** The hook that changed it last; undefined: none did. */
  readonly hook: string | undefined;
}

/** POST_MODEL_CALL, unless the answer is tool calls alone. Gives the text that the hooks left. */
export async function askAfter(call: ModelCall, response: LlmResponse, text: string): Promise<LeftText> {
  if (text === "" && response.toolCalls.length > 0) return { text, hook: undefined };
  let context: PostLlmCallHookContext | undefined;
  try {
    await dispatchIfHooked("post_model_call", () => (context = postContext(call, response, text)));
  } finally {
    if (context !== undefined) takeMessages(context.messages, call.messages);
  }
  if (context === undefined) return { text, hook: undefined };
  return { text: textIn(context.response, text), hook: replacedBy(context) };
}

/** True when a hook that will see this call's answer wants it before anybody else does. */
export function holdsBackStreams(call: ModelCall): boolean {
  const hooks = activeHooks("post_model_call") ?? [];
  const seen = { agent: call.agent, agentRole: call.agentRole };
  return hooks.some(
    (hook) => hook.filters.bufferStreams === true && (hook.matches === undefined || hook.matches(seen)),
  );
}

async function dispatchBefore(call: ModelCall): Promise<void> {
  const context = new ModelCallContext(call, undefined, NO_CALLS);
  try {
    await dispatchIfHooked("pre_model_call", () => context);
  } catch (thrown) {
    throw HookAborted.is(thrown) ? new LlmCallBlockedError(thrown) : thrown;
  } finally {
    takeMessages(context.messages, call.messages);
  }
}

const NO_CALLS: readonly ToolCall[] = [];

class ModelCallContext implements LlmCallHookContext {
  readonly executionId: string;
  readonly signal: AbortSignal;
  messages: Message[];
  readonly llm: Llm;
  readonly purpose: CallPurpose;
  readonly executor: OptionalRef<"executor">;
  readonly iterations: number;
  readonly agent: OptionalRef<"agent">;
  readonly agentRole: string | undefined;
  readonly task: OptionalRef<"task">;
  readonly crew: OptionalRef<"crew">;
  response: string | undefined;
  readonly toolCalls: readonly ToolCall[];

  constructor(call: ModelCall, response: string | undefined, toolCalls: readonly ToolCall[]) {
    const { execution, signal } = currentFrame();
    this.executionId = execution?.id ?? "";
    this.signal = signal;
    this.messages = call.messages;
    this.llm = call.llm;
    this.purpose = call.purpose;
    this.executor = call.executor;
    this.iterations = call.iterations ?? 0;
    this.agent = call.agent;
    this.agentRole = call.agentRole;
    this.task = call.task;
    this.crew = call.crew;
    this.response = response;
    this.toolCalls = toolCalls;
  }

  requestHumanInput(request: HumanInputRequest): Promise<string> {
    return askPerson(request);
  }
}

function postContext(call: ModelCall, response: LlmResponse, text: string): PostLlmCallHookContext {
  return new ModelCallContext(call, text, response.toolCalls) as PostLlmCallHookContext; // `response` was given one line above
}

/** Keeps the owner's list and puts in what the hooks left; anything but a list is refused and the old content stays. */
function takeMessages(left: unknown, live: Message[]): void {
  if (left === live) return;
  if (!Array.isArray(left)) {
    log("warn", { left: excerpt(left) }, "a hook left no list in ctx.messages; the messages stay as they were");
    return;
  }
  const messages = [...(left as Message[])]; // checked one by one before they are sent
  live.length = 0;
  for (const message of messages) live.push(message);
}

function textIn(left: unknown, text: string): string {
  if (typeof left === "string") return left;
  if (left !== undefined && left !== null) {
    log("warn", { left: excerpt(left) }, "a hook left no text in ctx.response; the answer stays as it was");
  }
  return text;
}
