import { clausesOf, type Clause } from "../text/clauses.ts";
import { mentionsIn, type Mentions } from "../text/mentions.ts";

/** The task, read once: its clauses, and what each of them mentions. */
export interface Reading {
  /** The clauses that say what to do, in order; those that say what not to do are left out. */
  readonly clauses: readonly Clause[];
  readonly negated: readonly Clause[];
  readonly whole: Clause;
  mentionsOf(clause: Clause): Mentions;
}

/** Reads a task; of one longer than 12 000 characters the beginning and the end. */
export function readTask(task: string): Reading {
  const text = withoutGaps(task.length > LONGEST ? `${task.slice(0, LONGEST - 2_000)}\n${task.slice(-2_000)}` : task);
  const all = clausesOf(text);
  const mentions = mentionsIn(text);
  const negated = all.filter((clause) => clause.negated);
  const whole: Clause = { text, start: 0, end: text.length, negated: false };
  const sliced = new Map<Clause, Mentions>();
  return {
    clauses: all.filter((clause) => !clause.negated),
    negated,
    whole,
    mentionsOf(clause) {
      let slice = sliced.get(clause);
      if (slice === undefined) {
        slice = within(mentions, (span) => isInside(span, clause) && !negated.some((no) => isInside(span, no)));
        sliced.set(clause, slice);
      }
      return slice;
    },
  };
}

const LONGEST = 12_000;

/** Long runs of white space say nothing, and patterns would try each of them at every place. */
function withoutGaps(text: string): string {
  return text.replace(/[^\S\n]{3,}/g, "  ").replace(/\n{3,}/g, "\n\n");
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

// What begins in a clause belongs to it, even where a fenced block runs on.
function isInside(span: Stretch, clause: Clause): boolean {
  return span.start >= clause.start && span.start < clause.end;
}

function within(mentions: Mentions, keep: (span: Stretch) => boolean): Mentions {
  return {
    literals: mentions.literals.filter(keep),
    urls: mentions.urls.filter(keep),
    emails: mentions.emails.filter(keep),
    paths: mentions.paths.filter(keep),
    dates: mentions.dates.filter(keep),
    codes: mentions.codes.filter(keep),
    capitals: mentions.capitals.filter(keep),
    identifiers: mentions.identifiers.filter(keep),
    sql: mentions.sql.filter(keep),
    expressions: mentions.expressions.filter(keep),
    conditions: mentions.conditions.filter(keep),
    numbers: mentions.numbers.filter(keep),
    names: mentions.names.filter(keep),
  };
}
