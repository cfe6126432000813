import { sanitizeToolName } from "@boathook/hooks";
import { emit } from "@boathook/kernel";
import type { Tool } from "@boathook/tools";

import { loadSkills } from "./discover.ts";
import { SkillActivatedEvent } from "./events.ts";
import type { Skill } from "./skill.ts";
import { skillTools, type SkillChoice } from "./skill-tools.ts";

/** Reads the skills at these paths for one execution of an agent, or one conversation. Everything wrong is one `ConfigurationError`. */
export async function openSkills(paths: readonly string[]): Promise<SkillSession> {
  return new SkillSession(await loadSkills(paths));
}

/** What one execution knows of its skills: all their descriptions, and which are active. */
export class SkillSession implements SkillChoice {
  /** `activate_skill` and `read_skill_file`; none where there are no skills. */
  readonly tools: readonly Tool[];
  readonly #skills: ReadonlyMap<string, Skill>;
  readonly #active = new Map<string, Skill>();

  constructor(skills: readonly Skill[]) {
    this.#skills = new Map(skills.map((skill) => [skill.name, skill]));
    this.tools = skills.length === 0 ? [] : skillTools(this);
  }

  get skills(): readonly Skill[] {
    return [...this.#skills.values()];
  }

  get active(): readonly Skill[] {
    return [...this.#active.values()];
  }

  /** What a prompt says of them; undefined where there are none. */
  get prompt(): string | undefined {
    if (this.#skills.size === 0) return undefined;
    const lines = this.skills.map(({ name, description }) => `- ${name}: ${description.replace(/\s+/g, " ")}`);
    return [INTRODUCTION, ...lines].join("\n");
  }

  find(name: string): Skill | undefined {
    return this.#skills.get(name);
  }

  /** From now on it is active. */
  activate(skill: Skill): void {
    this.#active.set(skill.name, skill);
    emit(SkillActivatedEvent, { skill: skill.name, allowedTools: skill.allowedTools });
  }

  /**
   * For `refuses` of a toolbox: while every active skill names its tools, no others may be used. The tools of the skills themselves always may.
   */
  readonly refuses = (toolName: string): string | undefined => {
    if (this.#active.size === 0 || this.tools.some(({ name }) => name === toolName)) return undefined;
    const allowed = this.active.map(({ allowedTools }) => allowedTools);
    if (allowed.includes(undefined)) return undefined;
    const names = allowed.flatMap((list) => list ?? []);
    if (names.some((name) => sanitizeToolName(name) === toolName)) return undefined;
    return `the active skill allows only these tools: ${names.join(", ") || "none"}.`;
  };
}

const INTRODUCTION =
  "Skills are instructions for particular kinds of work. When one fits what you are asked to do, call activate_skill with its name first, and do as it says:";
