import type { Journal } from "../durable/journal.ts";
import { RunMismatchError } from "../engine/errors.ts";
import { keyOf, type CountedMethod, type Course, type Step } from "./course.ts";

/**
 * Takes a fresh course to where the record of the run ends, in the order in which outcomes were recorded. No method runs, no hook is dispatched.
 * Gives what is to run next, in order; a method that was under way when the record ended is among it.
 */
export function replay(course: Course, journal: Journal): readonly CountedMethod[] {
  const waiting = new Map<string, CountedMethod>();
  const recorded = new Set(journal.units.map(({ key }) => key));
  const enqueue = (methods: readonly CountedMethod[]): void => {
    for (const method of methods) waiting.set(keyOf(method), method);
  };
  const take = ({ ready, losers }: Step): void => {
    // One that is recorded later was done before it could be cancelled.
    const lost = losers.size === 0 ? NOBODY : [...waiting].filter((entry) => isLost(entry, losers, recorded));
    for (const [key] of lost) waiting.delete(key);
    enqueue(ready);
    for (const [, method] of lost) take(course.beaten(method.ready));
  };
  enqueue(course.starts());
  for (const { key, output } of journal.units) {
    const done = waiting.get(key);
    if (done === undefined) {
      throw new RunMismatchError(journal.id, `it has done "${key}", which this flow would not do at that point`);
    }
    waiting.delete(key);
    take(course.finished(done.ready, output));
  }
  return [...waiting.values()];
}

type Entry = readonly [key: string, method: CountedMethod];
const NOBODY: readonly Entry[] = [];

function isLost([key, { ready }]: Entry, losers: ReadonlySet<string>, recorded: ReadonlySet<string>): boolean {
  return losers.has(ready.method.name) && !recorded.has(key);
}
