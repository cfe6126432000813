import type { LifecycleEvent, LifecyclePayloads, PublishOutcome } from "@boathook/lifecycle-hooks";

import type { Answer, Surroundings } from "../command.ts";
import { readObject } from "../io/given.ts";
import type { TestGiven } from "../test-given.ts";
import { loadAgentHooks } from "./load-profiles.ts";

/** Publishes an event to the hooks of each profile, with nothing behind it: no turn, no tool, no memory. */
export async function testLifecycleHooks(
  event: LifecycleEvent,
  options: TestGiven,
  { note, signal }: Surroundings,
): Promise<Answer> {
  const payload = (await readObject("--payload", options.payload)) as LifecyclePayloads[LifecycleEvent]; // checked by publish
  const agents = await loadAgentHooks(options, note);
  const results = [];
  for (const { agentId, registry } of agents) {
    const outcome = await registry.publish(event, { payload, agentId, signal });
    results.push({ agentId, outcome });
  }
  return {
    data: { event, agents: results.map(({ agentId, outcome }) => shown(agentId, outcome)) },
    lines: results.flatMap(({ agentId, outcome }) => linesOf(agentId, outcome)),
  };
}

function shown(agentId: string, { error, ...outcome }: PublishOutcome): Record<string, unknown> {
  return { agent_id: agentId, ...outcome, error: error === undefined ? null : error.message };
}

function linesOf(agentId: string, outcome: PublishOutcome): readonly string[] {
  const { status, by, reason, error, ran, notRun, problems, data } = outcome;
  const why = reason ?? error?.message;
  return [
    `${agentId}: ${status}${by === undefined ? "" : ` by ${by}`}${why === undefined ? "" : `: ${why}`}`,
    `  ran: ${ran.join(", ") || "no hook"}`,
    ...(notRun.length > 0 ? [`  not run: ${notRun.join(", ")}`] : []),
    ...(Object.keys(data).length > 0 ? [`  contributed: ${JSON.stringify(data)}`] : []),
    ...problems.map(({ hook, kind, message }) => `  problem: ${hook}: ${kind}: ${message}`),
  ];
}
