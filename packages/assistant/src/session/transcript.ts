import { Journal, RunBusyError, type DurableEngine } from "@boathook/flow";
import type { Message } from "@boathook/models";

import { AssistantError } from "../errors.ts";
import type { StoredSummary, StoredTurn } from "./turn.ts";

/** How the parts of a conversation are named in its record. */
const KEYS = { turn: "turn#", summary: "summary#", remembered: "remembered#", clear: "clear#" } as const;

/** The name of the record of an assistant's conversations. */
export function recordName(agentId: string): string {
  return `conversation of ${agentId}`;
}

/** What was said in one conversation, on disk. A part is there whole, or not at all; one process at a time holds a conversation. */
export class Transcript {
  readonly id: string;
  readonly isNew: boolean;
  readonly #journal: Journal;
  readonly #counts = new Map<string, number>();
  /** Turns that no summary stands for, oldest first. */
  #turns: StoredTurn[] = [];
  #all: StoredTurn[] = [];
  #summary: string | undefined;
  readonly #remembered = new Set<string>();

  private constructor(journal: Journal) {
    this.id = journal.id;
    this.#journal = journal;
    this.isNew = journal.run === undefined;
    for (const { key, output } of journal.units) this.#apply(key, output);
  }

  /** Takes hold of a conversation. Rejects with `conversation_busy` while another process has it. */
  static async open(engine: DurableEngine, agentId: string, id: string): Promise<Transcript> {
    let journal: Journal;
    try {
      journal = await Journal.open(engine, id, recordName(agentId));
    } catch (error) {
      if (!RunBusyError.is(error)) throw error;
      const message = `The conversation "${id}" is open in another process. Close it there, or try again.`;
      throw new AssistantError("conversation_busy", message, { cause: error });
    }
    try {
      const transcript = new Transcript(journal); // what cannot be read is said before anything is written
      if (journal.isUnfinished) await journal.resume();
      else await journal.begin({ askedId: id, inputs: {}, state: {} });
      return transcript;
    } catch (error) {
      await journal.release();
      throw error;
    }
  }

  /** Every turn since the conversation began or was cleared, oldest first. */
  get turns(): readonly StoredTurn[] {
    return this.#all;
  }

  /** How many turns the model sees word for word. */
  get openTurns(): readonly StoredTurn[] {
    return this.#turns;
  }

  /** Turns that were answered, and whose memories were not kept before the process ended. */
  get notRemembered(): readonly StoredTurn[] {
    return this.#all.filter(({ id, isToBeRemembered }) => isToBeRemembered && !this.#remembered.has(id));
  }

  /** What the model is shown of the past. */
  messages(): Message[] {
    const past: Message[] =
      this.#summary === undefined
        ? []
        : [
            { role: "user", content: `Summary of the conversation so far:\n${this.#summary}` },
            { role: "assistant", content: "I know what was said so far." },
          ];
    for (const { status, text, messages } of this.#turns) {
      if (status === "ok") past.push({ role: "user", content: text }, ...messages);
    }
    return past;
  }

  /** On disk when it has resolved. */
  addTurn(turn: StoredTurn): Promise<void> {
    return this.#add(KEYS.turn, turn);
  }

  /** From now on the summary stands for the oldest `turns` turns. */
  addSummary(summary: StoredSummary): Promise<void> {
    return this.#add(KEYS.summary, summary);
  }

  /** The memories of the turn were kept. */
  addRemembered(turnId: string): Promise<void> {
    return this.#remembered.has(turnId) ? Promise.resolve() : this.#add(KEYS.remembered, { turnId });
  }

  /** Nothing of what was said is shown any more. */
  clear(): Promise<void> {
    return this.#add(KEYS.clear, {});
  }

  /** Lets another process have the conversation. */
  release(): Promise<void> {
    return this.#journal.release();
  }

  async #add(prefix: string, output: object): Promise<void> {
    const key = `${prefix}${(this.#counts.get(prefix) ?? 0) + 1}`;
    await this.#journal.unitDone(key, output, { state: {}, saves: true });
    this.#apply(key, output);
  }

  #apply(key: string, output: unknown): void {
    const prefix = key.slice(0, key.indexOf("#") + 1);
    this.#counts.set(prefix, Number(key.slice(prefix.length)));
    // Written by the methods above, and by nobody else.
    if (prefix === KEYS.turn) this.#takeTurn(output as StoredTurn);
    else if (prefix === KEYS.summary) this.#takeSummary(output as StoredSummary);
    else if (prefix === KEYS.remembered) this.#remembered.add((output as { turnId: string }).turnId);
    else [this.#turns, this.#all, this.#summary] = [[], [], undefined];
  }

  #takeTurn(turn: StoredTurn): void {
    this.#turns.push(turn);
    this.#all.push(turn);
  }

  #takeSummary({ summary, turns }: StoredSummary): void {
    this.#summary = summary;
    this.#turns = this.#turns.slice(turns);
  }
}
