import { LIFECYCLE_EVENTS, type LifecycleEvent } from "@boathook/lifecycle-hooks";
import { SKILL_EVENTS, type SkillEvent } from "@boathook/skill-hooks";
import { z } from "zod";

import type { CommandModule, Surroundings } from "../command.ts";
import { UsageError } from "../io/failure.ts";
import { nameOf, readGiven } from "../io/given.ts";

const EVENTS: readonly (LifecycleEvent | SkillEvent)[] = [...LIFECYCLE_EVENTS, ...SKILL_EVENTS];

const schema = z.strictObject({
  event: nameOf(EVENTS, "event"),
  payload: z.string().optional(),
  input: z.string().optional(),
  real: z.boolean().optional(),
  agent: z.string().min(1).optional(),
  profile: z.array(z.string()).optional(),
  project: z.string().min(1).optional(),
});

/** What both kinds of trial are told. */
export type TestGiven = z.output<typeof schema>;

export const run: CommandModule["run"] = async (given, around: Surroundings) => {
  const options = readGiven(schema, given);
  if (isSkillEvent(options.event)) {
    if (options.payload !== undefined) throw new UsageError(`--payload: ${options.event} takes --input file.json.`);
    const { testSkillHooks } = await import("../skill-hooks/test-skill-hooks.ts");
    return testSkillHooks(options.event, options);
  }
  if (options.input !== undefined || options.real === true) {
    throw new UsageError(`--input, --real: ${options.event} is a lifecycle event and takes --payload.`);
  }
  const { testLifecycleHooks } = await import("../lifecycle/test-lifecycle-hooks.ts");
  return testLifecycleHooks(options.event, options, around);
};

function isSkillEvent(event: LifecycleEvent | SkillEvent): event is SkillEvent {
  return (SKILL_EVENTS as readonly string[]).includes(event);
}
