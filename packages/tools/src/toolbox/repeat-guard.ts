/** Counts how often the same call came in a row. */
export class RepeatGuard {
  #key: string | undefined;
  #turn = 0;
  #lastTurn = 0;
  #count = 0;

  /** The number of a call that begins now; every call takes one, so that one in between breaks a row. */
  nextTurn(): number {
    this.#turn += 1;
    return this.#turn;
  }

  /** Notes what the call of that turn is, and says the how manieth of its row it is; one without a key is like no other. */
  count(turn: number, key: string | undefined): number {
    const isSame = key !== undefined && key === this.#key && turn === this.#lastTurn + 1;
    this.#count = isSame ? this.#count + 1 : 1;
    this.#key = key;
    this.#lastTurn = turn;
    return this.#count;
  }
}
