import { z } from "zod";

import { assistantShape, withAssistant } from "../assistant/with-assistant.ts";
import type { CommandModule } from "../command.ts";
import { readGiven } from "../io/given.ts";

const schema = z.strictObject({ ...assistantShape, id: z.string().min(1), payload: z.string().optional() });

export const run: CommandModule["run"] = async (given, { signal }) => {
  const options = readGiven(schema, given);
  const { id, payload } = options;
  return withAssistant(options, { watch: false }, async ({ automations }) => {
    const ran = await automations.run(id, { signal, ...(payload !== undefined && { payload }) });
    const why = ran.error === undefined ? ran.result : ran.error.message;
    return {
      data: { ...ran, error: ran.error ?? null },
      lines: ran.status === "success" ? [ran.result] : [`${id}: ${ran.status}: ${why}`],
      exitCode: ran.status === "success" ? 0 : 1,
    };
  });
};
