import { MethodCallLimitError } from "../errors.ts";
import type { ReadyMethod } from "./scheduler.ts";

/** Counts how often each method of a kickoff was started, and by which one last. */
export class CallCounts {
  readonly #limit: number;
  readonly #counts = new Map<string, number>();
  readonly #startedBy = new Map<string, string>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** How often the method was started, this time included; throws `MethodCallLimitError`, which names the cycle, when that is too often. */
  next({ method: { name }, startedBy }: ReadyMethod): number {
    const count = (this.#counts.get(name) ?? 0) + 1;
    if (startedBy !== undefined) this.#startedBy.set(name, startedBy);
    if (count > this.#limit) throw new MethodCallLimitError(name, this.#limit, this.#cycleTo(name));
    this.#counts.set(name, count);
    return count;
  }

  /** From the method to itself, along who started whom last. */
  #cycleTo(name: string): readonly string[] {
    const path = [name];
    let current = this.#startedBy.get(name);
    while (current !== undefined && !path.includes(current)) {
      path.unshift(current);
      current = this.#startedBy.get(current);
    }
    return current === undefined ? path : [current, ...path];
  }
}
