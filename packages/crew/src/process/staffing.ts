import type { Tool } from "@boathook/tools";

import { delegationTools } from "../delegation/delegation-tools.ts";
import type { AgentRef, CrewRef } from "../ref-types.ts";

/** The agents of one run, with their texts filled in. */
export interface Staff {
  readonly manager: AgentRef | undefined;
  /** Without the manager. */
  readonly everybody: readonly AgentRef[];
}

/** Who does a task, and what it is given beside the task's tools. */
export interface Assignee {
  readonly agent: AgentRef;
  readonly tools: readonly Tool[];
}

/**
 * Who does a task that was given to `own`: in a hierarchical crew the manager, who can hand it to `own`, or to anybody where the task names
 * nobody; else `own` itself. Undefined: there is nobody.
 */
export function assigneeOf(own: AgentRef | undefined, staff: Staff, crew: CrewRef): Assignee | undefined {
  const { manager, everybody } = staff;
  if (manager !== undefined) {
    const team = own === undefined ? everybody : [own];
    return { agent: manager, tools: delegationTools({ from: manager, team, everybody, crew }) };
  }
  if (own === undefined) return undefined;
  const mayDelegate = own.options.allowDelegation === true;
  return {
    agent: own,
    tools: mayDelegate ? delegationTools({ from: own, team: everybody, everybody, crew }) : NO_TOOLS,
  };
}

const NO_TOOLS: readonly Tool[] = [];
