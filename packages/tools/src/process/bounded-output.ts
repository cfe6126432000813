/** Keeps the beginning and the end of an output, and counts what is between: errors stand at the end, what was done at the beginning. */
export class BoundedOutput {
  readonly #half: number;
  readonly #head: Buffer[] = [];
  readonly #tail: Buffer[] = [];
  #headBytes = 0;
  #tailBytes = 0;
  #dropped = 0;

  constructor(maxBytes: number) {
    this.#half = Math.ceil(maxBytes / 2);
  }

  add(chunk: Buffer): void {
    const room = this.#half - this.#headBytes;
    const first = chunk.subarray(0, Math.max(0, room));
    if (first.length > 0) this.#head.push(first);
    this.#headBytes += first.length;
    const rest = chunk.subarray(first.length);
    if (rest.length === 0) return;
    this.#tail.push(rest);
    this.#tailBytes += rest.length;
    this.#shorten();
  }

  toString(): string {
    const [head, tail] = [Buffer.concat(this.#head), Buffer.concat(this.#tail)];
    if (this.#dropped === 0) return Buffer.concat([head, tail]).toString("utf8");
    return `${head.toString("utf8")}\n[… ${this.#dropped} bytes left out …]\n${tail.toString("utf8")}`;
  }

  #shorten(): void {
    let excess = this.#tailBytes - this.#half;
    while (excess > 0) {
      const [oldest] = this.#tail;
      if (oldest === undefined) return;
      const cut = Math.min(excess, oldest.length);
      if (cut === oldest.length) this.#tail.shift();
      else this.#tail[0] = oldest.subarray(cut);
      this.#tailBytes -= cut;
      this.#dropped += cut;
      excess -= cut;
    }
  }
}
