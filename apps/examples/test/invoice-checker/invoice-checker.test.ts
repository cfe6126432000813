import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { GuardrailCompletedEvent, TaskFailedEvent } from "boathook";
import { recordEvents } from "@boathook/testing";

import { checkInvoices } from "../../src/invoice-checker/check-invoices.ts";
import { offlineClerk } from "../../src/invoice-checker/offline-model.ts";
import { runMain } from "../run-app.ts";

const folder = fileURLToPath(new URL("../../config/invoice-checker/invoices", import.meta.url));
let out: string;
beforeEach(async () => {
  out = await mkdtemp(path.join(tmpdir(), "invoices "));
});
afterEach(() => rm(out, { recursive: true, force: true }));

describe("the invoice checker", () => {
  it("reads what adds up, goes back once over what does not, and refuses what is wrong", async () => {
    const model = offlineClerk();
    const recorded = recordEvents();
    const checked = await checkInvoices({ folder, out, model });
    recorded.stop();
    expect(checked).toEqual([
      expect.objectContaining({ name: "harbour", note: "**H-114** of Harbour Supplies may be paid: 50.5" }),
      { name: "paint", refused: expect.stringContaining("lines and tax make 30, the total says 300") },
      {
        name: "sails",
        invoice: {
          number: "2026/7",
          supplier: "Sail & Son",
          lines: [{ what: "Mending a sail", amount: 100 }],
          tax: 25,
          total: 125,
        },
        note: "**2026/7** of Sail & Son may be paid: 125",
      },
    ]);
    const verdicts = recorded.of(GuardrailCompletedEvent);
    expect(verdicts.filter(({ ok }) => ok)).toHaveLength(4); // two judges, two invoices
    expect(verdicts.filter(({ ok }) => !ok).map(({ error }) => error)).toEqual(
      expect.arrayContaining([expect.stringContaining("make 100"), expect.stringContaining("make 30")]),
    );
    expect(recorded.of(TaskFailedEvent).map(({ taskName }) => taskName)).toEqual(["reading"]);
    const shown = JSON.stringify(model.requests);
    expect(shown).toContain("Paid with card [CARD]");
    expect(shown).not.toContain("4111");
  });

  it("writes two files for each invoice that is right, and none for the others", async () => {
    await checkInvoices({ folder, out, model: offlineClerk() });
    expect((await readdir(out)).sort()).toEqual(["harbour.json", "harbour.md", "sails.json", "sails.md"]);
    expect(JSON.parse(await readFile(path.join(out, "sails.json"), "utf8"))).toMatchObject({ total: 125 });
  });

  it("runs as a program", async () => {
    const { code, said } = await runMain("invoice-checker", ["--out", out]);
    expect({ code, said }).toMatchObject({ code: 0 });
    expect(said).toContain("harbour: **H-114**");
    expect(said).toContain("paint: REFUSED.");
    expect(await readdir(out)).toHaveLength(4);
  }, 60_000);
});
