import { isPlainObject } from "@boathook/hooks";
import { joinPath, suggestName, type Fault, type SourcePath as Path, type SourceText } from "@boathook/kernel";
import { z } from "zod";

import { actionType, actionTypes, type ActionType } from "../actions/action-type.ts";
import "../actions/built-in.ts";
import { FOREIGN_EVENTS, isSkillEvent, mannerOf, SKILL_EVENTS, type SkillEvent } from "../catalogue/events.ts";
import type { HookSource } from "../rules/format.ts";
import { compileMatcher, type Matches } from "../rules/matcher.ts";
import type { SkillAction, SkillRule } from "../rules/rule.ts";
import { plainName } from "./detect-format.ts";
import { readTimeout } from "./timeout.ts";

/** What a file's hooks came to. */
export interface ReadRules {
  readonly rules: readonly SkillRule[];
  /** What was refused; the entries beside it are in `rules`. */
  readonly faults: readonly Fault[];
  /** What is fine, and will not do anything, or not what was meant. */
  readonly notices: readonly Fault[];
}

/** Reads the map of events at `base` in a file, entry by entry: one that is wrong is refused, and disarms no other one. */
export function readRules(text: SourceText, base: Path, source: HookSource): ReadRules {
  return new RulesReader(text, source).read(valueAt(text.value, base), base);
}

const commonSchema = z.object({
  type: z.string(),
  timeout: z.unknown().optional(),
  if: z.string().min(1).optional(),
  once: z.boolean().optional(),
  async: z.boolean().optional(),
  statusMessage: z.string().optional(),
  onFailure: z.enum(["continue", "block"]).optional(),
});
const COMMON = new Set(Object.keys(commonSchema.shape));

class RulesReader {
  readonly #rules: SkillRule[] = [];
  readonly #faults: Fault[] = [];
  readonly #notices: Fault[] = [];
  readonly #text: SourceText;
  readonly #source: HookSource;

  constructor(text: SourceText, source: HookSource) {
    this.#text = text;
    this.#source = source;
  }

  read(events: unknown, base: Path): ReadRules {
    if (isPlainObject(events))
      for (const [name, rules] of Object.entries(events)) this.#event(name, rules, [...base, name]);
    else if (events !== undefined && events !== null) this.#fault(base, "expected event names with their rules", SHAPE);
    return { rules: this.#rules, faults: this.#faults, notices: this.#notices };
  }

  #event(name: string, rules: unknown, path: Path): void {
    if (!isSkillEvent(name)) {
      if (FOREIGN_EVENTS.has(name)) this.#notice(path, `the event "${name}" never fires here`);
      else this.#fault(path, `there is no event "${name}"`, suggestEvent(name));
      return;
    }
    if (!Array.isArray(rules)) {
      this.#fault(path, "expected a list of rules", SHAPE);
      return;
    }
    for (const [index, rule] of rules.entries()) this.#rule(name, rule, [...path, index]);
  }

  #rule(event: SkillEvent, rule: unknown, path: Path): void {
    if (!isPlainObject(rule)) {
      this.#fault(path, "expected a rule", SHAPE);
      return;
    }
    if (rule["hooks"] === undefined && ("type" in rule || "command" in rule)) {
      this.#fault(path, "an action stands where a rule must be", "put it into a list: hooks: [ … ]");
      return;
    }
    for (const key of Object.keys(rule)) {
      if (!RULE_KEYS.includes(key))
        this.#fault([...path, key], `there is no option "${key}" of a rule`, suggestName(key, RULE_KEYS));
    }
    const matches = this.#matcher(event, rule["matcher"], [...path, "matcher"]);
    const actions = this.#actions(event, rule["hooks"], [...path, "hooks"]);
    if (matches === undefined || actions.length === 0) return;
    const matcher = typeof rule["matcher"] === "string" ? rule["matcher"] : "";
    const sequential = rule["sequential"] === true;
    this.#rules.push({ event, matcher, matches, actions, sequential, source: this.#source, place: this.#shown(path) });
  }

  #matcher(event: SkillEvent, given: unknown, path: Path): Matches | undefined {
    if (given !== undefined && given !== null && typeof given !== "string") {
      this.#fault(
        path,
        "expected a text",
        Array.isArray(given) ? "names in a list are written as Edit|Write" : undefined,
      );
      return undefined;
    }
    const text = given ?? "";
    const compiled = compileMatcher(text, this.#source.format);
    if ("problem" in compiled) {
      this.#fault(path, compiled.problem);
      return undefined;
    }
    const isIdle = mannerOf(event).subject === undefined && !["", "*"].includes(text.trim());
    if (isIdle) {
      const effect = this.#source.format === "boathook" ? "so this rule never runs" : "so it is not looked at";
      this.#notice(path, `${event} has nothing that a matcher could fit, ${effect}`);
    }
    return compiled.matches;
  }

  #actions(event: SkillEvent, given: unknown, path: Path): SkillAction[] {
    if (!Array.isArray(given)) {
      this.#fault(
        path,
        given === undefined ? "a rule needs `hooks`, a list of actions" : "expected a list of actions",
        SHAPE,
      );
      return [];
    }
    return given.flatMap((action, index) => this.#action(event, action, [...path, index]) ?? []);
  }

  #action(event: SkillEvent, given: unknown, path: Path): SkillAction | undefined {
    if (!isPlainObject(given)) {
      this.#fault(path, "expected an action", SHAPE);
      return undefined;
    }
    const found = this.#kind(given, path);
    if (found === undefined) return undefined;
    const before = this.#faults.length;
    const common = this.#read(
      commonSchema,
      pick(given, (key) => COMMON.has(key)),
      path,
    );
    const options = this.#read(
      found.schema,
      pick(given, (key) => !COMMON.has(key)),
      path,
    );
    const timeoutMs = this.#timeout(event, given, path);
    const condition = this.#condition(event, common?.if, path);
    if (common === undefined || this.#faults.length > before) return undefined;
    const { onFailure = "continue", once = false, async: isDetached = false } = common;
    return { kind: found.kind, options, timeoutMs, onFailure, condition, once, isDetached, place: this.#shown(path) };
  }

  #timeout(event: SkillEvent, { type, timeout: given }: Record<string, unknown>, path: Path): number {
    const timeout = readTimeout(given, { event, isPrompt: type === "prompt", format: this.#source.format });
    if (timeout.fault !== undefined) this.#fault([...path, "timeout"], timeout.fault, timeout.suggestion);
    if (timeout.notice !== undefined) this.#notice([...path, "timeout"], timeout.notice);
    return timeout.ms;
  }

  #kind(given: Record<string, unknown>, path: Path): { kind: ActionType; schema: z.ZodType } | undefined {
    const { type } = given;
    if (typeof type !== "string") {
      this.#fault(path, "an action needs a `type`", `one of ${actionTypes().join(", ")}`);
      return undefined;
    }
    const kind = actionType(type);
    const schema = kind?.schema(this.#source.format);
    if (kind !== undefined && schema !== undefined) return { kind, schema };
    const message = kind === undefined ? `there is no action "${type}"` : `there is no action "${type}" in this format`;
    this.#fault([...path, "type"], message, suggestName(type, actionTypes()));
    return undefined;
  }

  #condition(event: SkillEvent, given: string | undefined, path: Path): Matches | undefined {
    if (given === undefined) return undefined;
    const compiled = compileMatcher(given, "claude-code");
    if ("problem" in compiled) {
      this.#fault([...path, "if"], compiled.problem);
      return undefined;
    }
    if (mannerOf(event).subject !== "tool")
      this.#notice([...path, "if"], `${event} is no tool call, so this action never runs`);
    return compiled.matches;
  }

  #read<T>(schema: z.ZodType<T>, given: Record<string, unknown>, path: Path): T | undefined {
    const parsed = schema.safeParse(given);
    if (parsed.success) return parsed.data;
    const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
    for (const issue of parsed.error.issues) {
      if (issue.code !== "unrecognized_keys") this.#fault([...path, ...issue.path.map(String)], issue.message);
      else
        for (const key of issue.keys)
          this.#fault([...path, key], `there is no option "${key}" here`, suggestName(key, known));
    }
    return undefined;
  }

  #fault(path: Path, message: string, suggestion?: string): void {
    this.#faults.push(this.#at(path, message, suggestion));
  }

  #notice(path: Path, message: string): void {
    this.#notices.push(this.#at(path, message, undefined));
  }

  #at(path: Path, message: string, suggestion: string | undefined): Fault {
    return {
      path: joinPath(...path),
      message,
      ...this.#text.placeOf(path),
      ...(suggestion !== undefined && { suggestion }),
    };
  }

  #shown(path: Path): string {
    const { file, line } = this.#text.placeOf(path);
    return `${file}:${line}`;
  }
}

const SHAPE = "Event: [{ matcher: …, hooks: [{ type: … }] }]";
const RULE_KEYS = ["matcher", "hooks", "sequential", "description"];

/** Names of events are exact; most mistakes are of case. */
function suggestEvent(name: string): string | undefined {
  const meant = SKILL_EVENTS.find((event) => plainName(event) === plainName(name));
  return meant === undefined ? suggestName(name, SKILL_EVENTS) : `did you mean "${meant}"?`;
}

function pick(given: Record<string, unknown>, wanted: (key: string) => boolean): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([key]) => wanted(key)));
}

/** What stands at a path; undefined where there is nothing. */
function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (part, key) => (isPlainObject(part) && Object.hasOwn(part, key) ? part[key] : undefined),
    value,
  );
}
