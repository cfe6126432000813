import { HookDispatchedEvent } from "@boathook/hooks";
import {
  childFrame,
  ClockService,
  currentFrame,
  DetachedWorkService,
  emit,
  errorMessage,
  ExecutionTimeoutError,
  log,
  NEVER_ABORTED,
  runInFrame,
  service,
  throwIfCancelled,
  withDeadline,
  type EventFields,
} from "@boathook/kernel";

import { answerOf, SILENT, type HookAnswer } from "../answer/hook-answer.ts";
import { mergeAnswers } from "../answer/merge.ts";
import { eventJson, subjectOf, type SkillEventInput } from "../catalogue/event-input.ts";
import { mannerOf, type SkillEvent } from "../catalogue/events.ts";
import { claudeInput, claudeName, ownInput } from "../catalogue/tool-aliases.ts";
import type { SkillAction, SkillRule } from "../rules/rule.ts";
import type { SkillHookServices } from "./services.ts";

/** What one action did. */
export interface HookPart {
  /** `file:line`. */
  readonly place: string;
  readonly type: string;
  readonly status: "answered" | "failed" | "timed_out" | "started";
  readonly answer: HookAnswer;
  /** Why it failed. */
  readonly problem: string | undefined;
  readonly durationMs: number;
}

/** What all hooks of an event said together. */
export interface SkillHookResult extends HookAnswer {
  /** In the order of the files. */
  readonly parts: readonly HookPart[];
}

/** What is run. */
export interface RuleSet {
  readonly rules: readonly SkillRule[];
  readonly services: SkillHookServices;
  /** Actions with `once` that ran. */
  readonly spent: Set<SkillAction>;
}

/**
 * Runs the actions that want this event, all at once but for those of a sequential rule, and merges what they say in the order of their files.
 * Rejects only when the run is cancelled: what fails is in the parts and in the log, and blocks where its rule says so.
 */
export async function runRules(set: RuleSet, event: SkillEvent, input: SkillEventInput): Promise<SkillHookResult> {
  const startedAt = performance.now();
  const wanted = wantedRules(set, event, input);
  if (wanted.length === 0) return { ...SILENT, parts: [] };
  const parts = (await Promise.all(wanted.map((rule) => runRule(set, rule, input)))).flat();
  throwIfCancelled(currentFrame().signal);
  const merged = mergeAnswers(
    event,
    parts.map(({ answer }) => answer),
  );
  for (const notice of merged.notices) log("warn", { event, notice }, "a skill hook's answer was not taken as it was");
  const result = { ...merged, parts };
  emit(HookDispatchedEvent, () =>
    dispatchedFields(event, input, { result, durationMs: performance.now() - startedAt }),
  );
  return result;
}

function dispatchedFields(
  event: SkillEvent,
  input: SkillEventInput,
  { result, durationMs }: { readonly result: SkillHookResult; readonly durationMs: number },
): EventFields<typeof HookDispatchedEvent> {
  const { parts, decision, reason, modifiedInput, modifiedOutput } = result;
  const isDenied = decision === "deny";
  const isModified = modifiedInput !== undefined || modifiedOutput !== undefined;
  return {
    interceptionPoint: event,
    outcome: isDenied ? "aborted" : isModified ? "modified" : "proceeded",
    hookCount: parts.length,
    durationMs,
    abortReason: isDenied ? reason : undefined,
    abortSource: isDenied ? parts.find(({ answer }) => answer.decision === "deny")?.place : undefined,
    swallowedErrors: parts.flatMap(({ place, problem }) =>
      problem === undefined ? [] : [{ hook: place, message: problem }],
    ),
    dialect: "skill",
    kind: undefined,
    stepName: undefined,
    toolName: input.toolName,
  };
}

/** True when some action would run: nothing is started. */
export function hasRules(rules: readonly SkillRule[], event: SkillEvent, input: SkillEventInput): boolean {
  return rules.some((rule) => rule.event === event && rule.matches(subject(event, input)));
}

interface WantedRule {
  readonly rule: SkillRule;
  readonly actions: readonly SkillAction[];
}

function wantedRules({ rules, spent }: RuleSet, event: SkillEvent, input: SkillEventInput): WantedRule[] {
  const seen = new Set<string>();
  const wanted: WantedRule[] = [];
  for (const rule of rules) {
    if (rule.event !== event || !rule.matches(subject(event, input))) continue;
    const actions = rule.actions.filter(
      (action) => !spent.has(action) && meets(action, event, input) && isNew(rule, action, seen),
    );
    for (const action of actions) if (action.once) spent.add(action);
    if (actions.length > 0) wanted.push({ rule, actions });
  }
  return wanted;
}

/** Several settings files of Claude Code often hold the same line: it runs once. */
function isNew({ source }: SkillRule, action: SkillAction, seen: Set<string>): boolean {
  if (source.format !== "claude-code" || source.owner === "plugin" || source.owner === "skill") return true;
  const key = JSON.stringify([action.kind.type, action.options]);
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}

/** A condition is about tool calls: on other events its action never runs. */
function meets({ condition }: SkillAction, event: SkillEvent, input: SkillEventInput): boolean {
  if (condition === undefined) return true;
  return mannerOf(event).subject === "tool" && condition(subject(event, input));
}

function subject(event: SkillEvent, input: SkillEventInput): Parameters<SkillRule["matches"]>[0] {
  const { toolInput } = input;
  return { text: subjectOf(event, input), toolInput, isTool: mannerOf(event).subject === "tool" };
}

function runRule(set: RuleSet, wanted: WantedRule, input: SkillEventInput): Promise<HookPart[]> {
  return wanted.rule.sequential
    ? runInOrder(set, wanted, input)
    : Promise.all(wanted.actions.map((action) => runAction(set, { ...wanted, action }, input)));
}

/** Each action sees the arguments that the one before left; the last rewrite is the rule's. */
async function runInOrder(set: RuleSet, wanted: WantedRule, input: SkillEventInput): Promise<HookPart[]> {
  const parts: HookPart[] = [];
  let { toolInput } = input;
  for (const action of wanted.actions) {
    const part = await runAction(set, { ...wanted, action }, { ...input, toolInput });
    toolInput = part.answer.modifiedInput ?? toolInput;
    parts.push(part);
  }
  const last = parts.findLastIndex(({ answer }) => answer.modifiedInput !== undefined);
  return parts.map((part, index) => (index < last ? withoutRewrite(part) : part));
}

function withoutRewrite(part: HookPart): HookPart {
  return { ...part, answer: { ...part.answer, modifiedInput: undefined } };
}

interface WantedAction {
  readonly rule: SkillRule;
  readonly action: SkillAction;
}

async function runAction(set: RuleSet, wanted: WantedAction, input: SkillEventInput): Promise<HookPart> {
  const { action } = wanted;
  const startedAt = performance.now();
  const part = (status: HookPart["status"], answer: HookAnswer, problem?: string): HookPart => ({
    place: action.place,
    type: action.kind.type,
    status,
    answer,
    problem,
    durationMs: performance.now() - startedAt,
  });
  if (action.isDetached) {
    service(DetachedWorkService).add(`the skill hook at ${action.place}`, detached(set, wanted, input));
    return part("started", SILENT);
  }
  try {
    return part("answered", await answerFrom(set, wanted, input));
  } catch (error) {
    throwIfCancelled(currentFrame().signal);
    const problem = errorMessage(error);
    log("warn", { hook: action.place, event: wanted.rule.event, error: problem }, "a skill hook failed");
    const isBlocking = action.onFailure === "block" || action.kind.type === "permission";
    const answer = isBlocking
      ? answerOf({ decision: "deny", reason: `A hook that must be heard failed: ${problem}` })
      : SILENT;
    return part(ExecutionTimeoutError.is(error) ? "timed_out" : "failed", answer, problem);
  }
}

/** Whatever the run does, and not for longer than its time limit. */
function detached(set: RuleSet, wanted: WantedAction, input: SkillEventInput): Promise<unknown> {
  return runInFrame(childFrame({ signal: NEVER_ABORTED }), () => answerFrom(set, wanted, input));
}

async function answerFrom(
  { services }: RuleSet,
  { rule, action }: WantedAction,
  input: SkillEventInput,
): Promise<HookAnswer> {
  const { event, source } = rule;
  const isTheirs = source.format === "claude-code";
  const shown = isTheirs ? inTheirWords(input) : input;
  const json = eventJson(event, shown, service(ClockService).now());
  const deadline = {
    ms: action.timeoutMs,
    signal: currentFrame().signal,
    timeoutError: (ms: number) => new ExecutionTimeoutError(`The skill hook at ${action.place}`, ms),
  };
  const answer = await withDeadline(deadline, (signal) =>
    runInFrame(childFrame({ signal }), () =>
      action.kind.run(action.options, { event, json, source, signal, services }),
    ),
  );
  return isTheirs ? inOurWords(answer, input, shown) : answer;
}

function inTheirWords(input: SkillEventInput): SkillEventInput {
  const { toolName, toolInput } = input;
  if (toolName === undefined) return input;
  return {
    ...input,
    toolName: claudeName(toolName) ?? toolName,
    toolInput: toolInput === undefined ? undefined : claudeInput(toolName, toolInput),
  };
}

function inOurWords(answer: HookAnswer, { toolName = "" }: SkillEventInput, shown: SkillEventInput): HookAnswer {
  if (answer.modifiedInput === undefined) return answer;
  const own = ownInput(toolName, answer.modifiedInput, shown.toolInput ?? {});
  if (own !== undefined) return { ...answer, modifiedInput: own };
  const reason = "a hook rewrote a command that cannot be taken apart into a program and its arguments";
  return { ...answer, modifiedInput: undefined, decision: "deny", reason, notices: [...answer.notices, reason] };
}
