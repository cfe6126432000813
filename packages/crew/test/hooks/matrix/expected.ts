import type { Act, Point } from "./acts.ts";
import type { Effect, RunKind } from "./runs.ts";

/** What must come of one cell: the outcome of each dispatch, and the effect on the run. */
export interface Expected {
  readonly outcomes: readonly string[];
  readonly effect: Effect;
}

/** How many dispatches there are, and how many when one stops the run; then mutate, replace, return false, each with outcome and effect; abort. */
type Row = readonly [
  dispatches: readonly [usually: number, whenStopped: number],
  mutate: Cell,
  replace: Cell,
  returnFalse: Cell,
  abort: Effect,
];
type Cell = readonly ["proceeded" | "modified" | "aborted", Effect];

const FINE = "it / x / done";
const NO = "hook_aborted: no";
const BLOCKED = "it / Tool execution blocked by hook. Tool: echo / done";
const BLOCKED_WHY = "it / Tool execution blocked by hook. Tool: echo. Reason: no / done";
const LLM_BLOCKED = "llm_call_blocked: LLM call blocked by before_llm_call hook";
const invalid = (point: Point, expected: string): Effect =>
  `invalid_hook_result: Hook "probe" left the boolean false at ${point}, where ${expected} must be. Return that, or nothing.`;
const INPUTS = "the inputs, a plain object,";

// A crew's boundary fires for the crew and for its inner flow; what stops the first one leaves no second, save at the end: each that began, ends.
const CREW: Record<Point, Row> = {
  execution_start: [
    [2, 1],
    ["proceeded", "mutated / x / done"],
    ["modified", "replaced / x / done"],
    ["modified", invalid("execution_start", INPUTS)],
    NO,
  ],
  input: [
    [2, 1],
    ["proceeded", "mutated / x / done"],
    ["modified", "replaced / x / done"],
    ["modified", invalid("input", INPUTS)],
    NO,
  ],
  pre_step: [
    [1, 1],
    ["modified", "mutated / x / done"],
    ["modified", "replaced / x / done"],
    ["modified", invalid("pre_step", "the context text")],
    NO,
  ],
  pre_model_call: [
    [2, 1],
    ["proceeded", "mutated / x / done"],
    ["proceeded", FINE],
    ["aborted", LLM_BLOCKED],
    `${LLM_BLOCKED}: no`,
  ],
  pre_tool_call: [[1, 1], ["proceeded", "it / mutated / done"], ["proceeded", FINE], ["aborted", BLOCKED], BLOCKED_WHY],
  post_tool_call: [
    [1, 1],
    ["modified", "it / mutated / done"],
    ["modified", "it / replaced / done"],
    ["proceeded", FINE],
    NO,
  ],
  post_model_call: [
    [1, 1],
    ["modified", "it / x / mutated"],
    ["modified", "it / x / replaced"],
    ["proceeded", FINE],
    NO,
  ],
  post_step: [
    [1, 1],
    ["proceeded", "it / x / mutated"],
    ["modified", "it / x / replaced"],
    ["modified", invalid("post_step", "a TaskOutput or a text")],
    NO,
  ],
  output: [
    [2, 1],
    ["proceeded", "it / x / mutated"],
    ["modified", "it / x / replaced"],
    ["modified", invalid("output", "a CrewOutput or a text")],
    NO,
  ],
  execution_end: [
    [2, 2],
    ["proceeded", "it / x / mutated"],
    ["modified", "it / x / replaced"],
    ["modified", invalid("execution_end", "a CrewOutput or a text")],
    NO,
  ],
};

const FLOW: Partial<Record<Point, Row>> = {
  execution_start: [
    [1, 1],
    ["proceeded", "begun mutated, finished"],
    ["modified", "begun replaced, finished"],
    ["modified", invalid("execution_start", INPUTS)],
    NO,
  ],
  input: [
    [1, 1],
    ["proceeded", "begun mutated, finished"],
    ["modified", "begun replaced, finished"],
    ["modified", invalid("input", INPUTS)],
    NO,
  ],
  pre_step: [
    [2, 1],
    ["proceeded", "mutated, finished"],
    ["modified", "replaced, finished"],
    ["modified", "begun it, finished"],
    NO,
  ],
  post_step: [[2, 1], ["modified", "mutated"], ["modified", "replaced"], ["modified", "false"], NO],
  output: [[1, 1], ["modified", "mutated"], ["modified", "replaced"], ["modified", "false"], NO],
  execution_end: [[1, 1], ["modified", "mutated"], ["modified", "replaced"], ["modified", "false"], NO],
};

const { pre_model_call, pre_tool_call, post_tool_call, post_model_call } = CREW;
const AGENT: Partial<Record<Point, Row>> = { pre_model_call, pre_tool_call, post_tool_call, post_model_call };

const DIRECT: Partial<Record<Point, Row>> = {
  pre_model_call: [
    [1, 1],
    ["proceeded", "mutated / done"],
    ["proceeded", "it / done"],
    ["aborted", LLM_BLOCKED],
    `${LLM_BLOCKED}: no`,
  ],
  post_model_call: [
    [1, 1],
    ["modified", "it / mutated"],
    ["modified", "it / replaced"],
    ["proceeded", "it / done"],
    NO,
  ],
};

/** Which points a run passes, and what hooks there do to it. */
export const ROWS: Record<RunKind, Partial<Record<Point, Row>>> = {
  crew: CREW,
  flow: FLOW,
  agent: AGENT,
  "direct call": DIRECT,
};

/** The effect of a hook that does nothing, or fails without being a gate. */
export const UNTOUCHED: Record<RunKind, Effect> = {
  crew: FINE,
  flow: "begun it, finished",
  agent: FINE,
  "direct call": "it / done",
};

/** What the table says of one cell. */
export function expectedOf(kind: RunKind, row: Row, act: Act): Expected {
  const [dispatches, mutate, replace, returnFalse, abort] = row;
  switch (act) {
    case "mutate":
      return cell(dispatches, mutate);
    case "replace":
    case "promise a replacement":
      return cell(dispatches, replace);
    case "return false":
      return cell(dispatches, returnFalse);
    case "abort":
    case "abort later":
      return cell(dispatches, ["aborted", abort]);
    case "throw":
    case "reject":
    case "time out":
      return cell(dispatches, ["proceeded", UNTOUCHED[kind]]);
  }
}

function cell([dispatches, whenStopped]: Row[0], [outcome, effect]: Cell): Expected {
  const isStopped = /^\w+: /.test(effect);
  return { outcomes: Array.from({ length: isStopped ? whenStopped : dispatches }, () => outcome), effect };
}
