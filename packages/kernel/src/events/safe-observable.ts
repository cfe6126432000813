import { Observable, Subscriber, type Observer, type Operator, type Subscription, type TeardownLogic } from "rxjs";

import { isPromiseLike } from "../is-promise-like.ts";

/** Told of what subscribers do. */
export interface SubscriberWatch {
  /** One threw or rejected; `value` is what it was looking at, when that is known. */
  readonly failed: (error: unknown, value: unknown) => void;
  /** One gave a promise; `work` resolves when that has settled, either way. */
  readonly busy?: (work: PromiseLike<void>) => void;
}

/** An observable whose subscribers cannot hurt the emitter: what they throw, or reject with, is reported. Streams made with `.pipe` are the same. */
export class SafeObservable<T> extends Observable<T> {
  readonly #watch: SubscriberWatch;

  constructor(watch: SubscriberWatch, subscribe?: (subscriber: Subscriber<T>) => TeardownLogic) {
    super(subscribe);
    this.#watch = watch;
  }

  /* eslint-disable @typescript-eslint/no-deprecated -- rxjs 7's own way of chaining operators, the only one that gives `.pipe` a class of one's own */
  /** Called by `.pipe`. */
  override lift<R>(operator?: Operator<T, R>): Observable<R> {
    const lifted = new SafeObservable<R>(this.#watch);
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
    return super.subscribe(guarded(observer, this.#watch));
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

function guarded<T>(observer: Partial<Observer<T>>, watch: SubscriberWatch): Observer<T> {
  return {
    next: (value) => {
      attempt(() => observer.next?.(value), watch, value);
    },
    error: (error: unknown) => {
      if (observer.error === undefined) watch.failed(error, undefined);
      else attempt(() => observer.error?.(error), watch, undefined);
    },
    complete: () => {
      attempt(() => observer.complete?.(), watch, undefined);
    },
  };
}

function attempt(call: () => unknown, watch: SubscriberWatch, value: unknown): void {
  try {
    const result = call();
    if (isPromiseLike(result)) {
      const settled = result.then(undefined, (error: unknown) => {
        watch.failed(error, value);
      });
      watch.busy?.(settled as PromiseLike<void>); // what it resolves to is nobody's business
    }
  } catch (error) {
    watch.failed(error, value);
  }
}
