import { readKickoffOptions, withRun, type KickoffOptions } from "@boathook/flow";
import type { Message, TokenUsage } from "@boathook/models";
import type { Schema, ToolFailure } from "@boathook/tools";

import { readAnswer } from "../output/read-answer.ts";
import { runAgent } from "./run-agent.ts";
import type { AgentRef } from "../ref-types.ts";

/** What an agent gave that worked without a task. */
export interface AgentOutput<O = unknown> {
  readonly raw: string;
  /** The object, when an output schema was given. */
  readonly parsed: O | undefined;
  readonly agentRole: string;
  readonly usage: TokenUsage;
  readonly messages: readonly Message[];
  readonly toolFailures: readonly ToolFailure[];
}

/** `agent.kickoff`: a run of its own, or nested in the current one. */
export function runAgentAlone<O>(
  agent: AgentRef,
  input: string | readonly Message[],
  options: KickoffOptions & { readonly outputSchema?: Schema<O> | undefined },
): Promise<AgentOutput<O>> {
  const { outputSchema, ...run } = options;
  const names = { agentRole: agent.role, agentId: agent.id };
  return withRun({ names, options: readKickoffOptions(run) }, async ({ usage }) => {
    const { finish, execution } = await runAgent({
      agent,
      task: undefined,
      crew: undefined,
      request: input,
      tools: agent.tools,
      outputSchema,
      failurePolicy: agent.options.toolFailurePolicy,
      cache: agent.options.cache === true,
    });
    const parsed = outputSchema === undefined ? undefined : await readAnswer<O>(finish, outputSchema);
    const { messages, toolFailures } = execution;
    return { raw: finish.text, parsed, agentRole: agent.role, usage: usage.total(), messages, toolFailures };
  });
}
