import { Subject, type Observable, type Subscriber } from "rxjs";

import { processWide } from "../process-wide.ts";
import { raceSignal } from "../time/signals.ts";
import { BoathookEvent, type EventClass } from "./event.ts";
import { SafeObservable, type SubscriberWatch } from "./safe-observable.ts";

/** Something that a subscriber threw or rejected with, and the event it was looking at, when that is known. */
export interface SubscriberError {
  readonly error: unknown;
  readonly event: BoathookEvent | undefined;
}

/** Streams of events. Subscribers run in the emitter's call, in order of subscription; what they throw goes to `errors`. */
export interface EventStreams {
  /** Events of that class and its subclasses, from now on. */
  on<E extends BoathookEvent>(type: EventClass<E>): Observable<E>;
  readonly all: Observable<BoathookEvent>;
  /** What subscribers threw or rejected with. Nobody listening: one log line each. */
  readonly errors: Observable<SubscriberError>;
  /** Resolves when asynchronous subscribers are done with the events they were given so far. Rejects when `signal` aborts; they go on. */
  flush(signal?: AbortSignal): Promise<void>;
}

interface Entry {
  readonly type: EventClass;
  readonly subscriber: Subscriber<never>;
}

/** How many subscriptions there are in the whole process: while there are none, no channel need be asked. */
export const subscriptions: { count: number } = processWide("subscriptions/1", () => ({ count: 0 }));

const NOBODY: readonly Subscriber<never>[] = [];

/** The one place where events of a process, a runtime, a crew or a flow are handed to their subscribers. */
export class EventChannel implements EventStreams {
  readonly #entries = new Set<Entry>();
  /** Who sees events of a class. Lists are replaced, never written to: a delivery walks the one it began with. */
  readonly #targets = new Map<EventClass, readonly Subscriber<never>[]>();
  readonly #errors = new Subject<SubscriberError>();
  /** What asynchronous subscribers are busy with. */
  readonly #busy = new Set<PromiseLike<void>>();
  readonly #logError: (error: unknown) => void;
  readonly all: Observable<BoathookEvent>;
  readonly errors: Observable<SubscriberError>;

  /** `logError` is told of failing subscribers while nobody listens to `errors`, and of failing listeners of `errors` itself. */
  constructor(logError: (error: unknown) => void) {
    this.#logError = logError;
    this.all = this.on(BoathookEvent);
    this.errors = new SafeObservable({ failed: logError }, (subscriber) => this.#errors.subscribe(subscriber));
  }

  on<E extends BoathookEvent>(type: EventClass<E>): Observable<E> {
    return new SafeObservable<E>(this.#watch, (subscriber) => {
      const entry: Entry = { type, subscriber: subscriber }; // only events of `type` reach it
      this.#entries.add(entry);
      subscriptions.count += 1;
      this.#targets.clear();
      return () => {
        if (this.#entries.delete(entry)) subscriptions.count -= 1;
        this.#targets.clear();
      };
    });
  }

  /** True when somebody would see an event of this class; a map lookup. */
  isWatched(type: EventClass): boolean {
    return this.#entries.size > 0 && this.#targetsOf(type).length > 0;
  }

  /** Hands the event to its subscribers, one after the other. Never throws. */
  deliver(event: BoathookEvent): void {
    for (const subscriber of this.#targetsOf(event.constructor as EventClass)) {
      try {
        subscriber.next(event as never); // an event of the class it asked for
      } catch (error) {
        this.fail(error, event); // a Subscriber written by hand; rxjs's own ones catch
      }
    }
  }

  /** Reports what went wrong while an event was made or handed over: on `errors`, or as a log line. */
  fail(error: unknown, event?: BoathookEvent): void {
    if (this.#errors.observed) this.#errors.next({ error, event });
    else this.#logError(error);
  }

  async flush(signal?: AbortSignal): Promise<void> {
    while (this.#busy.size > 0) {
      const done = Promise.all(this.#busy);
      await (signal === undefined ? done : raceSignal(done, signal));
    }
  }

  #targetsOf(type: EventClass): readonly Subscriber<never>[] {
    const known = this.#targets.get(type);
    if (known !== undefined) return known;
    const matching = [...this.#entries].filter((entry) => isSameOrSubclass(type, entry.type));
    const targets = matching.length === 0 ? NOBODY : matching.map((entry) => entry.subscriber);
    this.#targets.set(type, targets);
    return targets;
  }

  readonly #watch: SubscriberWatch = {
    failed: (error, value) => {
      this.fail(error, value instanceof BoathookEvent ? value : undefined);
    },
    busy: (work) => {
      this.#busy.add(work);
      void work.then(() => this.#busy.delete(work));
    },
  };
}

function isSameOrSubclass(type: EventClass, base: EventClass): boolean {
  for (let ancestor: unknown = type; typeof ancestor === "function"; ancestor = Object.getPrototypeOf(ancestor)) {
    if (ancestor === base || isTwin(ancestor, base)) return true;
  }
  return false;
}

/** The same class of a second copy of the package that declares it. */
function isTwin(one: object, other: object): boolean {
  const { name, type } = one as { name: unknown; type?: unknown };
  const twin = other as { name: unknown; type?: unknown };
  return typeof type === "string" && type === twin.type && name === twin.name;
}
