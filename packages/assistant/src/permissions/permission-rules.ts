import { z } from "zod";

/** How calls of tools are treated that no rule names. */
export const PERMISSION_MODES = ["ask", "acceptEdits", "plan", "strict", "bypass"] as const;

/**
 * `ask` (default): what only reads is allowed, a person is asked about the rest. `acceptEdits`: files may be written without asking. `plan`: what
 * changes anything is refused. `strict`: what no rule allows is refused. `bypass`: everything but what a rule denies is allowed; by code only.
 */
export type PermissionMode = (typeof PERMISSION_MODES)[number];

const RULE = /^([\w*.-]+)(?:\(([^]*)\))?$/;

const rule = z.string().refine((text) => RULE.test(text.trim()), {
  error: 'expected "tool" or "tool(pattern)", like "read_file" or "shell(git *)"',
});
const rules = z.array(rule).readonly().optional();

/** The `permissions` of a profile. */
export const permissionRulesSchema = z.strictObject({
  mode: z
    .enum(["ask", "acceptEdits", "plan", "strict"], {
      error: 'expected "ask", "acceptEdits", "plan" or "strict" ("bypass" is for code alone)',
    })
    .optional(),
  allow: rules,
  ask: rules,
  deny: rules,
});

/** Rules by what they say; of several that fit, deny comes before ask, and ask before allow. */
export interface PermissionRules {
  readonly mode?: PermissionMode | undefined;
  readonly allow?: readonly string[] | undefined;
  readonly ask?: readonly string[] | undefined;
  readonly deny?: readonly string[] | undefined;
}

/** A rule, taken apart. */
export interface ParsedRule {
  /** In the small letters of tools; `*` stands for any characters. */
  readonly tool: string;
  /** Absent: every call of the tool. */
  readonly pattern: string | undefined;
}

/** Takes a rule apart. Text that is none throws. */
export function parseRule(text: string): ParsedRule {
  const found = RULE.exec(text.trim());
  if (found?.[1] === undefined) throw new TypeError(`"${text}" is no rule`);
  const pattern = found[2];
  return { tool: found[1], pattern: pattern === undefined || pattern === "" || pattern === "*" ? undefined : pattern };
}
