import { execFileSync } from "node:child_process";
import { chmod, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { beforeEach, describe, expect, it } from "@jest/globals";
import fc from "fast-check";

import { listFilesTool, readFileTool, searchFilesTool, writeFileTool } from "../../src/index.ts";
import { globMatcher } from "../../src/builtin/files/glob.ts";
import { answer, freshFolder, use } from "./support.ts";

const MAKE_PIPE = "mkfifo";

let base: string;
let root: string;

beforeEach(async () => {
  base = await freshFolder();
  root = join(base, "root");
  await mkdir(join(root, "docs"), { recursive: true });
  await writeFile(join(base, "secret.txt"), "the secret");
  await writeFile(join(root, "a.txt"), "one\ntwo\nthree\n");
  await writeFile(join(root, "docs", "b.md"), "# Title\nBody with Two\n");
});

describe("paths that lead out of the root", () => {
  const bad: readonly [path: string, reason: string][] = [
    ["../secret.txt", "outside_root"],
    ["docs/../../secret.txt", "outside_root"],
    ["./.././secret.txt", "outside_root"],
    ["/etc/passwd", "outside_root"],
    ["C:\\Windows\\win.ini", "outside_root"],
    ["C:secret", "outside_root"],
    ["\\\\server\\share", "outside_root"],
    ["a.txt\0.png", "invalid_path"],
    [`${"x/".repeat(3_000)}y`, "invalid_path"],
    ["link-to-file", "outside_root"],
    ["link-to-folder/secret.txt", "outside_root"],
    ["chain/secret.txt", "outside_root"],
    ["nothing.txt", "not_found"],
    ["a.txt/below", "not_found"],
    ["docs", "not_a_file"],
    ["", "not_a_file"],
    ["pipe", "not_a_file"],
  ];

  beforeEach(async () => {
    await symlink(join(base, "secret.txt"), join(root, "link-to-file"));
    await symlink(base, join(root, "link-to-folder"));
    await symlink("link-to-folder", join(root, "chain"));
    execFileSync(MAKE_PIPE, [join(root, "pipe")]);
  });

  const labelled = bad.map(([path, reason]) => [path.slice(0, 30), path, reason] as const);

  it.each(labelled)("are refused for reading: %j", async (_label, path, reason) => {
    const { text, failure } = await use(readFileTool({ root }), { path });
    expect(failure?.reason).toBe(reason);
    expect(text).not.toContain("the secret");
    expect(text).not.toContain(base);
  });

  it.each(bad.filter(([, reason]) => reason === "outside_root"))("are refused for writing: %j", async (path) => {
    const { failure } = await use(writeFileTool({ root }), { path, content: "changed" });
    expect(failure?.reason).toBe("outside_root");
    expect(await readFile(join(base, "secret.txt"), "utf8")).toBe("the secret");
    expect(await readdir(base)).toEqual(["root", "secret.txt"]);
  });

  it("are not walked into: lists and searches show a link and leave it", async () => {
    const [listed] = await answer(listFilesTool({ root }), { recursive: true });
    expect(listed.split("\n")).toEqual([
      "a.txt",
      "chain@",
      "docs/",
      "docs/b.md",
      "link-to-file@",
      "link-to-folder@",
      "pipe (special)",
    ]);
    expect(await answer(searchFilesTool({ root }), { text: "the secret" })).toEqual(["Nothing found.", undefined]);
    expect(await answer(listFilesTool({ root }), { path: "link-to-folder" })).toEqual([
      '"link-to-folder" lies outside of the folder that this tool may use.',
      "outside_root",
    ]);
  });

  it("stay refused while a folder is swapped for a link and back, as fast as that goes", async () => {
    await mkdir(join(root, "swap"));
    await writeFile(join(root, "swap", "secret.txt"), "harmless");
    const [folder, aside, link] = [join(root, "swap"), join(root, "aside"), join(root, "trap")];
    await symlink(base, link);
    const over = new AbortController();
    const swapping = (async () => {
      while (!over.signal.aborted) {
        await rename(folder, aside);
        await rename(link, folder);
        await rename(folder, link);
        await rename(aside, folder);
      }
    })();
    const texts = new Set<string>();
    const [read, write] = [readFileTool({ root }), writeFileTool({ root, createDirectory: false })];
    for (let round = 0; round < 400; round += 1) {
      texts.add((await use(read, { path: "swap/secret.txt" })).text);
      await use(write, { path: "swap/new.txt", content: "x" });
    }
    over.abort();
    await swapping;
    expect([...texts].filter((text) => text.includes("the secret"))).toEqual([]);
    expect((await use(read, { path: "swap/secret.txt" })).text).toBe("harmless");
    expect((await readdir(base)).filter((name) => name !== "root")).toEqual(["secret.txt"]);
  });

  it("are no danger when they stay inside: a link to a file or folder of the root is followed", async () => {
    await symlink("docs", join(root, "inner"));
    await symlink("a.txt", join(root, "alias"));
    expect(await answer(readFileTool({ root }), { path: "inner/b.md", lineCount: 1 })).toEqual([
      "# Title\n\n[The file goes on at line 2.]",
      undefined,
    ]);
    await use(writeFileTool({ root }), { path: "alias", content: "new" });
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("new");
  });

  it("never escape, whatever a model writes", async () => {
    const part = fc.constantFrom("..", ".", "", "docs", "link-to-folder", "secret.txt", "a.txt", "chain", "\\", "~");
    const read = readFileTool({ root });
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
        const { text } = await use(read, { path: parts.join("/") });
        expect(text).not.toContain("the secret");
      }),
      { numRuns: 150 },
    );
  });
});

describe("read_file", () => {
  it("gives a text as it is, or the lines that were asked for, and says where it goes on", async () => {
    const read = readFileTool({ root });
    expect(await answer(read, { path: "./a.txt" })).toEqual(["one\ntwo\nthree\n", undefined]);
    expect(await answer(read, { path: "a.txt", fromLine: 2, lineCount: 1 })).toEqual([
      "two\n\n[The file goes on at line 3.]",
      undefined,
    ]);
    expect(await answer(read, { path: "a.txt", fromLine: 9 })).toEqual(["The file has no line 9.", undefined]);
    await writeFile(join(root, "empty"), "");
    expect(await answer(read, { path: "empty" })).toEqual(["The file is empty.", undefined]);
  });

  it("gives a long file in parts of whole lines that put together are the file", async () => {
    const content = Array.from({ length: 5_000 }, (_, index) => `line ${index} äöü 🙂`).join("\n");
    await writeFile(join(root, "long.txt"), content);
    const read = readFileTool({ root, maxLength: 20_000 });
    let [whole, next] = ["", 1];
    for (let part = 0; next > 0 && part < 50; part += 1) {
      const { text } = await use(read, { path: "long.txt", fromLine: next });
      const more = /\n\[The file goes on at line (\d+)\.\]$/.exec(text);
      whole += more === null ? text : text.slice(0, more.index);
      next = Number(more?.[1] ?? 0);
    }
    expect(whole === content).toBe(true);
  });

  it("cuts a line without an end, and lets one go on behind it", async () => {
    await writeFile(join(root, "wide.txt"), `${"🙂".repeat(500_000)}\nend`);
    const read = readFileTool({ root, maxLength: 5 });
    expect(await answer(read, { path: "wide.txt" })).toEqual([
      "🙂🙂 [line cut]\n[The file goes on at line 2.]",
      undefined,
    ]);
    expect(await answer(read, { path: "wide.txt", fromLine: 2 })).toEqual(["end", undefined]);
  });

  it.each([
    ["a NUL in it", Buffer.from([104, 105, 0, 106])],
    ["bytes that are no UTF-8", Buffer.from([0xff, 0xfe, 0xc0])],
    ["half a character at its end", Buffer.from([104, 0xe2, 0x82])],
  ])("refuses a file with %s", async (_what, bytes) => {
    await writeFile(join(root, "binary"), bytes);
    expect((await answer(readFileTool({ root }), { path: "binary" }))[1]).toBe("binary");
  });

  it("says so when the root is not there, and names no real path", async () => {
    const [text, reason] = await answer(readFileTool({ root: join(base, "gone") }), { path: "a.txt" });
    expect([text, reason]).toEqual(["The folder that this tool may use does not exist.", "not_found"]);
  });
});

describe("write_file", () => {
  it("writes whole files, makes folders, keeps permissions, and leaves nothing else behind", async () => {
    const write = writeFileTool({ root });
    await chmod(join(root, "a.txt"), 0o600);
    expect(await answer(write, { path: "a.txt", content: "ä" })).toEqual(['Wrote 2 bytes to "a.txt".', undefined]);
    await use(write, { path: "new/deep/file.txt", content: "x" });
    expect((await stat(join(root, "a.txt"))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(root, "new/deep/file.txt"), "utf8")).toBe("x");
    expect(await readdir(root)).toEqual(["a.txt", "docs", "new"]);
  });

  it("is one or the other for whoever reads meanwhile, and for two who write at once", async () => {
    const write = writeFileTool({ root });
    const [one, other] = ["1".repeat(200_000), "2".repeat(200_000)];
    await use(write, { path: "w.txt", content: one });
    const seen = new Set<string>();
    const writing = Promise.all(
      Array.from({ length: 20 }, (_, index) => use(write, { path: "w.txt", content: index % 2 === 0 ? one : other })),
    );
    for (let round = 0; round < 60; round += 1) seen.add(await readFile(join(root, "w.txt"), "utf8"));
    await writing;
    expect([...seen].filter((content) => content !== one && content !== other)).toEqual([]);
    expect(await readdir(root)).toEqual(["a.txt", "docs", "w.txt"]);
  });

  it.each([
    ["too much", { maxBytes: 3 }, { path: "a.txt", content: "four" }, "too_large"],
    ["over a folder", {}, { path: "docs", content: "x" }, "not_a_file"],
    ["the root itself", {}, { path: ".", content: "x" }, "not_a_file"],
    ["below a file", {}, { path: "a.txt/x", content: "x" }, "not_found"],
    ["into no folder", { createDirectory: false }, { path: "no/x", content: "x" }, "not_found"],
    ["over a file that is to stay", { overwrite: false }, { path: "a.txt", content: "x" }, "exists"],
  ])("refuses to write %s", async (_what, options, input, reason) => {
    expect((await answer(writeFileTool({ root, ...options }), input))[1]).toBe(reason);
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("one\ntwo\nthree\n");
    expect((await readdir(root)).toSorted()).toEqual(["a.txt", "docs"]);
  });

  it("of two who both want to be first, lets one", async () => {
    const write = writeFileTool({ root, overwrite: false });
    const results = await Promise.all(["1", "2", "3", "4"].map((content) => answer(write, { path: "first", content })));
    expect(results.map(([, reason]) => reason ?? "wrote").toSorted()).toEqual(["exists", "exists", "exists", "wrote"]);
  });
});

describe("list_files and search_files", () => {
  beforeEach(async () => {
    await mkdir(join(root, "node_modules"));
    await writeFile(join(root, "node_modules", "x.md"), "two");
    await writeFile(join(root, "bin.md"), Buffer.from([0, 116, 119, 111]));
    await writeFile(join(root, "big.txt"), `two${"x".repeat(5_000)}`);
  });

  it("list one folder or all, by pattern, and say when there is more", async () => {
    const list = listFilesTool({ root, maxEntries: 3 });
    expect(await answer(list, {})).toEqual([
      "a.txt\nbig.txt\nbin.md\n[cut: there are more than 3; list a folder below, or give a pattern]",
      undefined,
    ]);
    expect(await answer(list, { recursive: true, pattern: "*.md" })).toEqual(["bin.md\ndocs/b.md", undefined]);
    expect(await answer(list, { recursive: true, pattern: "docs/**" })).toEqual(["docs/\ndocs/b.md", undefined]);
    expect(await answer(list, { path: "docs" })).toEqual(["b.md", undefined]);
    expect(await answer(list, { pattern: "*.zip" })).toEqual(["Nothing there.", undefined]);
    expect((await answer(list, { path: "a.txt" }))[1]).toBe("not_found");
  });

  it("find lines with a text as it is, and leave out what is binary, large or ignored", async () => {
    const search = searchFilesTool({ root, maxFileBytes: 1_000 });
    expect(await answer(search, { text: "two", ignoreCase: true })).toEqual([
      "a.txt:2: two\ndocs/b.md:2: Body with Two\n[1 files were too large to be searched]",
      undefined,
    ]);
    expect(await answer(search, { text: "t.o" })).toEqual([
      "Nothing found.\n[1 files were too large to be searched]",
      undefined,
    ]);
    expect(await answer(searchFilesTool({ root, maxMatches: 1 }), { text: "e", pattern: "a.*" })).toEqual([
      "a.txt:1: one\n[cut: there is more; search for something narrower]",
      undefined,
    ]);
  });

  it("show a folder that became a link as a link", async () => {
    await rm(join(root, "docs"), { recursive: true });
    await symlink(base, join(root, "docs"));
    expect((await answer(listFilesTool({ root }), { recursive: true }))[0]).toContain("docs@");
  });
});

describe("patterns", () => {
  it.each([
    ["*.md", "a/b/c.md", true],
    ["*.md", "c.mdx", false],
    ["src/*.ts", "src/a.ts", true],
    ["src/*.ts", "src/a/b.ts", false],
    ["src/**/*.ts", "src/a/b/c.ts", true],
    ["src/**/*.ts", "src/c.ts", true],
    ["**/x/**", "a/x/b", true],
    ["./docs/?.md", "docs/b.md", true],
    ["docs/?.md", "docs/bb.md", false],
  ])("%s fits %s: %s", (pattern, path, fits) => {
    expect(globMatcher(pattern)(path)).toBe(fits);
  });

  it("take no long time, whatever they are", () => {
    const started = performance.now();
    expect(globMatcher(`${"*a".repeat(400)}b`)("a".repeat(4_000))).toBe(false);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});

describe("wrong options", () => {
  it.each([
    [() => readFileTool({ root: "" }), "root"],
    [() => readFileTool({ root: ".", maxLength: 0 }), "maxLength"],
    [() => writeFileTool({ root: ".", overwrit: true } as never), "overwrit"],
    [() => listFilesTool({} as never), "root"],
    [() => searchFilesTool({ root: ".", ignore: "x" as never }), "ignore"],
  ])("are named: %s", (make, path) => {
    expect(make).toThrow(
      expect.objectContaining({ code: "invalid_configuration", faults: [expect.objectContaining({ path })] }),
    );
  });
});
