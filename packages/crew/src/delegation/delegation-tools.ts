import { service } from "@boathook/kernel";
import { tool, ToolFailure, type Tool, type ToolContext } from "@boathook/tools";
import { z } from "zod";

import type { AgentRef, CrewRef } from "../ref-types.ts";
import { DelegationError } from "./delegation-error.ts";
import { DispatchService, isWaiting, type DelegatedWork } from "./dispatch.ts";
import { findCoworker } from "./find-coworker.ts";

/** Who may hand work to whom. */
export interface Delegation {
  readonly from: AgentRef;
  /** Those on offer. */
  readonly team: readonly AgentRef[];
  /** Everybody in the run: those on offer may ask all of them in turn, if they may delegate. */
  readonly everybody: readonly AgentRef[];
  readonly crew: CrewRef | undefined;
}

/** The tools with which an agent hands work to its coworkers, or asks them; none where there is nobody to ask. */
export function delegationTools(delegation: Delegation): readonly Tool[] {
  const team = delegation.team.filter((agent) => agent.id !== delegation.from.id && !isWaiting(agent));
  if (team.length === 0) return NO_TOOLS;
  const roles = team.map((agent) => agent.role).join(", ");
  const offered = { ...delegation, team };
  return [delegateTool(offered, roles), askTool(offered, roles)];
}

const NO_TOOLS: readonly Tool[] = [];
const shared = {
  context: z.string().describe("everything the coworker needs to know; it knows nothing of your work"),
  coworker: z.string().describe("the role of the coworker"),
};
const delegateSchema = z.object({ task: z.string().min(1).describe("what is to be done"), ...shared });
const askSchema = z.object({ question: z.string().min(1).describe("what you want to know"), ...shared });

function delegateTool(delegation: Delegation, roles: string): Tool {
  return tool({
    name: "delegate_work_to_coworker",
    description: `Hand a piece of work to one of these coworkers: ${roles}. You get what the coworker made of it. Say all that is needed: the coworker sees only what you write here.`,
    inputSchema: delegateSchema,
    cache: false,
    execute: ({ task, context, coworker }, call) => handOn(delegation, { description: task, context }, coworker, call),
  });
}

function askTool(delegation: Delegation, roles: string): Tool {
  return tool({
    name: "ask_question_to_coworker",
    description: `Ask one of these coworkers: ${roles}. You get the answer. Say all that is needed to understand the question: the coworker sees only what you write here.`,
    inputSchema: askSchema,
    cache: false,
    execute: ({ question, context, coworker }, call) =>
      handOn(delegation, { description: question, context }, coworker, call),
  });
}

async function handOn(
  delegation: Delegation,
  work: DelegatedWork,
  named: string,
  { signal }: ToolContext,
): Promise<string | ToolFailure> {
  const { from, everybody, crew } = delegation;
  const coworker = findCoworker(delegation.team, named);
  if (coworker === undefined) return unknownCoworker(named, delegation.team);
  const others = everybody.filter((agent) => agent.id !== from.id);
  const mayDelegate = coworker.options.allowDelegation === true;
  try {
    const tools = mayDelegate ? delegationTools({ from: coworker, team: others, everybody, crew }) : NO_TOOLS;
    const result = await service(DispatchService)(coworker, { ...work, tools }, { parent: from, crew, signal });
    return result.text;
  } catch (thrown) {
    if (DelegationError.is(thrown)) return new ToolFailure({ message: thrown.message, reason: thrown.code });
    throw thrown;
  }
}

function unknownCoworker(named: string, team: readonly AgentRef[]): ToolFailure {
  const roles = team.map((agent) => `- ${agent.role}`).join("\n");
  return new ToolFailure({
    message: `There is no coworker "${named}". Give one of these as coworker, exactly as it is written:\n${roles}`,
    reason: "unknown_coworker",
    retryable: true,
  });
}
