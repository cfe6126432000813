import { open, type FileHandle } from "node:fs/promises";

import { errorMessage } from "../../errors/is-error.ts";
import { log } from "../../log.ts";
import { NEVER_ABORTED, throwIfCancelled } from "../../time/signals.ts";
import { markReplayed, type BoathookEvent } from "../event.ts";
import { EventChannel, type EventStreams } from "../event-channel.ts";
import { pathOf } from "./event-recording.ts";
import { RecordingError } from "./recording-errors.ts";
import { readLine } from "./recording-format.ts";

/** What came of a replay. */
export interface ReplayResult {
  /** How many events were replayed. */
  readonly events: number;
  /** How many the recording says it dropped. */
  readonly dropped: number;
  /** The lines that are no events: torn by a crash, or of a class that nobody declares here. At most 1 000. */
  readonly problems: readonly { readonly line: number; readonly message: string }[];
}

/**
 * The events of a recording again: to the subscribers of `events` with `run`, or one by one with `for await`. Each says `isReplay`. They go nowhere
 * else: no hook runs, nothing is stored, and neither the process's nor a runtime's subscribers see them.
 */
export class Replay implements AsyncIterable<BoathookEvent> {
  readonly file: string;
  readonly events: EventStreams;
  readonly #channel: EventChannel;

  constructor(file: string | URL) {
    this.file = pathOf(file);
    this.#channel = new EventChannel((error) => {
      log("error", { error: errorMessage(error) }, "a subscriber of replayed events failed");
    });
    this.events = this.#channel;
  }

  /** Gives every event to the subscribers of `events`, waits for asynchronous ones at the end. Rejects with `RecordingError` when there is no such file. */
  async run(options: { readonly signal?: AbortSignal | undefined } = {}): Promise<ReplayResult> {
    const tally = newTally();
    for await (const event of this.#read(tally, options.signal ?? NEVER_ABORTED)) this.#channel.deliver(event);
    await this.#channel.flush(options.signal);
    return tally;
  }

  [Symbol.asyncIterator](): AsyncIterator<BoathookEvent> {
    return this.#read(newTally(), NEVER_ABORTED);
  }

  async *#read(tally: Tally, signal: AbortSignal): AsyncGenerator<BoathookEvent> {
    throwIfCancelled(signal);
    const handle = await this.#open();
    try {
      let number = 0;
      for await (const line of handle.readLines()) {
        throwIfCancelled(signal);
        number += 1;
        const event = line === "" ? undefined : count(line, number, tally);
        if (event !== undefined) yield event;
      }
    } finally {
      await handle.close();
    }
  }

  async #open(): Promise<FileHandle> {
    try {
      return await open(this.file);
    } catch (error) {
      throw new RecordingError("read", this.file, error);
    }
  }
}

/** The events of a file that was recorded with `EventRecording`. Nothing is read before they are asked for. */
export function replayEvents(file: string | URL): Replay {
  return new Replay(file);
}

const MAX_PROBLEMS = 1_000;

interface Tally {
  events: number;
  dropped: number;
  readonly problems: { readonly line: number; readonly message: string }[];
}

function newTally(): Tally {
  return { events: 0, dropped: 0, problems: [] };
}

function count(text: string, number: number, tally: Tally): BoathookEvent | undefined {
  const line = readLine(text);
  switch (line.kind) {
    case "event":
      tally.events += 1;
      return markReplayed(line.event);
    case "gap":
      tally.dropped += line.dropped;
      return undefined;
    case "problem":
      if (tally.problems.length < MAX_PROBLEMS) tally.problems.push({ line: number, message: line.message });
      return undefined;
    default:
      return undefined;
  }
}
