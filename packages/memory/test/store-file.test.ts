import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { describe, expect, it } from "@jest/globals";
import { childFrame, ClockService, defaultServices, runInFrame, type Clock } from "@boathook/kernel";
import Database from "libsql";

import { newFolder, newMemory } from "./support.ts";

const SAVE_MANY = new URL("scripts/save-many.ts", import.meta.url);
const USE_FILE = new URL("scripts/use-file.ts", import.meta.url);
const IMPORT_ONLY = new URL("scripts/import-only.ts", import.meta.url);

function command(script: URL, ...rest: string[]): string[] {
  return ["--import", "tsx", "--conditions", "@boathook/source", fileURLToPath(script), ...rest];
}

function run(script: URL, ...rest: string[]): string[] {
  return execFileSync(process.execPath, command(script, ...rest), { encoding: "utf8", timeout: 120_000 })
    .trim()
    .split("\n");
}

async function newFile(): Promise<string> {
  return path.join(await newFolder(), "memory.db");
}

async function textsIn(file: string): Promise<string[]> {
  const memory = newMemory({ file, createFile: false });
  const texts: string[] = [];
  for await (const line of memory.export()) texts.push((JSON.parse(line) as { text: string }).text);
  return texts;
}

describe("a memory's file", () => {
  it("has every acknowledged save after kill -9", async () => {
    const file = await newFile();
    const child = spawn(process.execPath, command(SAVE_MANY, file, "ann", "100000"), {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      if (said.split("\n").length > 40) child.kill("SIGKILL");
    });
    await once(child, "close");
    expect(child.signalCode).toBe("SIGKILL");
    const acknowledged = said.split("\n").slice(0, -1);
    const texts = await textsIn(file);
    expect(texts).toEqual(expect.arrayContaining(acknowledged.map((n) => `ann number ${n} knows the tides`)));
    expect(texts.length - acknowledged.length).toBeLessThan(5 + acknowledged.length);
  }, 120_000);

  it("takes saves of several processes at once, all of them", async () => {
    const file = await newFile();
    const children = ["ann", "ben", "cleo"].map((name) =>
      spawn(process.execPath, command(SAVE_MANY, file, name, "60"), { stdio: ["ignore", "ignore", "inherit"] }),
    );
    await Promise.all(children.map((child) => once(child, "close")));
    expect(children.map((child) => child.exitCode)).toEqual([0, 0, 0]);
    expect(await textsIn(file)).toHaveLength(180);
  }, 120_000);

  it("is waited for while another one writes, and given up after ten seconds, with nothing changed", async () => {
    const file = await newFile();
    const memory = newMemory({ file });
    await memory.remember("first");
    const other = new Database(file);
    other.exec("BEGIN IMMEDIATE");
    const waiting = memory.remember("second");
    setTimeout(() => other.exec("COMMIT"), 50);
    expect(await waiting).toEqual(expect.any(String));
    other.exec("BEGIN IMMEDIATE");
    await expect(
      runInFrame(childFrame({ services: onClock(leapingClock()) }), () => memory.remember("third")),
    ).rejects.toMatchObject({
      code: "memory_store_busy",
      file,
    });
    expect((await memory.recall("first second")).length).toBe(2);
    other.exec("COMMIT");
    other.close();
    expect(await memory.count()).toBe(2);
  });

  it.each([
    ["text", "memory_store_corrupt", () => Buffer.from("this is no database, but somebody's notes. ".repeat(100))],
    [
      "the head of a database and then nothing sensible",
      "memory_store_corrupt",
      () => Buffer.concat([Buffer.from("SQLite format 3\0"), Buffer.alloc(5000, 7)]),
    ],
  ])("that is %s is refused and left as it is", async (_what, code, make) => {
    const file = await newFile();
    const bytes = make();
    await writeFile(file, bytes);
    const memory = newMemory({ file });
    for (const work of [
      () => memory.recall("x"),
      () => memory.remember("x"),
      () => memory.reset(),
      () => memory.count(),
    ])
      await expect(work()).rejects.toMatchObject({ code, file, message: expect.stringContaining("left as it is") });
    expect(await readFile(file)).toEqual(bytes);
    await rm(file);
    expect(await memory.remember("a new start")).toEqual(expect.any(String));
  });

  it("that is another program's or a newer version's database is refused and left as it is", async () => {
    const file = await newFile();
    const foreign = new Database(file);
    foreign.exec("CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('mine')");
    await expect(newMemory({ file }).remember("x")).rejects.toMatchObject({ code: "memory_store_foreign" });
    expect(foreign.prepare("SELECT * FROM notes").all([])).toEqual([{ text: "mine" }]);
    expect(foreign.prepare("SELECT name FROM sqlite_schema").all([])).toHaveLength(1);
    foreign.close();
    const newer = await newFile();
    await newMemory({ file: newer }).remember("x");
    const later = new Database(newer);
    later.exec("PRAGMA user_version = 99");
    later.close();
    await expect(newMemory({ file: newer }).recall("x")).rejects.toMatchObject({ code: "memory_store_newer" });
  });

  it("that is not there is an error where it may not be made", async () => {
    const file = await newFile();
    await expect(newMemory({ file, createFile: false }).recall("x")).rejects.toMatchObject({
      code: "memory_store_missing",
    });
    await writeFile(file, "");
    await expect(newMemory({ file: path.join(file, "below", "a.db") }).remember("x")).rejects.toMatchObject({
      code: "memory_store_missing",
    });
    const folder = path.join(await newFolder(), "folder");
    await mkdir(folder);
    await expect(newMemory({ file: folder }).remember("x")).rejects.toMatchObject({ code: "memory_store_missing" });
  });

  it("that may only be read is searched, and refuses saves", async () => {
    const file = await newFile();
    const memory = newMemory({ file });
    await memory.remember("the tides and the moons");
    await memory.close();
    const isRoot = process.getuid?.() === 0;
    await chmod(path.dirname(file), 0o555);
    for (const one of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(one)) await chmod(one, 0o444);
    try {
      const said = run(USE_FILE, isRoot ? "65534" : "", file);
      expect(said.slice(1)).toEqual([
        "remember: memory_store_read_only",
        "export: done",
        "forget: memory_store_read_only",
      ]);
      expect(said[0]).toBe("recall: done");
    } finally {
      await chmod(path.dirname(file), 0o755);
    }
  }, 120_000);

  it("that is damaged in the middle gives errors, never the end of the process, and the rest stays readable", async () => {
    const file = await newFile();
    const memory = newMemory({ file });
    const lines = Array.from({ length: 300 }, (_, n) =>
      JSON.stringify({
        id: `${n}`,
        text: `tides and moons ${n} `.repeat(20),
        kind: "long_term",
        scope: "/",
        metadata: {},
        importance: 0.5,
        createdAt: 1,
      }),
    );
    await memory.import(lines.join("\n"));
    await memory.close();
    const whole = await readFile(file);
    expect(whole.length).toBeGreaterThan(56 * 4096);
    const damaged = [2, 5, 20, 40, 55].map((page) => ({ page, file: `${file}.${page}` }));
    for (const { page, file: copy } of damaged) {
      const bytes = Buffer.from(whole);
      bytes.fill(0xa5, page * 4096, page * 4096 + 4096);
      await writeFile(copy, bytes);
    }
    const said = run(USE_FILE, "", ...damaged.map((one) => one.file));
    expect(said).toHaveLength(20);
    for (const line of said) expect(line).toMatch(/: (?:done|memory_store_corrupt|memory_store_failed)$/);
    expect(said.filter((line) => line.endsWith("memory_store_corrupt")).length).toBeGreaterThan(2);
  }, 120_000);

  it("that was moved away is made anew, and the moved one keeps what it has", async () => {
    const file = await newFile();
    const memory = newMemory({ file });
    await memory.remember("old");
    await rename(file, `${file}.old`);
    await rename(`${file}-wal`, `${file}.old-wal`);
    await memory.remember("new");
    expect(await textsIn(file)).toEqual(["new"]);
    expect(await textsIn(`${file}.old`)).toEqual(["old"]);
  });

  it("is for its owner's eyes only", async () => {
    const file = await newFile();
    await newMemory({ file }).remember("private");
    const modes = await Promise.all([file, `${file}-wal`].map(async (one) => (await stat(one)).mode & 0o777));
    expect(modes).toEqual([0o600, 0o600]);
  });

  it("is not opened after it was closed", async () => {
    const memory = newMemory();
    await memory.remember("x");
    await memory.close();
    await memory.close();
    await expect(memory.recall("x")).rejects.toMatchObject({ code: "memory_store_closed" });
  });

  it("loads no native library before it is used", () => {
    expect(run(IMPORT_ONLY)).toEqual(["false", "true"]);
  }, 120_000);
});

/** Its waits take no time and it knows how long they would have been. */
function leapingClock(): Clock {
  let now = 0;
  return {
    now: () => now,
    sleep: (ms) => {
      now += ms;
      return Promise.resolve();
    },
  };
}

function onClock(clock: Clock): typeof defaultServices {
  return {
    get: (key) => ((key as unknown) === ClockService ? (clock as never) : defaultServices.get(key)), // the key says what it is
  };
}
