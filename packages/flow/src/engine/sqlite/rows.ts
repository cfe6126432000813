import { z } from "zod";

import { RunStoreError } from "../errors.ts";
import type { RunSummary, StoredRun, StoredUnit } from "../stored-run.ts";
import type { Row } from "./database.ts";

const text = z.string();
const optional = z.string().nullable();
const count = z.int().nonnegative();
const status = z.enum(["running", "paused", "finished", "failed"]);

const runRow = z.object({
  id: text,
  name: text,
  status,
  asked_id: text,
  generation: count,
  epoch: count,
  writes: count,
  updated_at: z.int(),
  inputs: text,
  state: text,
  state_after: count,
  pending: optional,
  result: optional,
  error: optional,
});
const unitRow = z.object({ position: count, key: text, output: text, state: optional, at: z.int() });
const summaryRow = z.object({ id: text, name: text, status, updated_at: z.int() });

/** The run that these rows hold. Rows that are none of ours are reported by name, and left alone. */
export function runOf(file: string, run: Row, units: readonly Row[]): StoredRun {
  const read = check(runRow, run, { file, what: `run "${String(run.id)}"` });
  const recorded = units.map((row) => unitOf(file, read.id, row));
  const newest = recorded.findLast(({ stored }) => stored.state !== undefined);
  return {
    id: read.id,
    name: read.name,
    status: read.status,
    askedId: read.asked_id,
    inputs: read.inputs,
    state:
      newest !== undefined && newest.position > read.state_after ? (newest.stored.state ?? read.state) : read.state,
    pending: read.pending ?? undefined,
    result: read.result ?? undefined,
    error: read.error ?? undefined,
    epoch: read.epoch,
    version: read.writes + recorded.length,
    units: recorded.map(({ stored }) => stored),
    updatedAt: Math.max(read.updated_at, recorded.at(-1)?.stored.at ?? 0),
  };
}

export function summaryOf(file: string, row: Row): RunSummary {
  const read = check(summaryRow, row, { file, what: `run "${String(row.id)}"` });
  return { id: read.id, name: read.name, status: read.status, updatedAt: read.updated_at };
}

function unitOf(file: string, run: string, row: Row): { readonly position: number; readonly stored: StoredUnit } {
  const what = `unit "${String(row.key)}" of run "${run}"`;
  const { position, key, output, state, at } = check(unitRow, row, { file, what });
  return { position, stored: { key, output, state: state ?? undefined, at } };
}

function check<T>(schema: z.ZodType<T>, row: Row, { file, what }: { file: string; what: string }): T {
  const read = schema.safeParse(row);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new RunStoreError("foreign", file, {
    what: `${what}: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`,
  });
}
