import type { LifecycleEvent } from "@boathook/lifecycle-hooks";
import { SKILL_EVENTS, type SkillEvent } from "@boathook/skill-hooks";

import type { CommandModule, Surroundings } from "../command.ts";
import { UsageError } from "../io/failure.ts";
import { readGiven } from "../io/given.ts";
import { testGivenSchema } from "../test-given.ts";

export const run: CommandModule["run"] = async (given, around: Surroundings) => {
  const options = readGiven(testGivenSchema, given);
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
