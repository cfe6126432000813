import { HookAborted, type OnFunction, type PostToolCallHookContext, type ToolCallHookContext } from "@boathook/hooks";
import { currentFrame, service } from "@boathook/kernel";
import { toolCallOf, type ToolPermissionContext } from "@boathook/tools";

import type { SkillEventInput } from "../catalogue/event-input.ts";
import type { SkillHookResult } from "../run/run-rules.ts";
import { SkillHooksService } from "../run/skill-hook-set.ts";

/** What is known of a call from one point to the next. */
interface CallNotes {
  /** A person has to be asked, for this reason. */
  ask?: string;
  /** For the model, after the call. */
  readonly context: string[];
  readonly startedAt: number;
}

const notesOf = new WeakMap<object, CallNotes>();

/** PreToolUse, PermissionRequest, PermissionDenied, PostToolUse and PostToolUseFailure at the points of a tool call. */
export function registerToolMoments(on: OnFunction): { unregister(): boolean }[] {
  // A hook that cannot be run, in a file that says so, has said no itself; what is thrown here is a deny, or a fault of ours.
  return [
    on("pre_tool_call", { name: "skill hooks: PreToolUse", onError: "abort" }, before),
    on("tool_permission", { name: "skill hooks: PermissionRequest" }, permission),
    on("post_tool_call", { name: "skill hooks: PostToolUse", onError: "abort" }, after),
  ];
}

function before(ctx: ToolCallHookContext): Promise<void> | undefined {
  const input = inputOf(ctx);
  notesOf.set(toolCallOf(ctx), { context: [], startedAt: performance.now() });
  return service(SkillHooksService).wants("PreToolUse", input) ? askBefore(ctx, input) : undefined;
}

async function askBefore(ctx: ToolCallHookContext, input: SkillEventInput): Promise<void> {
  const result = await service(SkillHooksService).run("PreToolUse", input);
  const notes = notesOf.get(toolCallOf(ctx));
  notes?.context.push(...result.context, ...result.messages);
  if (result.modifiedInput !== undefined) ctx.toolInput = { ...result.modifiedInput };
  if (result.halt !== undefined) throw new HookAborted(result.halt, sourceOf(result));
  if (result.decision === "deny") throw await denied(ctx, result.reason ?? "a skill hook said no", sourceOf(result));
  if (result.decision === "ask" && notes !== undefined)
    notes.ask = result.reason ?? "a skill hook wants a person to decide";
}

/** The arguments are final here: what hooks and people are shown is what runs. */
function permission(ctx: ToolPermissionContext): Promise<void> | undefined {
  const reason = notesOf.get(toolCallOf(ctx))?.ask;
  return reason === undefined ? undefined : askPerson(ctx, reason);
}

async function askPerson(ctx: ToolPermissionContext, reason: string): Promise<void> {
  const set = service(SkillHooksService);
  const result = await set.run("PermissionRequest", inputOf(ctx));
  if (result.decision === "allow") return;
  if (result.decision === "deny") throw await denied(ctx, result.reason ?? "a skill hook said no", sourceOf(result));
  const prompt = `Allow ${ctx.toolName} with ${JSON.stringify(ctx.toolInput)}? (${reason})`;
  await set.run("Notification", { ...runInput(ctx), keyword: "permission_prompt", message: prompt });
  const answer = await ctx.requestHumanInput({ prompt, defaultMessage: "Type 'yes' to allow it:" });
  if (answer.toLowerCase() !== "yes") throw await denied(ctx, "a person did not allow it", "approval");
}

/** The abort of a denied call, after PermissionDenied hooks were told. */
async function denied(
  ctx: ToolCallHookContext | ToolPermissionContext,
  reason: string,
  source: string,
): Promise<HookAborted> {
  const told = await service(SkillHooksService).run("PermissionDenied", { ...inputOf(ctx), denialReason: reason });
  return new HookAborted(told.retry ? `${reason}. You may try it in another way` : reason, source);
}

function after(ctx: PostToolCallHookContext): Promise<void> | undefined {
  if (ctx.blocked) return undefined;
  const { event, input } = endOf(ctx);
  const context = notesOf.get(toolCallOf(ctx))?.context ?? [];
  if (service(SkillHooksService).wants(event, input)) return askAfter(ctx, event, { input, context });
  append(ctx, context);
  return undefined;
}

type EndEvent = "PostToolUse" | "PostToolUseFailure";

function endOf(ctx: PostToolCallHookContext): { readonly event: EndEvent; readonly input: SkillEventInput } {
  const notes = notesOf.get(toolCallOf(ctx));
  const durationMs = notes === undefined ? undefined : performance.now() - notes.startedAt;
  const input = { ...inputOf(ctx), durationMs };
  const toolError = ctx.failure?.message;
  if (toolError !== undefined) return { event: "PostToolUseFailure", input: { ...input, toolError } };
  return { event: "PostToolUse", input: { ...input, toolOutput: ctx.rawToolResult ?? ctx.toolResult } };
}

async function askAfter(
  ctx: PostToolCallHookContext,
  event: EndEvent,
  { input, context }: { readonly input: SkillEventInput; readonly context: readonly string[] },
): Promise<void> {
  const result = await service(SkillHooksService).run(event, input);
  if (result.modifiedOutput !== undefined) ctx.toolResult = result.modifiedOutput;
  const feedback = result.decision === "deny" ? [result.reason ?? "a skill hook objects to this"] : [];
  append(ctx, [...context, ...feedback, ...result.context, ...result.messages]);
}

/** What hooks have to say stands below the result, and is marked as theirs. */
function append(ctx: PostToolCallHookContext, texts: readonly string[]): void {
  const said = texts.filter((text) => text !== "");
  if (said.length > 0) ctx.toolResult = [ctx.toolResult, ...said.map((text) => `[hook] ${text}`)].join("\n");
}

function inputOf(ctx: ToolCallHookContext | ToolPermissionContext): SkillEventInput {
  return { ...runInput(ctx), toolName: ctx.toolName, toolInput: ctx.toolInput, toolUseId: ctx.toolCallId };
}

function runInput({ executionId, agentRole }: { executionId: string; agentRole: string | undefined }): SkillEventInput {
  return { sessionId: executionId, agentName: agentRole, ...currentFrame().skillSession };
}

/** Which hook said so. */
function sourceOf({ parts, decision }: SkillHookResult): string {
  return parts.find(({ answer }) => answer.decision === decision)?.place ?? "skill hooks";
}
