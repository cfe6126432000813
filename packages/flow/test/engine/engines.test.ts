import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterEach, describe } from "@jest/globals";

import { MemoryEngine } from "../../src/engine/memory-engine.ts";
import { Database } from "../../src/engine/sqlite/database.ts";
import { SqliteEngine } from "../../src/engine/sqlite/sqlite-engine.ts";
import { recordsRuns } from "../support/conformance.ts";

const endings: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

describe("MemoryEngine", () => {
  recordsRuns(async () => {
    const engine = new MemoryEngine();
    return { engine, freeze: async () => engine.expireLeases() };
  });
});

describe("SqliteEngine", () => {
  recordsRuns(async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "boathook-runs-"));
    endings.push(() => rm(folder, { recursive: true }));
    const file = path.join(folder, "deep", "runs.db");
    const engine = new SqliteEngine({ file });
    endings.push(() => engine.close());
    const freeze = async (): Promise<void> => {
      const database = await Database.open(file);
      database.run("UPDATE runs SET lease_until = ?", [0]);
      database.close();
    };
    return { engine, freeze };
  });
});
