import { readFile, realpath } from "node:fs/promises";
import path from "node:path";

import { loadHookFiles, TrustStore } from "@boathook/skill-hooks";
import { z } from "zod";

import type { Answer, CommandModule } from "../command.ts";
import { readGiven } from "../io/given.ts";
import { tableOf } from "../io/table.ts";

const schema = z.strictObject({
  folder: z.string().min(1).default("."),
  list: z.boolean().optional(),
  revoke: z.boolean().optional(),
});

export const run: CommandModule["run"] = async (given) => {
  const { folder, list, revoke } = readGiven(schema, given);
  const store = new TrustStore();
  if (list === true) return listTrusted(store);
  return revoke === true ? revokeTrust(store, folder) : trustFolder(store, folder);
};

async function listTrusted(store: TrustStore): Promise<Answer> {
  const items = await store.list();
  return {
    data: { items },
    lines: tableOf(
      ["FILE", "SHA-256"],
      items.map(({ file, sha256 }) => [file, sha256]),
      "Nothing is trusted.",
    ),
  };
}

/** Exactly the files as they are now: one that is changed later has to be trusted again. */
async function trustFolder(store: TrustStore, folder: string): Promise<Answer> {
  const projectDir = path.resolve(folder);
  const before = await loadHookFiles({ projectDir }, { trust: store });
  const fresh = before.files.filter(({ status }) => status === "untrusted");
  const { rules } = await loadHookFiles({ projectDir });
  const trusted: string[] = [];
  for (const { file } of fresh) {
    const realPath = await realpath(file);
    await store.trust({ text: new TextDecoder().decode(await readFile(realPath)), realPath });
    trusted.push(realPath);
  }
  const shown = rules
    .filter(({ source }) => fresh.some(({ file }) => file === source.file))
    .map(({ event, matcher, actions, place }) => ({
      event,
      matcher,
      place,
      actions: actions.map(({ kind }) => kind.type),
    }));
  return {
    data: { trusted, rules: shown },
    lines:
      trusted.length === 0
        ? ["There was nothing to trust: no hook file of the project is untrusted."]
        : [
            ...trusted.map((file) => `Trusted ${file}.`),
            ...tableOf(
              ["EVENT", "MATCHER", "ACTIONS", "PLACE"],
              shown.map(({ event, matcher, actions, place }) => [event, matcher || "*", actions.join(", "), place]),
              "There are no rules in it.",
            ),
          ],
  };
}

async function revokeTrust(store: TrustStore, folder: string): Promise<Answer> {
  const inside = `${await realOrGiven(path.resolve(folder))}${path.sep}`;
  const revoked: string[] = [];
  for (const { file } of await store.list()) {
    if (file.startsWith(inside) && (await store.revoke(file))) revoked.push(file);
  }
  return {
    data: { revoked },
    lines:
      revoked.length === 0
        ? ["Nothing of this folder was trusted."]
        : revoked.map((file) => `Not trusted any more: ${file}.`),
  };
}

/** A folder that is gone can be revoked as well. */
async function realOrGiven(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch {
    return folder;
  }
}
