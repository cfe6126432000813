import { isPlainObject } from "@boathook/hooks";

import { FOREIGN_EVENTS, SKILL_EVENTS } from "../catalogue/events.ts";
import type { HookFormat } from "../rules/format.ts";

const THEIR_FIELDS = ["if", "args", "async", "once", "input", "allowedEnvVars", "model"];

/** Whose conventions hooks of unknown origin follow: the documents', unless something in them is known in Claude Code's only. */
export function detectFormat(events: unknown): HookFormat {
  if (!isPlainObject(events)) return "boathook";
  for (const [event, rules] of Object.entries(events)) {
    if (FOREIGN_EVENTS.has(event)) return "claude-code";
    if (!Array.isArray(rules)) continue;
    const actions = rules.flatMap((rule) =>
      isPlainObject(rule) && Array.isArray(rule["hooks"]) ? (rule["hooks"] as unknown[]) : [],
    );
    if (actions.some((action) => isPlainObject(action) && THEIR_FIELDS.some((field) => field in action)))
      return "claude-code";
  }
  return "boathook";
}

/** True for a map of events without anything around it, be they written as they are or in another case. */
export function isBare(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => EVENTS.has(plainName(key)));
}

/** A name without what people get wrong about it. */
export function plainName(name: string): string {
  return name.replace(/[_-]/g, "").toLowerCase();
}

const EVENTS = new Set([...SKILL_EVENTS, ...FOREIGN_EVENTS].map(plainName));
