import { errorMessage } from "@boathook/kernel";
import { z } from "zod";

import { MemoryImportError } from "./errors.ts";
import { memoryRecordSchema, type MemoryRecord } from "./record.ts";
import type { RecordFilter } from "./store/filter.ts";
import { listRecords } from "./store/records.ts";
import type { StoreFile } from "./store/store-file.ts";

const PAGE = 500;

/** Records as JSON lines, oldest first; what is written meanwhile may or may not be among them. */
export async function* exportLines(
  store: StoreFile,
  filter: RecordFilter,
  signal: AbortSignal,
): AsyncGenerator<string> {
  for (let after = 0; ;) {
    const page = { after, limit: PAGE };
    const rows = await store.read(signal, (database) => listRecords(database, filter, page));
    for (const { record } of rows) yield `${JSON.stringify(record)}\n`;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.row;
  }
}

/** Reads what `exportLines` wrote. Every line that is no record is named; then none is given. */
export async function readLines(source: string | Iterable<string> | AsyncIterable<string>): Promise<MemoryRecord[]> {
  const faults: string[] = [];
  const records: MemoryRecord[] = [];
  const text = typeof source === "string" ? source : await joined(source);
  text.split("\n").forEach((line, index) => {
    if (line.trim() === "") return;
    const read = readLine(line);
    if (typeof read === "string") faults.push(`line ${index + 1}: ${read}`);
    else records.push(read);
  });
  if (faults.length > 0) throw new MemoryImportError(faults);
  return records;
}

async function joined(pieces: Iterable<string> | AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}

function readLine(line: string): MemoryRecord | string {
  try {
    const read = memoryRecordSchema.safeParse(JSON.parse(line));
    return read.success ? read.data : z.prettifyError(read.error).replaceAll("\n", " ");
  } catch (error) {
    return errorMessage(error);
  }
}
