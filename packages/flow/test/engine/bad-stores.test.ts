import { spawnSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";

import { Flow, Listen, RunStoreError, SqliteEngine, Start } from "../../src/index.ts";
import { Database } from "../../src/engine/sqlite/database.ts";

let folder: string;
const engines: SqliteEngine[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "boathook-store-"));
});

afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
  await rm(folder, { recursive: true });
});

const engineOn = (file: string, options: object = {}): SqliteEngine => {
  const engine = new SqliteEngine({ file, busyTimeoutMs: 20, ...options });
  engines.push(engine);
  return engine;
};
const at = (name: string): string => path.join(folder, name);

class Growing extends Flow<{ text: string }> {
  override initialState = { text: "" };
  @Start() small(): string {
    this.state.text = "small";
    return "small";
  }
  @Listen("small") large(): string {
    this.state.text = "x".repeat(200_000);
    return "large";
  }
}

const codeOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "fine",
    (error: unknown) => (RunStoreError.is(error) ? error.code : error),
  );

describe("a store of runs that cannot be used", () => {
  it("is made with its folders where it is not there; a file in place of a folder is said", async () => {
    await writeFile(at("file"), "x");
    expect([
      await codeOf(new Growing({ engine: engineOn(at("a/b/runs.db")) }).kickoff()),
      await codeOf(new Growing({ engine: engineOn(at("file/runs.db")) }).kickoff()),
      await codeOf(new Growing({ engine: engineOn(folder) }).kickoff()),
    ]).toEqual(["fine", "run_store_missing", "run_store_missing"]);
  });

  it("is no database, or a database of something else: it stays as it is", async () => {
    await writeFile(at("text.db"), "no database at all ".repeat(100));
    const other = await Database.open(at("other.db"));
    other.exec("CREATE TABLE theirs (a)");
    other.close();
    const newer = await Database.open(at("newer.db"));
    newer.exec("PRAGMA application_id = 0x4248524e; PRAGMA user_version = 99");
    newer.close();
    const files = ["text.db", "other.db", "newer.db"];
    const before = await Promise.all(files.map((name) => readFile(at(name))));
    const codes: unknown[] = [];
    for (const name of files) codes.push(await codeOf(new Growing({ engine: engineOn(at(name)) }).kickoff()));
    expect(codes).toEqual(["run_store_corrupt", "run_store_foreign", "run_store_newer"]);
    expect(await Promise.all(files.map((name) => readFile(at(name))))).toEqual(before);
  });

  it("has a damaged page: what it says is passed on, the file stays", async () => {
    const engine = engineOn(at("runs.db"));
    await new Growing({ engine }).kickoff({ id: "run" });
    const other = await Database.open(at("runs.db"));
    other.exec("PRAGMA wal_checkpoint(TRUNCATE)"); // everything is in the file itself
    other.close();
    await engine.close();
    const bytes = await readFile(at("runs.db"));
    bytes.fill(0xff, 4_096, bytes.length);
    await writeFile(at("runs.db"), bytes);
    expect(await codeOf(new Growing({ engine: engineOn(at("runs.db")) }).kickoff({ id: "run" }))).toBe(
      "run_store_corrupt",
    );
    expect(await readFile(at("runs.db"))).toEqual(bytes);
  });

  it("is locked by another process: the flow fails, and goes on when it is free", async () => {
    const engine = engineOn(at("runs.db"));
    await new Growing({ engine }).kickoff({ id: "earlier" });
    const other = await Database.open(at("runs.db"));
    other.exec("BEGIN IMMEDIATE");
    expect(await codeOf(new Growing({ engine }).kickoff({ id: "run" }))).toBe("run_store_locked");
    other.exec("COMMIT");
    other.close();
    expect(await codeOf(new Growing({ engine }).kickoff({ id: "run" }))).toBe("fine");
  });

  it("is full: the method fails, what was recorded before is there, and the run goes on when there is room", async () => {
    const small = engineOn(at("runs.db"), { maxBytes: 100_000 });
    expect(await codeOf(new Growing({ engine: small }).kickoff({ id: "run" }))).toBe("run_store_full");
    expect(await small.read("run")).toMatchObject({ status: "failed", state: '{"text":"small","id":"run"}' });
    await small.close();
    const flow = new Growing({ engine: engineOn(at("runs.db")) });
    expect(await flow.kickoff({ id: "run" })).toBe("large");
    expect((await flow.history("run")).map(({ method }) => method)).toEqual(["small", "large"]);
  });

  it("cannot be written to", async () => {
    // Root may write anywhere, so the flow runs as somebody else.
    await mkdir(at("closed"));
    await chmod(at("closed"), 0o555);
    await chmod(folder, 0o755);
    const script = fileURLToPath(new URL("scripts/kickoff-on.ts", import.meta.url));
    const args = ["--import", "tsx", "--conditions", "@boathook/source", script];
    const { stdout } = spawnSync(process.execPath, [...args, at("closed/runs.db"), at("closed/deep/runs.db")], {
      ...(process.getuid?.() === 0 && { env: { ...process.env, RUN_AS: "65534" } }),
      encoding: "utf8",
    });
    expect(stdout.trim().split("\n")).toEqual(["run_store_missing", "run_store_read_only"]);
  }, 30_000);

  it("was closed", async () => {
    const engine = engineOn(at("runs.db"));
    await new Growing({ engine }).kickoff({ id: "run" });
    await engine.close();
    expect(await codeOf(new Growing({ engine }).kickoff({ id: "run" }))).toBe("run_store_closed");
    await engine.close();
  });
});

describe("rows that are none of ours", () => {
  const broken: readonly (readonly [what: string, sql: string])[] = [
    ["a state that is no value", "UPDATE units SET state = '{oops'"],
    ["a state of another kind", "UPDATE units SET state = '5'"],
    ["an output of unknown marks", `UPDATE units SET output = '{"$":"nobody"}'`],
    ["a blob", "UPDATE units SET output = x'00ff'"],
    ["no data", "DELETE FROM run_data"],
  ];

  it.each(broken)("%s: reported with its place, and left alone", async (_what, sql) => {
    const engine = engineOn(at("runs.db"));
    const flow = new Growing({ engine });
    await flow.kickoff({ id: "run" });
    const other = await Database.open(at("runs.db"));
    other.exec("UPDATE runs SET status = 'failed'; UPDATE run_data SET state_after = 0");
    other.exec(sql);
    const rows = (): unknown => [other.all("SELECT * FROM units"), other.all("SELECT * FROM run_data")];
    const before = rows();
    const failure: unknown = await flow.kickoff({ id: "run" }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "run_store_foreign", message: expect.stringContaining('run "run"') });
    expect(rows()).toEqual(before);
    other.close();
    await new Growing({ engine }).kickoff({ id: "another" });
  });
});

describe("options of SqliteEngine", () => {
  it("are checked, all at once", () => {
    expect(() => new SqliteEngine({ file: "", durability: "maybe", leaseMs: 1, x: 1 } as never)).toThrow(
      /^Invalid SqliteEngine, 4 faults:[^]*file: [^]*durability: [^]*leaseMs: [^]*x: unknown option/,
    );
  });

  it("are applied: strict waits for the disk at every unit", async () => {
    const engine = engineOn(at("runs.db"), { durability: "strict" });
    expect(await new Growing({ engine }).kickoff({ id: "run" })).toBe("large");
    expect([engine.kind, engine.location]).toEqual(["sqlite", at("runs.db")]);
  });
});
