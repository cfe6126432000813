import { LIFECYCLE_EVENTS } from "@boathook/lifecycle-hooks";
import { z } from "zod";

import type { CommandModule } from "../command.ts";
import { nameOf, readGiven } from "../io/given.ts";
import { tableOf } from "../io/table.ts";
import { loadAgentHooks, shownHook } from "../lifecycle/load-profiles.ts";

const schema = z.strictObject({
  event: nameOf(LIFECYCLE_EVENTS, "event").optional(),
  agent: z.string().min(1).optional(),
  profile: z.array(z.string()).optional(),
});

export const run: CommandModule["run"] = async (given, { note }) => {
  const { event, ...which } = readGiven(schema, given);
  const agents = await loadAgentHooks(which, note);
  const items = (event === undefined ? LIFECYCLE_EVENTS : [event]).flatMap((name) =>
    agents.flatMap(({ agentId, registry }) => registry.list({ event: name }).map((item) => shownHook(item, agentId))),
  );
  return {
    data: { items, page: { total: items.length, hasMore: false } },
    lines: tableOf(
      ["EVENT", "ID", "AGENT", "ENABLED", "PRIORITY", "MODE", "TIMEOUT", "SOURCE"],
      items.map((item) => [
        item["event"],
        item["id"],
        item["agent_id"],
        `${item["enabled"] === true ? "yes" : "no"}${item["toggled"] === true ? " (switched)" : ""}`,
        item["priority"],
        item["mode"],
        `${String(item["timeout_seconds"])} s`,
        item["source"],
      ]),
      agents.length === 0 ? "There are no profiles here; name one with --profile." : "There are no hooks.",
    ),
  };
};
