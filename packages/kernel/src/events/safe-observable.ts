import { Observable, Subscriber, type Observer, type Operator, type Subscription, type TeardownLogic } from "rxjs";

import { isPromiseLike } from "../is-promise-like.ts";

/** Told of everything that a subscriber threw or rejected with; `value` is what it was looking at, when that is known. */
export type ReportError = (error: unknown, value: unknown) => void;

/** An observable whose subscribers cannot hurt the emitter: what they throw, or reject with, is reported. Streams made with `.pipe` are the same. */
export class SafeObservable<T> extends Observable<T> {
  readonly #report: ReportError;

  constructor(report: ReportError, subscribe?: (subscriber: Subscriber<T>) => TeardownLogic) {
    super(subscribe);
    this.#report = report;
  }

  /* eslint-disable @typescript-eslint/no-deprecated -- rxjs 7's own way of chaining operators, the only one that gives `.pipe` a class of one's own */
  /** Called by `.pipe`. */
  override lift<R>(operator?: Operator<T, R>): Observable<R> {
    const lifted = new SafeObservable<R>(this.#report);
    lifted.source = this;
    lifted.operator = operator as Operator<unknown, R> | undefined; // rxjs types the field wider than its own argument
    return lifted;
  }
  /* eslint-enable @typescript-eslint/no-deprecated */

  override subscribe(observer?: Partial<Observer<T>>): Subscription;
  override subscribe(next: (value: T) => void): Subscription;
  override subscribe(
    next?: ((value: T) => void) | null,
    error?: ((error: unknown) => void) | null,
    complete?: (() => void) | null,
  ): Subscription;
  override subscribe(
    first?: Partial<Observer<T>> | ((value: T) => void) | null,
    error?: ((error: unknown) => void) | null,
    complete?: (() => void) | null,
  ): Subscription {
    // Operators subscribe with a Subscriber of rxjs's own; only the end of a chain is a user's.
    if (isSubscriber<T>(first)) return super.subscribe(first);
    const observer = typeof first === "object" && first !== null ? first : partialObserver(first, error, complete);
    return super.subscribe(guarded(observer, this.#report));
  }
}

/** Also true for a Subscriber of a second copy of rxjs, which must keep its own way of unsubscribing. */
function isSubscriber<T>(value: unknown): value is Subscriber<T> {
  if (value instanceof Subscriber) return true;
  const candidate = value as Partial<Record<"next" | "add" | "remove" | "unsubscribe", unknown>> | null | undefined;
  const methods = [candidate?.next, candidate?.add, candidate?.remove, candidate?.unsubscribe];
  return methods.every((method) => typeof method === "function");
}

function partialObserver<T>(
  next: ((value: T) => void) | null | undefined,
  error: ((error: unknown) => void) | null | undefined,
  complete: (() => void) | null | undefined,
): Partial<Observer<T>> {
  return { ...(next && { next }), ...(error && { error }), ...(complete && { complete }) };
}

function guarded<T>(observer: Partial<Observer<T>>, report: ReportError): Observer<T> {
  return {
    next: (value) => {
      attempt(() => observer.next?.(value), report, value);
    },
    error: (error: unknown) => {
      if (observer.error === undefined) report(error, undefined);
      else attempt(() => observer.error?.(error), report, undefined);
    },
    complete: () => {
      attempt(() => observer.complete?.(), report, undefined);
    },
  };
}

function attempt(call: () => unknown, report: ReportError, value: unknown): void {
  try {
    const result = call();
    if (isPromiseLike(result)) {
      result.then(undefined, (error: unknown) => {
        report(error, value);
      });
    }
  } catch (error) {
    report(error, value);
  }
}
