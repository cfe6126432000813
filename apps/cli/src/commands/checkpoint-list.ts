import { z } from "zod";

import type { CommandModule } from "../command.ts";
import { nameOf, readGiven } from "../io/given.ts";
import { tableOf, timeOf } from "../io/table.ts";
import { withStore } from "../target/with-store.ts";

const schema = z.strictObject({
  store: z.string().min(1).optional(),
  name: z.string().min(1).optional(),
  status: nameOf(["running", "paused", "finished", "failed"], "status").optional(),
});

export const run: CommandModule["run"] = async (given) => {
  const { store, name, status } = readGiven(schema, given);
  const filter = { ...(name !== undefined && { name }), ...(status !== undefined && { status }) };
  const runs = await withStore(store, async (engine) => (await engine?.list(filter)) ?? []);
  const items = runs.map((item) => ({ ...item, updatedAt: new Date(item.updatedAt).toISOString() }));
  return {
    data: { items },
    lines: tableOf(
      ["ID", "NAME", "STATUS", "UPDATED (UTC)"],
      runs.map(({ id, name: title, status: state, updatedAt }) => [id, title, state, timeOf(updatedAt)]),
      "There are no recorded runs.",
    ),
  };
};
