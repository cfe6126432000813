import { execFile } from "node:child_process";
import { symlink } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";

import { boathook, folderWith, removeFolder } from "./boathook.ts";

jest.setTimeout(300_000);

const run = promisify(execFile);
const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));
const SOURCES = "--conditions=@boathook/source";

let folder = "";
beforeAll(async () => {
  folder = await folderWith({});
});
afterAll(() => removeFolder(folder));

const KINDS = [
  ["crew", "The sea rises and falls"],
  ["flow", "Noted (4 words)"],
  ["assistant", "."],
] as const;

test.each(KINDS)("a new %s runs, passes its tests and its type check at once", async (kind, said) => {
  const name = `my-${kind}`;
  expect(await boathook(["create", kind, name], folder)).toMatchObject({ code: 0, err: "" });
  const cwd = path.join(folder, name);
  await symlink(modules, path.join(cwd, "node_modules"));
  const options = { cwd, env: { ...process.env, NODE_OPTIONS: SOURCES }, timeout: 120_000 };
  const npm = (...args: string[]) => run("npm", ["run", "--silent", ...args], options);

  expect((await npm("start")).stdout).toContain(said);
  expect((await npm("test")).stdout).toMatch(/# fail 0/);
  await npm("check"); // against the built types; rejects when one does not fit
  expect(await boathook(["create", kind, name], folder)).toMatchObject({ code: 1, out: "" });
});
