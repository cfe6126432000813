import { NEVER_ABORTED, raceSignal, whenAborted } from "@boathook/kernel";

import { HumanInputUnavailableError } from "../errors.ts";
import type { HumanInput, HumanQuestion } from "./human-input-port.ts";

/** A question that waits for a program (a user interface, a chat bot, a test) to bring the answer. */
export interface OpenQuestion {
  readonly prompt: string;
  readonly defaultMessage: string;
  /** False when it was answered before, or nobody waits any more. */
  answer(text: string): boolean;
  /** Nobody will answer: the hook that asked stops its operation. False as for `answer`. */
  refuse(reason: string): boolean;
}

/** Keeps questions until a program answers them. Any number may be open at once. */
export class QueuedHumanInput implements HumanInput {
  readonly concurrent = true;
  readonly #open = new Set<OpenQuestion>();
  readonly #unseen: OpenQuestion[] = [];
  readonly #takers: ((question: OpenQuestion) => void)[] = [];

  /** The questions that nobody has answered yet, oldest first. */
  get open(): readonly OpenQuestion[] {
    return [...this.#open];
  }

  ask({ prompt, defaultMessage, signal }: HumanQuestion): Promise<string> {
    return new Promise((resolve, reject) => {
      const settle = (how: () => void): boolean => {
        if (!this.#open.delete(question)) return false;
        this.#forget(question);
        unlink();
        how();
        return true;
      };
      const question: OpenQuestion = {
        prompt,
        defaultMessage,
        answer: (text) => settle(() => resolve(text)),
        refuse: (reason) => settle(() => reject(new HumanInputUnavailableError(reason))),
      };
      this.#open.add(question);
      const unlink = whenAborted(signal, () => {
        this.#open.delete(question);
        this.#forget(question);
        reject(new HumanInputUnavailableError("nobody waits for the answer any more", { cause: signal.reason }));
      });
      if (this.#open.has(question)) this.#offer(question);
    });
  }

  /** The next question that was not given out by this method yet; waits for one. Rejects when `signal` aborts. */
  async next(signal: AbortSignal = NEVER_ABORTED): Promise<OpenQuestion> {
    const waiting = this.#unseen.shift();
    if (waiting !== undefined) return waiting;
    let take = (_question: OpenQuestion): void => undefined;
    const coming = new Promise<OpenQuestion>((resolve) => {
      take = resolve;
    });
    this.#takers.push(take);
    try {
      return await raceSignal(coming, signal);
    } catch (cancelled) {
      remove(this.#takers, take);
      throw cancelled;
    }
  }

  #offer(question: OpenQuestion): void {
    const take = this.#takers.shift();
    if (take === undefined) this.#unseen.push(question);
    else take(question);
  }

  #forget(question: OpenQuestion): void {
    remove(this.#unseen, question);
  }
}

function remove<T>(list: T[], item: T): void {
  const index = list.indexOf(item);
  if (index !== -1) list.splice(index, 1);
}
