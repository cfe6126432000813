/** What is queued: its rank says what comes first. */
export interface Ranked {
  readonly priority: number;
  /** Counts up; of equal priority the smaller comes first. */
  readonly order: number;
}

/** True when `a` comes before `b`. */
function outranks(a: Ranked, b: Ranked): boolean {
  return a.priority === b.priority ? a.order < b.order : a.priority > b.priority;
}

/** Gives what was put in, the highest priority first, then the smaller order: a binary heap. */
export class ReadyQueue<T extends Ranked> {
  readonly #heap: T[] = [];

  /** What comes next, without taking it. */
  peek(): T | undefined {
    return this.#heap[0];
  }

  push(item: T): void {
    const heap = this.#heap;
    let at = heap.push(item) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || !outranks(item, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = item;
  }

  pop(): T | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (last !== undefined && heap.length > 0) this.#sink(last);
    return first;
  }

  clear(): void {
    this.#heap.length = 0;
  }

  #sink(item: T): void {
    const heap = this.#heap;
    let at = 0;
    for (;;) {
      const left = heap[2 * at + 1];
      const right = heap[2 * at + 2];
      const [child, next] =
        left !== undefined && right !== undefined && outranks(right, left) ? [right, 2 * at + 2] : [left, 2 * at + 1];
      if (child === undefined || !outranks(child, item)) break;
      heap[at] = child;
      at = next;
    }
    heap[at] = item;
  }
}
