import { existsSync } from "node:fs";

import { SqliteEngine } from "@boathook/flow";

import { existingFile } from "../io/given.ts";

/** Opens the recorded runs of a file (default `BOATHOOK_FLOWS_FILE`, else `.boathook/flows.db`), and closes them. A default file that is not there is not made: undefined. */
export async function withStore<T>(
  given: string | undefined,
  work: (engine: SqliteEngine | undefined) => Promise<T>,
): Promise<T> {
  const { BOATHOOK_FLOWS_FILE: named = "" } = process.env;
  const file = given ?? (named === "" ? ".boathook/flows.db" : named);
  if (given !== undefined) existingFile("--store", given);
  if (!existsSync(file)) return work(undefined);
  const engine = new SqliteEngine({ file });
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}
