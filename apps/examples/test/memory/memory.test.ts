import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { ScriptedModel } from "@boathook/testing";

import { keepNotes } from "../../src/memory/by-hand.ts";
import { findByMeaning } from "../../src/memory/by-meaning.ts";
import { answerFrom } from "../../src/memory/documents.ts";
import { supportDesk } from "../../src/memory/support-desk.ts";
import { keepFacts } from "../../src/memory/what-is-kept.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "boathook-examples-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** What the model was told in its nth call. */
function told(model: ScriptedModel, call: number): string {
  return JSON.stringify(model.requests[call]?.messages);
}

describe("the examples of the memory guide", () => {
  it("support desk: remembers for each customer, and what is for everybody", async () => {
    const model = new ScriptedModel({ replies: ["Your refund of order 7 is under way.", "No idea.", "As said."] });
    const ask = await supportDesk(model, path.join(folder, "desk.db"));
    await ask("ann", "Where is the refund of order 7?");
    await ask("ben", "Where is the refund?");
    await ask("ann", "And the refund now?");
    for (const call of [0, 1, 2]) expect(told(model, call)).toContain("five working days");
    expect(told(model, 1)).not.toContain("order 7");
    expect(told(model, 2)).toContain("Your refund of order 7 is under way.");
  });

  it("by hand: remember, recall, export, import, forget", async () => {
    const { found, copied, left } = await keepNotes(path.join(folder, "notes.db"));
    expect(found).toMatchObject([{ text: "The night train leaves at ten", metadata: { source: "timetable" } }]);
    expect([copied, left]).toEqual([3, 2]);
  });

  it("by meaning: finds what has none of the words", async () => {
    const isFood = (text: string): boolean => /soup|lunch/.test(text);
    const best = await findByMeaning({
      specificationVersion: "v3",
      provider: "test",
      modelId: "food",
      maxEmbeddingsPerCall: 10,
      doEmbed: ({ values }: { values: readonly string[] }) =>
        Promise.resolve({ embeddings: values.map((value) => (isFood(value) ? [1, 0] : [0, 1])) }),
    });
    expect(best).toBe("The canteen serves soup at noon");
  });

  it("documents: what fits is shown with its source", async () => {
    await mkdir(path.join(folder, "handbook"));
    await writeFile(path.join(folder, "handbook/refunds.md"), "# Refunds\n\nAbove 100 euro a manager signs.\n");
    await writeFile(path.join(folder, "prices.csv"), "item,price\nKayak,400\n");
    const model = new ScriptedModel({ replies: ["A manager."] });
    await answerFrom(model, folder, "Who signs refunds above 100 euro?");
    expect(told(model, 0)).toContain("[handbook/refunds.md] Refunds");
    expect(told(model, 0)).not.toContain("Kayak");
  });

  it("what is kept: facts, one by one, but for what a hook refuses", async () => {
    const model = new ScriptedModel({ replies: ["Facts:\n- Ann likes tea\n- Ann sails"] });
    expect((await keepFacts(model)).map((fact) => fact.text).sort()).toEqual(["Ann likes tea", "Ann sails"]);
    const medical = new ScriptedModel({ replies: ["- Ann likes tea\n- Ann's diagnosis is secret"] });
    expect((await keepFacts(medical)).map((fact) => fact.text)).toEqual(["Ann likes tea"]);
  });
});
