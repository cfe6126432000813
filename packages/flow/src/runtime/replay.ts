import type { Journal } from "../durable/journal.ts";
import { RunMismatchError } from "../engine/errors.ts";
import { keyOf, type CountedMethod, type Course } from "./course.ts";

/**
 * Takes a fresh course to where the record of the run ends, in the order in which outcomes were recorded. No method runs, no hook is dispatched.
 * Gives what is to run next, in order; a method that was under way when the record ended is among it.
 */
export function replay(course: Course, journal: Journal): readonly CountedMethod[] {
  const waiting = new Map<string, CountedMethod>();
  /** They lost a race; one that was done before it could be cancelled counts. */
  const beaten = new Map<string, CountedMethod>();
  const enqueue = (methods: readonly CountedMethod[]): void => {
    for (const method of methods) waiting.set(keyOf(method), method);
  };
  enqueue(course.starts());
  for (const { key, output } of journal.units) {
    const done = waiting.get(key) ?? beaten.get(key);
    if (done === undefined) {
      throw new RunMismatchError(journal.id, `it has done "${key}", which this flow would not do at that point`);
    }
    waiting.delete(key);
    beaten.delete(key);
    const { ready, losers } = course.finished(done.ready, output);
    for (const [other, method] of losers.size === 0 ? [] : [...waiting]) {
      if (!losers.has(method.ready.method.name)) continue;
      waiting.delete(other);
      beaten.set(other, method);
    }
    enqueue(ready);
  }
  return [...waiting.values()];
}
