import { readKickoffOptions, withRun, type KickoffOptions } from "@boathook/flow";
import type { Message, TokenUsage } from "@boathook/models";
import type { Schema, ToolFailure } from "@boathook/tools";

import { recollect } from "../memory/recollect.ts";
import { readAnswer } from "../output/read-answer.ts";
import { checkModels } from "./check-models.ts";
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

/** How many memories it is shown. */
const MEMORY_LIMIT = 20;

/** `agent.kickoff`: a run of its own, or nested in the current one. */
export function runAgentAlone<O>(
  agent: AgentRef,
  input: string | readonly Message[],
  options: KickoffOptions & { readonly outputSchema?: Schema<O> | undefined },
): Promise<AgentOutput<O>> {
  const { outputSchema, ...run } = options;
  const names = { agentRole: agent.role, agentId: agent.id };
  return withRun({ names, options: readKickoffOptions(run) }, async ({ usage }) => {
    checkModels([agent], `agent "${agent.role}"`);
    const recollected = await recollect({ agent, crew: undefined }, lastSaid(input), MEMORY_LIMIT);
    const { finish, execution } = await runAgent({
      agent,
      task: undefined,
      crew: undefined,
      request: recollected === undefined ? input : withNotes(input, recollected.notes),
      tools: recollected === undefined ? agent.tools : [...agent.tools, ...recollected.tools],
      outputSchema,
      failurePolicy: agent.options.toolFailurePolicy,
      cache: agent.options.cache === true,
    });
    const parsed = outputSchema === undefined ? undefined : await readAnswer<O>(finish, outputSchema);
    const { messages, toolFailures } = execution;
    return { raw: finish.text, parsed, agentRole: agent.role, usage: usage.total(), messages, toolFailures };
  });
}

/** What its memory and knowledge are asked about. */
function lastSaid(input: string | readonly Message[]): string {
  if (typeof input === "string") return input;
  const last = input.findLast((message) => message.role === "user");
  if (last === undefined) return "";
  if (typeof last.content === "string") return last.content;
  return last.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

/** Before the last message: what is asked stays what is said last. */
function withNotes(input: string | readonly Message[], notes: readonly string[]): string | readonly Message[] {
  if (notes.length === 0) return input;
  if (typeof input === "string") return [input, ...notes].join("\n\n");
  const note: Message = { role: "user", content: notes.join("\n\n") };
  const at = input.findLastIndex((message) => message.role === "user");
  return at === -1 ? [...input, note] : [...input.slice(0, at), note, ...input.slice(at)];
}
