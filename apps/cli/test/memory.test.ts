import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { z } from "zod";

import { boathookEach, dataOf, errorOf, folderWith, removeFolder } from "./boathook.ts";

jest.setTimeout(120_000);

const record = (id: string, text: string, createdAt: number) =>
  JSON.stringify({ id, text, kind: "long_term", scope: "/crew/notes", metadata: {}, importance: 0.5, createdAt });

let folder = "";
beforeAll(async () => {
  folder = await folderWith({
    "notes.jsonl": `${record("a", "the tide turns at noon", 1_000)}\n${record("b", "ships need harbours", 2_000)}\n`,
    "bad.jsonl": `${record("c", "fine", 1)}\n{"id":"d"}\n`,
  });
});
afterAll(() => removeFolder(folder));

const items = z.looseObject({ items: z.array(z.looseObject({ id: z.string(), text: z.string() })) });
const idsOf = (ended: Parameters<typeof dataOf>[1]) => dataOf(items, ended).items.map(({ id }) => id);

test("memories are imported, listed, found, exported, forgotten and reset", async () => {
  const [missing, imported, bad, all, found, exported, forgotten, left, reset, none] = await boathookEach(
    [
      ["memory:list", "--json"],
      ["memory:import", "notes.jsonl", "--json"],
      ["memory:import", "bad.jsonl", "--json"],
      ["memory:list", "--json"],
      ["memory:search", "tide", "--json"],
      ["memory:export", "--scope", "/crew/notes", "--json"],
      ["memory:forget", "--id", "a", "--json"],
      ["memory:list"],
      ["memory:reset", "--yes", "--json"],
      ["memory:list"],
    ],
    folder,
  );
  expect(missing?.code).toBe(1);
  expect(errorOf(missing).message).toContain("memory.db");
  expect(dataOf(z.strictObject({ imported: z.number() }), imported)).toEqual({ imported: 2 });
  expect(bad?.code).toBe(1);
  expect(idsOf(all)).toEqual(["b", "a"]);
  expect(idsOf(found)).toEqual(["a"]);
  expect(idsOf(exported)).toEqual(["a", "b"]);
  expect(dataOf(z.strictObject({ removed: z.number() }), forgotten)).toEqual({ removed: 1 });
  expect(left?.out).toMatch(
    /^ID +KIND +SCOPE +MADE \(UTC\) +TEXT\nb +long_term +\/crew\/notes +1970-01-01 00:00:02 +ships need harbours\n$/,
  );
  expect(dataOf(z.strictObject({ removed: z.number() }), reset)).toEqual({ removed: 1 });
  expect(none?.out).toBe("There are no memories.\n");
});
