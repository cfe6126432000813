import type { AgentRef } from "../ref-types.ts";

/**
 * The coworker that a model means: its role without regard to case, quotes and spacing. Of a list in brackets, which some models write, the first
 * counts.
 */
export function findCoworker(team: readonly AgentRef[], named: string): AgentRef | undefined {
  const wanted = plain(firstOf(named));
  return wanted === "" ? undefined : team.find((agent) => plain(agent.role) === wanted);
}

function firstOf(named: string): string {
  const list = /^\s*\[([^\],]*)/.exec(named);
  return list?.[1] ?? named;
}

function plain(role: string): string {
  return role
    .replace(/["'`“”‘’]/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
}
