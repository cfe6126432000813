import { decodeValue, UnknownRunError, type StoredRun } from "@boathook/flow";
import { z } from "zod";

import type { CommandModule } from "../command.ts";
import { readGiven } from "../io/given.ts";
import { tableOf, timeOf } from "../io/table.ts";
import { withStore } from "../target/with-store.ts";

const schema = z.strictObject({ id: z.string().min(1), store: z.string().min(1).optional() });

export const run: CommandModule["run"] = async (given) => {
  const { id, store } = readGiven(schema, given);
  const found = await withStore(store, async (engine) => engine?.read(id));
  if (found === undefined) throw new UnknownRunError(id, store ?? "the recorded runs");
  const shown = shownRun(found);
  return {
    data: shown,
    lines: [
      `${shown.name}, run ${id}: ${shown.status}, ${timeOf(found.updatedAt)} UTC`,
      `inputs: ${JSON.stringify(shown.inputs)}`,
      ...(found.pending === undefined ? [] : ["It waits for a person; see checkpoint:resume --feedback."]),
      ...(found.error === undefined ? [] : [`error: ${found.error}`]),
      ...tableOf(
        ["STEP", "METHOD", "AT (UTC)", "STATE AFTER IT"],
        shown.steps.map(({ step, key, at, state }) => [step, key, at, state]),
        "No step was recorded.",
      ),
    ],
  };
};

function shownRun({ id, name, status, inputs, result, error, units, updatedAt }: StoredRun) {
  const steps = units.flatMap(({ key, at, state }) => (state === undefined ? [] : [{ key, at, state }]));
  return {
    id,
    name,
    status,
    updatedAt: new Date(updatedAt).toISOString(),
    inputs: decoded(inputs),
    result: result === undefined ? null : decoded(result),
    error: error ?? null,
    steps: steps.map(({ key, at, state }, step) => ({ step, key, at: timeOf(at), state: decoded(state) })),
  };
}

/** A value whose class only the project knows is shown as it was written. */
function decoded(text: string): unknown {
  try {
    return decodeValue(text);
  } catch {
    return text;
  }
}
