import type { ActionType } from "../actions/action-type.ts";
import type { SkillEvent } from "../catalogue/events.ts";
import type { HookSource } from "./format.ts";
import type { Matches } from "./matcher.ts";

/** One action of a rule, read and checked. */
export interface SkillAction {
  readonly kind: ActionType;
  /** Its own fields, as its schema read them. */
  readonly options: unknown;
  /** Milliseconds. */
  readonly timeoutMs: number;
  /** What a failure to start, a time-out or an unreadable end means. */
  readonly onFailure: "continue" | "block";
  /** A further condition on the tool call. */
  readonly condition: Matches | undefined;
  /** True: it runs once for a set of rules. */
  readonly once: boolean;
  /** True: nobody waits for it, and it decides nothing. */
  readonly isDetached: boolean;
  /** `file:line`. */
  readonly place: string;
}

/** What is to be done at an event. */
export interface SkillRule {
  readonly event: SkillEvent;
  /** As it was written. */
  readonly matcher: string;
  readonly matches: Matches;
  readonly actions: readonly SkillAction[];
  /** True: its actions run one after another, each with the arguments that the one before left. */
  readonly sequential: boolean;
  readonly source: HookSource;
  /** `file:line`. */
  readonly place: string;
}
