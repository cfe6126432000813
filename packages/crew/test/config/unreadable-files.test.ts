import { mkdir, open, symlink } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "@jest/globals";
import { readConfigFile } from "../../src/config/config-file.ts";
import { agentEntries } from "../../src/config/entry-kinds.ts";
import { folderWith } from "../files.ts";

describe("something that is no file of ours", () => {
  it.each([
    ["a missing file", async (folder: string) => path.join(folder, "no", "such.yaml"), "there is no such file"],
    ["a folder", async (folder: string) => folder, "expected a file, and this is a folder"],
    ["a device", async () => "/dev/zero", "this is something else (a device"],
    [
      "a path through a file",
      async (folder: string) => path.join(folder, "a.yaml", "b.yaml"),
      "a part of the path is no folder",
    ],
    [
      "a link to itself",
      async (folder: string) => {
        await symlink(path.join(folder, "loop"), path.join(folder, "loop"));
        return path.join(folder, "loop");
      },
      "the file cannot be read: ELOOP",
    ],
    [
      "a huge file",
      async (folder: string) => {
        const handle = await open(path.join(folder, "huge.yaml"), "w");
        await handle.truncate(100 * 1024 * 1024);
        await handle.close();
        return path.join(folder, "huge.yaml");
      },
      "the file has 104857600 bytes; at most 1048576 are read",
    ],
  ])("%s is one clear sentence", async (_what, place, sentence) => {
    const folder = await folderWith({ "a.yaml": "a: {}\n" });
    await mkdir(path.join(folder, "sub"));
    const file = await place(folder);
    const { faults, entries } = await readConfigFile(file, agentEntries);
    expect(entries).toEqual([]);
    expect(faults).toEqual([{ file, path: "", message: expect.stringContaining(sentence) }]);
  });

  it.each([
    ["UTF-16", Buffer.from("a: {role: x}\n", "utf16le")],
    ["Latin-1", Buffer.from([0x61, 0x3a, 0x20, 0xe9, 0x0a])],
    ["bytes", Buffer.from([0xff, 0xfe, 0x00, 0xd8])],
  ])("%s is no UTF-8, or no YAML", async (_what, bytes) => {
    const folder = await folderWith({ "a.yaml": bytes });
    const { faults } = await readConfigFile(path.join(folder, "a.yaml"), agentEntries);
    expect(faults.map(({ message }) => message)).toEqual([
      expect.stringMatching(/not UTF-8 text|expected names with their options/),
    ]);
  });
});
