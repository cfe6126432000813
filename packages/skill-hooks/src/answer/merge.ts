import { mannerOf, type SkillEvent } from "../catalogue/events.ts";
import { SILENT, type HookAnswer } from "./hook-answer.ts";

const STRENGTH = { deny: 3, ask: 2, allow: 1 } as const;

/**
 * One answer of all, which stand in the order of their files: deny before ask before allow, and of equal ones the first; the last rewrite counts,
 * and a rewrite that it replaces is said; everything else is kept.
 */
export function mergeAnswers(event: SkillEvent, answers: readonly HookAnswer[]): HookAnswer {
  const merged = answers.reduce(mergeTwo, SILENT);
  return mannerOf(event).block === "goesOn" ? goingOn(merged) : merged;
}

function mergeTwo(sofar: HookAnswer, next: HookAnswer): HookAnswer {
  const isReplaced = sofar.modifiedInput !== undefined && next.modifiedInput !== undefined;
  const replaced = isReplaced ? ["two hooks rewrote the arguments; the last one counts"] : [];
  return {
    ...stronger(sofar, next),
    modifiedInput: next.modifiedInput ?? sofar.modifiedInput,
    modifiedOutput: next.modifiedOutput ?? sofar.modifiedOutput,
    messages: [...sofar.messages, ...next.messages],
    context: [...sofar.context, ...next.context],
    continueReason: next.continueReason ?? sofar.continueReason,
    halt: sofar.halt ?? next.halt,
    retry: sofar.retry || next.retry,
    notices: [...sofar.notices, ...next.notices, ...replaced],
  };
}

/** Of equal ones the first, with its own reason. */
function stronger(sofar: HookAnswer, next: HookAnswer): Pick<HookAnswer, "decision" | "reason"> {
  if (strength(next) > strength(sofar)) return { decision: next.decision, reason: next.reason };
  const reason = sofar.decision === undefined ? (sofar.reason ?? next.reason) : sofar.reason;
  return { decision: sofar.decision, reason };
}

function strength({ decision }: HookAnswer): number {
  return decision === undefined ? 0 : STRENGTH[decision];
}

/** Where a block means that the agent goes on, its reason is what it goes on with. */
function goingOn(answer: HookAnswer): HookAnswer {
  if (answer.decision !== "deny") return { ...answer, decision: undefined };
  return {
    ...answer,
    decision: undefined,
    continueReason: answer.continueReason ?? answer.reason ?? "a hook wants you to go on",
  };
}
