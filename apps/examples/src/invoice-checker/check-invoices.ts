import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

import { createRuntime, type ModelSource } from "boathook";

import { InvoiceCrew, OutputFolder } from "./invoice-crew.ts";
import { Invoice, type InvoiceData } from "./invoice.ts";

/** Which invoices are checked, and by whom. */
export interface CheckRequest {
  /** Every `.txt` in it is an invoice. */
  readonly folder: string;
  /** Gets a `.json` and a `.md` for each invoice that is right. */
  readonly out: string;
  readonly model: ModelSource;
  readonly signal?: AbortSignal | undefined;
}

/** What came of one invoice: the invoice, or why it was refused. */
export type Checked =
  | { readonly name: string; readonly invoice: InvoiceData; readonly note: string }
  | { readonly name: string; readonly refused: string };

/** Checks all invoices of a folder, two at a time; one that is wrong does not hold up the others. */
export async function checkInvoices({ folder, out, model, signal }: CheckRequest): Promise<Checked[]> {
  await using runtime = createRuntime({ llm: model });
  runtime.container.bind(OutputFolder).toConstantValue(new OutputFolder(path.resolve(out)));
  const crew = await runtime.crew(InvoiceCrew);
  const inputs = await invoicesIn(folder);
  const outcomes = await crew.kickoffForEach(inputs, { concurrency: 2, onError: "collect", signal });
  signal?.throwIfAborted();
  return outcomes.map((outcome, index) => {
    const name = inputs[index]?.name ?? "";
    if (outcome.status === "rejected") return { name, refused: (outcome.reason as Error).message };
    const [reading, note] = outcome.value.tasksOutput;
    return { name, invoice: Invoice.parse(reading?.parsed), note: note?.raw ?? "" };
  });
}

async function invoicesIn(folder: string): Promise<{ name: string; text: string }[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".txt")).sort();
  if (files.length === 0) throw new Error(`There is no invoice (.txt) in "${folder}".`);
  return Promise.all(
    files.map(async (file) => ({
      name: path.basename(file, ".txt"),
      text: await readFile(path.join(folder, file), "utf8"),
    })),
  );
}
