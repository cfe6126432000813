import { Subject, type Observable, type Subscriber } from "rxjs";

import { BoathookEvent, type EventClass } from "./event.ts";
import { SafeObservable } from "./safe-observable.ts";

/** Streams of events. Subscribers run in the emitter's call, in order of subscription; what they throw goes to `errors`. */
export interface EventStreams {
  /** Events of that class and its subclasses, from now on. */
  on<E extends BoathookEvent>(type: EventClass<E>): Observable<E>;
  readonly all: Observable<BoathookEvent>;
  /** What subscribers threw or rejected with. Nobody listening: one log line each. */
  readonly errors: Observable<{ error: unknown; event: BoathookEvent | undefined }>;
}

const NOBODY: readonly Subscriber<BoathookEvent>[] = [];

/** The one place where events of a process, a runtime, a crew or a flow are handed to their subscribers. */
export class EventChannel implements EventStreams {
  readonly #subscriptions: { readonly type: EventClass; readonly subscriber: Subscriber<BoathookEvent> }[] = [];
  readonly #targets = new Map<EventClass, readonly Subscriber<BoathookEvent>[]>();
  readonly #errors = new Subject<{ error: unknown; event: BoathookEvent | undefined }>();
  readonly #logError: (error: unknown) => void;
  readonly all: Observable<BoathookEvent>;
  readonly errors: Observable<{ error: unknown; event: BoathookEvent | undefined }>;

  /** `logError` is told of failing subscribers while nobody listens to `errors`, and of failing listeners of `errors` itself. */
  constructor(logError: (error: unknown) => void) {
    this.#logError = logError;
    this.all = this.on(BoathookEvent);
    this.errors = new SafeObservable(logError, (subscriber) => this.#errors.subscribe(subscriber));
  }

  on<E extends BoathookEvent>(type: EventClass<E>): Observable<E> {
    return new SafeObservable<E>(this.#report, (subscriber) => {
      const entry = { type: type as EventClass, subscriber: subscriber as unknown as Subscriber<BoathookEvent> }; // only events of `type` reach it
      this.#subscriptions.push(entry);
      this.#targets.clear();
      return () => {
        this.#subscriptions.splice(this.#subscriptions.indexOf(entry), 1);
        this.#targets.clear();
      };
    });
  }

  /** True when somebody would see an event of this class; a map lookup. */
  isWatched(type: EventClass): boolean {
    return this.#subscriptions.length > 0 && this.#targetsOf(type).length > 0;
  }

  /** Hands the event to its subscribers. Never throws. */
  deliver(event: BoathookEvent): void {
    for (const subscriber of this.#targetsOf(event.constructor as EventClass)) subscriber.next(event);
  }

  #targetsOf(type: EventClass): readonly Subscriber<BoathookEvent>[] {
    const known = this.#targets.get(type);
    if (known !== undefined) return known;
    const matching = this.#subscriptions.filter((entry) => isSameOrSubclass(type, entry.type));
    const targets = matching.length === 0 ? NOBODY : matching.map((entry) => entry.subscriber);
    this.#targets.set(type, targets);
    return targets;
  }

  readonly #report = (error: unknown, value: unknown): void => {
    if (!this.#errors.observed) this.#logError(error);
    else this.#errors.next({ error, event: value instanceof BoathookEvent ? value : undefined });
  };
}

function isSameOrSubclass(type: EventClass, base: EventClass): boolean {
  return type === base || Object.prototype.isPrototypeOf.call(base, type);
}
