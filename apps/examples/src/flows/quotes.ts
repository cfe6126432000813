import { and, Flow, Listen, race, Start } from "boathook";

export type Ask = (name: string, signal: AbortSignal) => Promise<number>;

/** Two shops are asked at the same time, the first answer wins; the stock is looked up meanwhile. */
export class Quotes extends Flow<{ item: string }, string> {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    super({ maxConcurrency: 8 });
    this.#ask = ask;
  }

  @Start() near(): Promise<number> {
    return this.#ask("near", this.signal); // aborts when the other shop was faster
  }

  @Start() far(): Promise<number> {
    return this.#ask("far", this.signal);
  }

  @Start() stock(): Promise<number> {
    return this.#ask("stock", this.signal);
  }

  @Listen(and(race("near", "far"), "stock")) decide(): string {
    const given = Object.fromEntries(this.methodOutputs.map(({ method, output }) => [method, output]));
    return `${this.state.item}: ${String(given["near"] ?? given["far"])}, ${String(given["stock"])} left`;
  }
}
