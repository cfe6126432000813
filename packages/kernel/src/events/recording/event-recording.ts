import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

import type { Subscription } from "rxjs";
import { z } from "zod";

import { log } from "../../log.ts";
import { readOptions } from "../../options/read-options.ts";
import { BoathookEvent, type EventClass } from "../event.ts";
import type { EventStreams } from "../event-channel.ts";
import { LineFile } from "./line-file.ts";
import { RecordingError } from "./recording-errors.ts";
import { gapLine, headerLine } from "./recording-format.ts";

/** How events are recorded. */
export interface RecordingOptions {
  /** Only events of these classes, and of their subclasses. Absent: all. */
  readonly only?: readonly EventClass[] | undefined;
  /** How many events may wait for the disk; more are dropped, and counted. Default 10 000. */
  readonly maxBuffered?: number | undefined;
}

/**
 * Writes the events of a source to a file, one line of JSON each and without secrets, until it is closed. An existing file is appended to. The
 * emitter never waits: events that the disk cannot take are dropped, counted, and leave a line that says how many. Throws
 * `RecordingError` when the file cannot be opened.
 */
export class EventRecording {
  readonly file: string;
  readonly #lines: LineFile;
  readonly #subscriptions: readonly Subscription[];
  #closing: Promise<void> | undefined;

  constructor(source: EventStreams, file: string | URL, options: RecordingOptions = {}) {
    const { only = [BoathookEvent], maxBuffered } = readOptions(schema, options, { subject: "recording" });
    this.file = pathOf(file);
    this.#lines = opened(this.file, maxBuffered);
    this.#subscriptions = withoutCovered(only).map((type) => source.on(type).subscribe(this.#take));
  }

  /** How many events are in the file. */
  get written(): number {
    return this.#lines.written;
  }

  /** How many events were lost, because the disk was too slow or refused them. */
  get dropped(): number {
    return this.#lines.dropped;
  }

  /** Resolves when every event so far is in the file, or dropped. */
  flush(): Promise<void> {
    return this.#lines.flush();
  }

  /** Stops recording, and resolves when everything is in the file. A log line says what was dropped. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    for (const subscription of this.#subscriptions) subscription.unsubscribe();
    await this.#lines.close();
    const { file, written, dropped } = this;
    if (dropped > 0) log("warn", { file, written, dropped }, "a recording of events is not complete");
  }

  readonly #take = (event: BoathookEvent): void => {
    this.#lines.push(JSON.stringify(event)); // now, not later: what it carries may change
  };
}

/** The path of a file given as text or as URL. */
export function pathOf(file: string | URL): string {
  return resolve(file instanceof URL ? fileURLToPath(file) : file);
}

const DEFAULT_BUFFERED = 10_000;

const schema = z.strictObject({
  only: z
    .array(z.custom<EventClass>((value) => typeof value === "function", "expected a class of events"))
    .readonly()
    .optional(),
  maxBuffered: z.int().positive().default(DEFAULT_BUFFERED),
});

function opened(file: string, maxWaiting: number): LineFile {
  try {
    return new LineFile(file, { firstLine: headerLine(Date.now()), maxWaiting, gapLine });
  } catch (error) {
    throw new RecordingError("write", file, error);
  }
}

/** An event that several of the classes stand for is written once. */
function withoutCovered(types: readonly EventClass[]): readonly EventClass[] {
  const each = [...new Set(types)];
  return each.filter((type) => !each.some((other) => type.prototype instanceof other));
}
