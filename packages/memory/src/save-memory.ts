import { randomUUID } from "node:crypto";

import { describeValue, dispatchIfHooked, InvalidHookResultError, replacedBy, SkipOperation } from "@boathook/hooks";
import {
  ClockService,
  closeSpan,
  currentFrame,
  NEVER_ABORTED,
  openSpan,
  redactText,
  RedactionService,
  runInFrame,
  service,
  toRedactedJson,
} from "@boathook/kernel";

import type { Embedder } from "./embedder.ts";
import { MemorySaveCompletedEvent, MemorySaveFailedEvent, MemorySaveStartedEvent } from "./events.ts";
import { cleanText, type MemoryKind, type MemoryRecord } from "./record.ts";
import { putRecords, removeExpired } from "./store/records.ts";
import type { StoreFile } from "./store/store-file.ts";

/** What a save needs of a memory. */
export interface SavePlace {
  readonly store: StoreFile;
  readonly embedder: Embedder | undefined;
  readonly redact: boolean;
}

/** A memory to be saved, with everything filled in. */
export interface Draft {
  readonly text: string;
  readonly kind: MemoryKind;
  readonly scope: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly importance: number;
  readonly expiresAt: number | undefined;
}

/** Saves one memory: hooks, secrets, vector, file; one closing event. The id under which it is there, or undefined where a hook left it out. */
export async function saveMemory(place: SavePlace, draft: Draft, signal: AbortSignal): Promise<string | undefined> {
  let hooked: Draft;
  try {
    hooked = await afterHooks(draft, signal);
  } catch (error) {
    refused(draft, place, error);
    return undefined;
  }
  const record = newRecord(hooked, place);
  const span = openSpan(MemorySaveStartedEvent, () => shown(record));
  try {
    const { id, embedded } = await runInFrame(span.frame, () => store(place, record, signal));
    closeSpan(span, MemorySaveCompletedEvent, { memoryId: id, skipped: false, embedded });
    return id;
  } catch (error) {
    closeSpan(span, MemorySaveFailedEvent, { error });
    throw error;
  }
}

/** Writes records that were made before, in one transaction, without hooks and events of their own. */
export async function storeRecords(
  place: SavePlace,
  records: readonly MemoryRecord[],
  signal: AbortSignal,
): Promise<void> {
  const cleaned = records.map((record) => ({ ...record, ...withoutSecrets(record, place.redact) }));
  const vectors = await place.embedder?.tryEmbed(
    cleaned.map((record) => record.text),
    signal,
  );
  await place.store.write(signal, (database) => {
    putRecords(
      database,
      cleaned.map((record, index) => ({ ...record, embedded: vectors?.[index] })),
    );
  });
}

async function afterHooks(draft: Draft, signal: AbortSignal): Promise<Draft> {
  const context = await dispatchIfHooked("memory_store", () => ({
    executionId: currentFrame().execution?.id ?? "",
    signal,
    payload: draft.text,
    metadata: { ...draft.metadata },
    memoryKind: draft.kind,
    memoryScope: draft.scope,
    agentRole: currentFrame().names.agentRole,
  }));
  if (context === undefined) return draft;
  const { payload, metadata } = context as { payload: unknown; metadata: Record<string, unknown> }; // a hook may have left anything
  if (typeof payload === "string" && payload !== "") return { ...draft, text: payload, metadata };
  throw new InvalidHookResultError("the text to remember", describeValue(payload), {
    point: "memory_store",
    hook: replacedBy(context) ?? "anonymous",
  });
}

/** What hooks stopped has its two events, too: a skip is no failure. */
function refused(draft: Draft, place: SavePlace, error: unknown): void {
  const span = openSpan(MemorySaveStartedEvent, () => shown({ ...draft, ...withoutSecrets(draft, place.redact) }));
  if (!SkipOperation.is(error)) {
    closeSpan(span, MemorySaveFailedEvent, { error });
    throw error; // passed on untouched
  }
  closeSpan(span, MemorySaveCompletedEvent, { memoryId: undefined, skipped: true, embedded: false });
}

function newRecord(draft: Draft, place: SavePlace): MemoryRecord {
  const { expiresAt, ...rest } = draft;
  return {
    ...rest,
    ...withoutSecrets(draft, place.redact),
    id: randomUUID(),
    createdAt: service(ClockService).now(),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}

/** Not cancelled by the run: what was to be remembered is written, without a vector where there was no time for one. */
async function store(
  { store: file, embedder }: SavePlace,
  record: MemoryRecord,
  signal: AbortSignal,
): Promise<{ id: string | undefined; embedded: boolean }> {
  const [embedded] = (await embedder?.tryEmbed([record.text], signal)) ?? [];
  const [id] = await file.write(NEVER_ABORTED, (database) => {
    removeExpired(database, record.createdAt);
    return putRecords(database, [{ ...record, embedded }]);
  });
  return { id, embedded: embedded !== undefined };
}

function withoutSecrets(
  { text, metadata }: Pick<Draft, "text" | "metadata">,
  redact: boolean,
): Pick<Draft, "text" | "metadata"> {
  const redaction = redact ? service(RedactionService) : NOTHING_SECRET;
  return {
    text: cleanText(redactText(text, redaction)),
    metadata: toRedactedJson(metadata, redaction) as Record<string, unknown>, // a record in gives a record out
  };
}

/** Makes plain JSON of anything and takes nothing out. */
const NOTHING_SECRET = { names: /(?!)/, patterns: [] };

function shown({ text, scope, kind }: Pick<Draft, "text" | "scope" | "kind">): {
  text: string;
  scope: string;
  kind: string;
} {
  return { text, scope, kind };
}
