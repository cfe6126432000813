import { describeValue, isPlainObject, sanitizeToolName } from "@boathook/hooks";
import { errorMessage, log } from "@boathook/kernel";
import type { ToolCall } from "@boathook/models";

import { canonicalJson } from "../input/canonical-json.ts";
import { copyRecord } from "../input/copy-data.ts";
import { repairJson } from "../input/repair-json.ts";
import type { Toolbox } from "../toolbox/toolbox.ts";
import type { ToolEntry } from "../toolbox/tool-entry.ts";

/** One tool call while it runs. */
export class RunningCall {
  readonly id: string;
  readonly toolbox: Toolbox;
  /** Undefined: there is no such tool. */
  readonly entry: ToolEntry | undefined;
  /** Sanitised. */
  readonly toolName: string;
  /** The record that PRE and POST hooks share; never the model's own. */
  readonly input: Record<string, unknown>;
  /** Why the model's input was no object; `input` is empty then. */
  readonly problem: string | undefined;
  readonly turn: number;
  /** A copy of `input` without what the tool's schema does not know. */
  known: Record<string, unknown> = NOTHING;
  /** What the tool gets: made by its schema of `known`. */
  args: unknown;
  /** Stands for tool and arguments; undefined when they cannot be compared. */
  key: string | undefined;

  constructor(call: ToolCall, toolbox: Toolbox) {
    this.id = call.id;
    this.toolbox = toolbox;
    this.entry = toolbox.entry(call.name);
    this.toolName = this.entry?.name ?? sanitizeToolName(call.name);
    this.turn = toolbox.repeats.nextTurn();
    const read = readInput(call);
    this.input = "input" in read ? read.input : {};
    this.problem = "problem" in read ? read.problem : undefined;
  }

  /** Takes over what hooks left as the arguments; anything but a record is refused, and the old ones stay. */
  takeInput(left: unknown): void {
    if (left === this.input) return;
    if (!isPlainObject(left)) {
      log(
        "warn",
        { tool: this.toolName, left: describeValue(left) },
        "a hook left no record in ctx.toolInput; the arguments stay as they were",
      );
      return;
    }
    // An own key `__proto__` would set the record's prototype.
    const members = Object.entries(left).filter(([key]) => key !== "__proto__");
    for (const key of Object.keys(this.input)) Reflect.deleteProperty(this.input, key);
    for (const [key, value] of members) this.input[key] = value;
  }

  /** Sets the arguments that the tool gets, and the key they are known by. */
  setArguments(known: Record<string, unknown>, args: unknown): void {
    const json = canonicalJson(known);
    this.known = known;
    this.args = args;
    this.key = json === undefined ? undefined : `${this.toolName}:${json}`;
  }
}

const NOTHING: Record<string, unknown> = {};

function readInput(call: ToolCall): { readonly input: Record<string, unknown> } | { readonly problem: string } {
  if (call.invalidInput !== undefined) {
    const input = repairJson(call.invalidInput);
    return input === undefined ? { problem: `expected a JSON object, got: ${excerpt(call.invalidInput)}` } : { input };
  }
  const input: unknown = call.input; // a model written by hand may give anything
  if (!isPlainObject(input)) return { problem: `expected a JSON object, got ${describeValue(input)}` };
  try {
    return { input: copyRecord(input) };
  } catch (thrown) {
    return { problem: errorMessage(thrown) };
  }
}

function excerpt(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
