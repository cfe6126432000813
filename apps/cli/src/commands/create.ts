import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { BoathookError } from "@boathook/kernel";
import { z } from "zod";

import type { CommandModule } from "../command.ts";
import { nameOf, readGiven } from "../io/given.ts";

const schema = z.strictObject({
  kind: nameOf(["crew", "flow", "assistant"], "kind of project"),
  name: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/, {
    error: "expected a name of small letters, digits and hyphens that begins with a letter, like tide-report",
  }),
  dir: z.string().min(1).default("."),
});

const TEMPLATES = fileURLToPath(new URL("../../templates/", import.meta.url));

export const run: CommandModule["run"] = async (given) => {
  const { kind, name, dir } = readGiven(schema, given);
  const folder = path.resolve(dir, name);
  if (existsSync(folder)) {
    throw new BoathookError(`"${folder}" is there already; take another name, or another --dir.`, { code: "exists" });
  }
  const files = [...(await filesIn("shared")), ...(await filesIn(kind))];
  for (const { from, to } of files) {
    const target = path.join(folder, to);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, filled(await readFile(from, "utf8"), name));
  }
  const made = [...new Set(files.map(({ to }) => to))].sort(); // a kind may have its own in place of a shared one
  return {
    data: { folder, files: made },
    lines: [
      `Made ${folder}:`,
      ...made.map((file) => `  ${file}`),
      "",
      `cd ${path.relative(process.cwd(), folder)} && npm install && npm start`,
    ],
  };
};

/** Templates end in `.txt`, so that no tool takes them for files of this project. */
async function filesIn(kind: string): Promise<{ readonly from: string; readonly to: string }[]> {
  const root = path.join(TEMPLATES, kind);
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((from) => ({ from, to: path.relative(root, from).replace(/\.txt$/, "") }));
}

/** `__name__` as it is given, `__Name__` as a class. */
function filled(text: string, name: string): string {
  const pascal = name.replaceAll(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return text.replaceAll("__name__", name).replaceAll("__Name__", pascal.replaceAll("-", ""));
}
