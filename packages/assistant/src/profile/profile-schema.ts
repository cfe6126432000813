import { z } from "zod";

import { automationSchema, cronSchema } from "../automations/automation-schema.ts";
import { permissionRulesSchema } from "../permissions/permission-rules.ts";

const text = z.string().min(1);
const texts = z.array(text).readonly();

const mcpSource = z.union(
  [
    z.strictObject({
      command: text,
      args: z.array(z.string()).readonly().optional(),
      env: z.record(z.string(), z.string()).optional(),
      passEnv: z.array(z.string()).readonly().optional(),
      cwd: text.optional(),
      tools: texts.optional(),
    }),
    z.strictObject({
      url: z.url({ protocol: /^https?$/ }),
      headers: z.record(z.string(), z.string()).optional(),
      tools: texts.optional(),
    }),
  ],
  { error: "expected { command, args?, env?, passEnv?, cwd?, tools? }, or { url, headers?, tools? }" },
);

/** What the `memory` of a profile may say. */
const memorySchema = z.union([
  z.boolean(),
  z.strictObject({
    /** `"turn"` (default): the turn itself; `"model"`: facts that the assistant's model picks out, by one more call in the background. */
    extract: z.enum(["turn", "model"]).optional(),
    /** How many memories a turn is shown; default 5. */
    limit: z.int().positive().max(100).optional(),
    /** From 0 to 1: how well one has to fit; default 0.35. */
    minScore: z.number().min(0).max(1).optional(),
    /** A cron pattern: when duplicates are merged and what has expired is forgotten. Default: never. */
    consolidate: cronSchema.optional(),
  }),
]);

/** An agent's profile: one file that says who it is, what it may do, and what happens on its moments. */
export const profileSchema = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9][\w.-]{0,63}$/, {
    error: "expected letters, digits, dots, hyphens and underscores, 64 at most, the first a letter or digit",
  }),
  name: text.optional(),
  role: text,
  goal: text.optional(),
  instructions: text,
  /** As `llm` of an agent: `"openai/gpt-4o-mini"`, `"offline"` … */
  model: text.optional(),
  /** Names of the host's tools and of built-in ones. */
  tools: texts.default([]),
  /** Programs that the tool `shell` may run. */
  shell: texts.optional(),
  mcp: z.record(z.string().regex(/^[A-Za-z0-9_-]+$/), mcpSource).default({}),
  /** Folders of skills, from the profile's folder. */
  skills: texts.default([]),
  /** Files and folders that turns look things up in, from the profile's folder. */
  knowledge: texts.default([]),
  memory: memorySchema.default(true),
  permissions: permissionRulesSchema.default({}),
  /** Lifecycle hooks; read entry by entry by the registry, a bad one disarms no other. */
  hooks: z.array(z.unknown()).readonly().default([]),
  automations: z.array(automationSchema).readonly().default([]),
  /** Estimated tokens of a conversation from which on its older part is summarised; default 24 000. */
  compactAtTokens: z.int().positive().optional(),
});

/** See `profileSchema`. */
export type Profile = z.output<typeof profileSchema>;
/** A profile as it is written. */
export type ProfileInput = z.input<typeof profileSchema>;
