import { serviceKey, service } from "@boathook/kernel";

import type { SkillEventInput } from "../catalogue/event-input.ts";
import type { SkillEvent } from "../catalogue/events.ts";
import type { SkillAction, SkillRule } from "../rules/rule.ts";
import { hasRules, runRules, type SkillHookResult } from "./run-rules.ts";
import type { SkillHookServices } from "./services.ts";

/** The rules that hold somewhere, and what their actions need. Rules may be replaced while events run: each event sees one set of them. */
export class SkillHookSet {
  readonly #services: SkillHookServices;
  readonly #spent = new Set<SkillAction>();
  #rules: readonly SkillRule[];

  constructor(rules: readonly SkillRule[], services: Partial<SkillHookServices> = {}) {
    this.#rules = rules;
    this.#services = {
      projectDir: process.cwd(),
      callMcpTool: undefined,
      llm: undefined,
      privateHosts: [],
      ...services,
    };
  }

  get rules(): readonly SkillRule[] {
    return this.#rules;
  }

  /** From the next event on. */
  replace(rules: readonly SkillRule[]): void {
    this.#rules = rules;
  }

  /** True when some rule fits: nothing is started. */
  wants(event: SkillEvent, input: SkillEventInput): boolean {
    return hasRules(this.#rules, event, input);
  }

  /** Runs what fits, and merges what it says. */
  run(event: SkillEvent, input: SkillEventInput): Promise<SkillHookResult> {
    return runRules({ rules: this.#rules, services: this.#services, spent: this.#spent }, event, input);
  }
}

/** The rules of the current runtime; empty where no plugin brought any. */
export const SkillHooksService = serviceKey<SkillHookSet>("SkillHooks", () => new SkillHookSet([]));

/** Runs the skill hooks of the current runtime for an event, and merges what they say. */
export function runSkillHooks(event: SkillEvent, input: SkillEventInput): Promise<SkillHookResult> {
  return service(SkillHooksService).run(event, input);
}
