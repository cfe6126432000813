import { ReadyQueue, type Ranked } from "./ready-queue.ts";
import { signatureOf, UsedResources, type Use } from "./uses.ts";

/** What can be put on the agenda. */
export interface Item extends Ranked {
  readonly uses: readonly Use[];
}

/** Items that use the same: what keeps the first from starting keeps them all. */
interface Group<T extends Item> {
  readonly uses: readonly Use[];
  readonly queue: ReadyQueue<T>;
}

/** A group, and the rank of its first item when that came up. */
interface Entry<T extends Item> extends Ranked {
  readonly group: Group<T>;
}

/**
 * What is ready, and what of it may start. The highest rank comes first; an item that cannot run beside what runs, or beside a higher rank
 * that has to wait, waits: of those that exclude each other none is overtaken.
 */
export class Agenda<T extends Item> {
  readonly #groups = new Map<string, Group<T>>();
  readonly #entries = new ReadyQueue<Entry<T>>();
  readonly #used = new UsedResources();
  #size = 0;

  /** How many are ready. */
  get size(): number {
    return this.#size;
  }

  add(item: T): void {
    const group = this.#groupOf(item);
    group.queue.push(item);
    this.#size += 1;
    if (group.queue.peek() === item) this.#enter(group);
  }

  /** Takes out what may start now, at most `limit`, best first. */
  take(limit: number): T[] {
    const taken: T[] = [];
    const claimed = new UsedResources();
    const waiting: Group<T>[] = [];
    while (taken.length < limit) {
      const group = this.#nextGroup();
      if (group === undefined) break;
      if (this.#used.allows(group.uses) && claimed.allows(group.uses)) this.#start(group, taken);
      else {
        claimed.add(group.uses);
        waiting.push(group);
      }
    }
    for (const group of waiting) this.#enter(group);
    return taken;
  }

  /** What was taken is done. */
  release(item: T): void {
    this.#used.remove(item.uses);
  }

  /** Nothing is ready any more. */
  clear(): void {
    this.#groups.clear();
    this.#entries.clear();
    this.#size = 0;
  }

  #start(group: Group<T>, taken: T[]): void {
    const item = group.queue.pop();
    if (item === undefined) return;
    this.#used.add(item.uses);
    this.#size -= 1;
    taken.push(item);
    this.#enter(group);
  }

  #enter(group: Group<T>): void {
    const first = group.queue.peek();
    if (first === undefined) return;
    this.#entries.push({ group, priority: first.priority, order: first.order });
  }

  /** The group whose first item ranks highest; entries of firsts that are not first any more are dropped. */
  #nextGroup(): Group<T> | undefined {
    for (let entry = this.#entries.pop(); entry !== undefined; entry = this.#entries.pop()) {
      if (entry.group.queue.peek()?.order === entry.order) return entry.group; // no two items have the same
    }
    return undefined;
  }

  #groupOf({ uses }: T): Group<T> {
    const key = signatureOf(uses);
    let group = this.#groups.get(key);
    if (group === undefined) {
      group = { uses, queue: new ReadyQueue() };
      this.#groups.set(key, group);
    }
    return group;
  }
}
