import { LIFECYCLE_EVENTS, LifecycleError, type ToggleReport } from "@boathook/lifecycle-hooks";
import { z } from "zod";

import type { CommandModule } from "../command.ts";
import { UsageError } from "../io/failure.ts";
import { nameOf, readGiven } from "../io/given.ts";
import { loadAgentHooks, shownHook, type AgentHooks } from "../lifecycle/load-profiles.ts";

const schema = z.strictObject({
  event: nameOf(LIFECYCLE_EVENTS, "event"),
  hookId: z.string({ error: "give the id of a hook" }).min(1),
  enabled: z.boolean().optional(),
  reset: z.boolean().optional(),
  agent: z.string().min(1).optional(),
  profile: z.array(z.string()).optional(),
});

export const run: CommandModule["run"] = async (given, { note }) => {
  const { event, hookId, enabled, reset, ...which } = readGiven(schema, given);
  if (enabled === undefined && reset !== true) throw new UsageError("Give --enabled, --no-enabled or --reset.");
  const having = (await loadAgentHooks(which, note)).filter(({ registry }) =>
    registry.list({ event }).some(({ id }) => id === hookId),
  );
  if (having.length === 0) {
    throw new LifecycleError("hook_not_found", `There is no hook "${hookId}" at ${event}; see boathook hooks:list.`);
  }
  const switched = having.map((agent) => ({ agent, report: switchHook(agent) }));
  const items = switched.flatMap(({ agent, report }) => report.items.map((item) => shownHook(item, agent.agentId)));
  const changed = switched.some(({ report }) => report.changed);
  return {
    data: { changed, items },
    lines: items.map(
      (item) =>
        `${hookId} at ${event} of ${String(item["agent_id"])} is ${item["enabled"] === true ? "on" : "off"}${changed ? "" : " (as before)"}.`,
    ),
  };

  function switchHook({ registry }: AgentHooks): ToggleReport {
    const ref = { event, id: hookId };
    return enabled === undefined ? registry.resetToggle(ref) : registry.toggle({ ...ref, enabled });
  }
};
