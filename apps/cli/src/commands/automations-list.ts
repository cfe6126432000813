import { z } from "zod";

import { assistantShape, withAssistant } from "../assistant/with-assistant.ts";
import type { CommandModule } from "../command.ts";
import { readGiven } from "../io/given.ts";
import { tableOf, timeOf } from "../io/table.ts";

const schema = z.strictObject({ profile: assistantShape.profile });

export const run: CommandModule["run"] = async (given) => {
  const options = readGiven(schema, given);
  return withAssistant(options, { watch: false }, async ({ automations }) => {
    const items = [];
    for (const { id, enabled, schedule } of automations.list) {
      const [last] = await automations.history(id, 1);
      items.push({ id, enabled, schedule: schedule ?? null, last: last ?? null });
    }
    return {
      data: { items },
      lines: tableOf(
        ["ID", "ENABLED", "SCHEDULE", "LAST RUN (UTC)", "CAME TO"],
        items.map(({ id, enabled, schedule, last }) => [
          id,
          enabled ? "yes" : "no",
          schedule ?? "by call",
          last === null ? "never" : timeOf(last.startedAt),
          last?.status,
        ]),
        "The profile has no automations.",
      ),
    };
  });
};
