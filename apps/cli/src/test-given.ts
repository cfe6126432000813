import { LIFECYCLE_EVENTS, type LifecycleEvent } from "@boathook/lifecycle-hooks";
import { SKILL_EVENTS, type SkillEvent } from "@boathook/skill-hooks";
import { z } from "zod";

import { nameOf } from "./io/given.ts";

const EVENTS: readonly (LifecycleEvent | SkillEvent)[] = [...LIFECYCLE_EVENTS, ...SKILL_EVENTS];

/** What `hooks:test` is given. */
export const testGivenSchema = z.strictObject({
  event: nameOf(EVENTS, "event"),
  payload: z.string().optional(),
  input: z.string().optional(),
  real: z.boolean().optional(),
  agent: z.string().min(1).optional(),
  profile: z.array(z.string()).optional(),
  project: z.string().min(1).optional(),
});

/** What both kinds of trial are told. */
export type TestGiven = z.output<typeof testGivenSchema>;
