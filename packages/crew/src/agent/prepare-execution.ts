import type { CallPurpose } from "@boathook/hooks";
import { ClockService, service } from "@boathook/kernel";
import { supportsTools, type Message } from "@boathook/models";
import type { SkillSession } from "@boathook/skills";
import { Toolbox, type FailurePolicy, type Schema, type Tool } from "@boathook/tools";

import { AgentExecution, type ToolMode } from "./agent-execution.ts";
import { openingMessages } from "./prompts.ts";
import type { AgentRef, TaskRef, CrewRef } from "../ref-types.ts";

/** What an agent is to do. */
export interface Assignment {
  readonly agent: AgentRef;
  readonly task: TaskRef | undefined;
  readonly crew: CrewRef | undefined;
  /** The user message, or a conversation. */
  readonly request: string | readonly Message[];
  readonly tools: readonly Tool[];
  /** The agent's, opened for this execution; their tools are among `tools`. */
  readonly skills?: SkillSession | undefined;
  readonly outputSchema: Schema | undefined;
  /** What its model calls are for; default "agent". */
  readonly purpose?: CallPurpose | undefined;
  readonly failurePolicy: FailurePolicy | undefined;
  readonly cache: boolean;
}

/** A fresh execution of the assignment: its own toolbox, its own conversation. */
export function prepareExecution(assignment: Assignment): AgentExecution {
  const { agent, task, crew } = assignment;
  const toolbox = new Toolbox({
    tools: assignment.tools,
    owner: { agent, agentRole: agent.role, task, crew },
    failurePolicy: assignment.failurePolicy,
    cache: assignment.cache,
    refuses: assignment.skills?.refuses,
  });
  const mode = toolModeOf(agent, assignment.tools);
  return new AgentExecution({
    agent,
    task,
    crew,
    toolbox,
    mode,
    outputSchema: assignment.outputSchema,
    purpose: assignment.purpose,
    messages: conversation(assignment, toolbox, mode),
  });
}

function toolModeOf(agent: AgentRef, tools: readonly Tool[]): ToolMode {
  const { toolCalling = "auto" } = agent.options;
  if (tools.length === 0) return "native";
  if (toolCalling !== "auto") return toolCalling;
  return supportsTools(agent.llm) ? "native" : "text";
}

function conversation({ agent, request, skills }: Assignment, toolbox: Toolbox, mode: ToolMode): Message[] {
  return openingMessages({
    agent,
    request,
    textTools: mode === "text" ? toolbox.toolsForModel() : [],
    skills: skills?.prompt,
    date: agent.options.injectDate === true ? today() : undefined,
  });
}

function today(): string {
  return new Date(service(ClockService).now()).toISOString().slice(0, 10);
}
