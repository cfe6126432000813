import type { BoathookEvent } from "@boathook/kernel";

import { lineOf } from "./event-lines.ts";
import { duration } from "./one-line.ts";
import type { Screen } from "./screen.ts";

/** What is under way: a started event that was not closed yet. */
interface Open {
  /** Where events inside of it stand. */
  readonly depth: number;
  readonly startedAt: number;
  /** Undefined where its beginning is not shown. */
  readonly text: string | undefined;
}

/** More than any run has under way: a source that never closes anything must not fill the memory. */
const MOST_OPEN = 10_000;

/** Turns a stream of events into lines and a status. */
export class ConsoleView {
  readonly #screen: Screen;
  readonly #open = new Map<string, Open>();

  constructor(screen: Screen) {
    this.#screen = screen;
  }

  /** Shows one event, where it is one to be shown. */
  show(event: BoathookEvent): void {
    const line = lineOf(event);
    const started = event.startedEventId === undefined ? undefined : this.#open.get(event.startedEventId);
    const depth = this.#depthIn(event.parentId);
    if (event.startedEventId !== undefined) this.#open.delete(event.startedEventId);
    if (event.type.endsWith("_started")) this.#begin(event, line === undefined ? depth : depth + 1, line?.text);
    if (line !== undefined) {
      const took = started === undefined ? "" : ` (${duration(event.timestamp - started.startedAt)})`;
      this.#screen.write({ depth, mood: line.mood, text: `${line.text}${took}` });
    }
    // A person is asked on the same terminal: nothing may stand below the question.
    this.#screen.status(event.type === "human_input_requested" ? undefined : this.#status());
  }

  #begin(event: BoathookEvent, depth: number, text: string | undefined): void {
    if (this.#open.size >= MOST_OPEN) this.#open.clear();
    this.#open.set(event.id, { depth, startedAt: event.timestamp, text });
  }

  #depthIn(parentId: string | undefined): number {
    return parentId === undefined ? 0 : (this.#open.get(parentId)?.depth ?? 0);
  }

  /** The innermost thing that began last. */
  #status(): string | undefined {
    let last: string | undefined;
    let shown = 0;
    for (const { text } of this.#open.values()) {
      if (text === undefined) continue;
      shown += 1;
      last = text;
    }
    return last === undefined ? undefined : `… ${last}${shown > 1 ? ` (${shown} under way)` : ""}`;
  }
}
