import { newId } from "@boathook/kernel";

import type { SubagentResult } from "./result.ts";

/** A message between a teammate and whoever asked for it. */
export interface TeammateMessage {
  readonly from: "parent" | "teammate";
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A subagent that works beside whoever asked for it. */
export class Teammate {
  readonly id: string = newId();
  readonly subagentName: string;
  readonly task: string;
  /** What came of it; rejects with a hook's abort. Wait for it, or the run that it belongs to does. */
  readonly result: Promise<SubagentResult>;
  readonly #cancel: AbortController;
  readonly #messages: TeammateMessage[] = [];
  #unread: string[] = [];
  #isDone = false;

  constructor(
    about: { readonly subagentName: string; readonly task: string },
    start: (signal: AbortSignal, teammate: Teammate) => Promise<SubagentResult>,
  ) {
    this.subagentName = about.subagentName;
    this.task = about.task;
    this.#cancel = new AbortController();
    this.result = start(this.#cancel.signal, this).finally(() => {
      this.#isDone = true;
    });
    this.result.catch(() => undefined); // told to whoever waits
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  /** Every message so far, in order. */
  get messages(): readonly TeammateMessage[] {
    return [...this.#messages];
  }

  /** The teammate reads it before its next question to the model. False: it is done already. */
  send(text: string): boolean {
    if (this.#isDone) return false;
    this.#say("parent", text);
    this.#unread.push(text);
    return true;
  }

  /** What was sent and not yet read; it counts as read now. */
  takeUnread(): readonly string[] {
    const unread = this.#unread;
    this.#unread = [];
    return unread;
  }

  /** Says something to whoever asked, while it works on. */
  tell(text: string): void {
    this.#say("teammate", text);
  }

  /** Stops the work; `result` says how it ended. */
  cancel(reason?: unknown): void {
    this.#cancel.abort(reason);
  }

  #say(from: TeammateMessage["from"], text: string): void {
    this.#messages.push({ from, text, at: Date.now() });
  }
}
