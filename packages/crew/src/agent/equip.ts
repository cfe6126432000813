import { isPromiseLike } from "@boathook/kernel";
import { openSkills } from "@boathook/skills";
import { expandTools } from "@boathook/tools";

import type { Assignment } from "./prepare-execution.ts";

/**
 * The assignment with what has to be looked up first: a server's tools in place of the server, the agent's skills. The same one, at once, where
 * there is nothing to look up.
 */
export function equip(assignment: Assignment): Assignment | Promise<Assignment> {
  const { skills } = assignment.agent.options;
  const tools = expandTools(assignment.tools);
  return skills === undefined && !isPromiseLike(tools) ? assignment : equipped(assignment, tools);
}

async function equipped(
  assignment: Assignment,
  tools: Assignment["tools"] | Promise<Assignment["tools"]>,
): Promise<Assignment> {
  const [own, skills] = await Promise.all([tools, openSkills(assignment.agent.options.skills ?? [])]);
  return { ...assignment, tools: [...own, ...skills.tools], skills };
}
