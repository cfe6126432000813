import type { SkillEvent } from "../catalogue/events.ts";
import type { HookFormat } from "../rules/format.ts";

/** A time limit that was read, or what is wrong with it. */
interface Timeout {
  readonly ms: number;
  readonly fault?: string;
  readonly suggestion?: string;
  readonly notice?: string;
}

const OUR_DEFAULT_S = 10;
const OUR_LIMIT_S = 300;
const THEIR_DEFAULT_S = 600;
const THEIR_PROMPT_DEFAULT_S = 30;
const THEIR_SESSION_END_DEFAULT_S = 1.5;

/** A time limit in seconds. The documents' format takes at most 300; Claude Code's takes any, and a strange one is said. */
export function readTimeout(
  given: unknown,
  at: { readonly event: SkillEvent; readonly isPrompt: boolean; readonly format: HookFormat },
): Timeout {
  const standard = defaultOf(at) * 1_000;
  if (given === undefined || given === null) return { ms: standard };
  if (typeof given !== "number" || !Number.isFinite(given) || given <= 0) {
    return { ms: standard, fault: "expected a number of seconds above 0", ...seconds(given) };
  }
  if (at.format === "boathook" && given > OUR_LIMIT_S) {
    return {
      ms: standard,
      fault: `${given} seconds, where at most ${OUR_LIMIT_S} are allowed`,
      ...milliseconds(given),
    };
  }
  if (given > THEIR_DEFAULT_S) return { ms: given * 1_000, notice: `${given} seconds: are milliseconds meant?` };
  return { ms: given * 1_000 };
}

function defaultOf({ event, isPrompt, format }: { event: SkillEvent; isPrompt: boolean; format: HookFormat }): number {
  if (format === "boathook") return OUR_DEFAULT_S;
  if (event === "SessionEnd") return THEIR_SESSION_END_DEFAULT_S;
  return isPrompt || event === "UserPromptSubmit" ? THEIR_PROMPT_DEFAULT_S : THEIR_DEFAULT_S;
}

function seconds(given: unknown): { suggestion?: string } {
  const found = typeof given === "string" ? /^\s*(\d+(?:\.\d+)?)\s*s?\s*$/.exec(given) : null;
  return found === null ? {} : { suggestion: `write ${found[1] ?? ""}` };
}

function milliseconds(given: number): { suggestion?: string } {
  return given >= 1_000 ? { suggestion: `the unit is seconds: ${given / 1_000}?` } : {};
}
