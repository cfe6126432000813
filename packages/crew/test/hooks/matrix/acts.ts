import { HookAborted, type HookFilters } from "@boathook/hooks";

import { CrewOutput, TaskOutput } from "../../../src/index.ts";

/** The ten points, in the order in which a run passes them. */
export const POINTS = [
  "execution_start",
  "input",
  "pre_step",
  "pre_model_call",
  "pre_tool_call",
  "post_tool_call",
  "post_model_call",
  "post_step",
  "output",
  "execution_end",
] as const;
export type Point = (typeof POINTS)[number];

/** A context of any point; only what the acts below touch. */
export interface Context {
  payload: unknown;
  readonly kind?: string;
  readonly messages: { role: string; content: string }[];
  response: string;
  readonly toolInput: Record<string, unknown>;
  toolResult: string;
}

/** Changes what the point shows, as its documentation says one does: in place where it is an object, else by assigning. */
const MUTATIONS: Record<Point, (ctx: Context) => void> = {
  execution_start: writeInput,
  input: writeInput,
  pre_step: (ctx) => {
    if (typeof ctx.payload === "string") ctx.payload = "mutated";
    else (ctx.payload as Record<string, unknown>)["_0"] = "mutated";
  },
  pre_model_call: (ctx) => {
    ctx.messages.push({ role: "user", content: "mutated" });
  },
  pre_tool_call: (ctx) => {
    ctx.toolInput["text"] = "mutated";
  },
  post_tool_call: (ctx) => {
    ctx.toolResult = "mutated";
  },
  post_model_call: (ctx) => {
    ctx.response = "mutated";
  },
  post_step: writeResult,
  output: writeResult,
  execution_end: writeResult,
};

/** What a hook gives that wants to replace. Where a return value means nothing, it is ignored. */
function replacementAt(point: Point, ctx: Context): unknown {
  switch (point) {
    case "execution_start":
    case "input":
      return { what: "replaced" };
    case "pre_step":
      return typeof ctx.payload === "string" ? "replaced" : { _0: "replaced" };
    case "post_step":
    case "output":
    case "execution_end":
      return isOutput(ctx.payload) ? ctx.payload.with({ raw: "replaced" }) : "replaced";
    case "pre_model_call":
    case "pre_tool_call":
    case "post_tool_call":
    case "post_model_call":
      return "replaced";
  }
}

/** Everything that a hook can do, by name. */
export const ACTS = {
  mutate: (point: Point, ctx: Context) => {
    MUTATIONS[point](ctx);
  },
  replace: replacementAt,
  "promise a replacement": (point: Point, ctx: Context) => Promise.resolve(replacementAt(point, ctx)),
  "return false": () => false,
  abort: () => {
    throw new HookAborted("no", "policy");
  },
  "abort later": () => Promise.reject(new HookAborted("no", "policy")),
  throw: () => {
    throw new TypeError("oops");
  },
  reject: () => Promise.reject(new TypeError("oops")),
  "time out": () => new Promise(() => undefined),
} as const satisfies Record<string, (point: Point, ctx: Context) => unknown>;
export type Act = keyof typeof ACTS;

/** A hook as it is registered, in whichever form. */
export interface Probe {
  readonly point: Point;
  readonly filters: HookFilters;
  readonly hook: (ctx: never) => unknown;
}

/** The hook that does this at that point. */
export function probeOf(point: Point, act: Act, filters: HookFilters = {}): Probe {
  const hook = (ctx: never): unknown => ACTS[act](point, ctx); // a context of that very point
  Object.defineProperty(hook, "name", { value: "probe" }); // where a form takes no filters
  return { point, hook, filters: { name: "probe", ...(act === "time out" && { timeoutMs: 5 }), ...filters } };
}

function writeInput(ctx: Context): void {
  (ctx.payload as Record<string, unknown>)["what"] = "mutated";
}

function writeResult(ctx: Context): void {
  if (isOutput(ctx.payload)) ctx.payload.raw = "mutated";
  else ctx.payload = "mutated";
}

function isOutput(value: unknown): value is TaskOutput | CrewOutput {
  return TaskOutput.is(value) || CrewOutput.is(value);
}
