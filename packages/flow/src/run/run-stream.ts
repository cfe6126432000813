import {
  currentFrame,
  errorMessage,
  EventChannel,
  linkSignals,
  log,
  RunCancelledError,
  runInFrame,
} from "@boathook/kernel";

import { FrameBuffer } from "./frame-buffer.ts";
import { frameOf, type StreamFrame } from "./stream-frame.ts";

/** A run that is watched piece by piece. It starts at the first iteration, or when `result` is asked for. */
export interface RunStream<T> extends AsyncIterable<StreamFrame> {
  /** What kickoff would give; rejects as kickoff would. */
  readonly result: Promise<T>;
  /** Cancels the run. Leaving the iteration does so, too. */
  cancel(reason?: unknown): void;
}

/** Starts the run that a stream watches: it is to give its events to `watcher`, and to end when `signal` aborts. */
export type StartRun<T> = (watcher: EventChannel, signal: AbortSignal) => Promise<T>;

/** How many frames wait for a slow reader. */
const BUFFERED_FRAMES = 10_000;

/** Makes a stream of a run. The run belongs to where the stream is made (its scopes, its execution), wherever it is read. */
export function streamRun<T>(start: StartRun<T>, signal?: AbortSignal): RunStream<T> {
  return new WatchedRun(start, signal);
}

class WatchedRun<T> implements RunStream<T>, AsyncIterator<StreamFrame> {
  readonly #start: StartRun<T>;
  readonly #madeIn = currentFrame();
  readonly #given: AbortSignal | undefined;
  readonly #own = new AbortController();
  readonly #buffer = new FrameBuffer(BUFFERED_FRAMES);
  #running: Promise<T> | undefined;
  /** Set when the run has settled; a failure is thrown to the reader once. */
  #end: { readonly failure: { readonly error: unknown } | undefined } | undefined;
  #wake: (() => void) | undefined;

  constructor(start: StartRun<T>, signal: AbortSignal | undefined) {
    this.#start = start;
    this.#given = signal;
  }

  get result(): Promise<T> {
    this.#running ??= this.#begin();
    return this.#running;
  }

  cancel(reason?: unknown): void {
    this.#own.abort(reason ?? new RunCancelledError("the stream was cancelled"));
  }

  [Symbol.asyncIterator](): AsyncIterator<StreamFrame> {
    return this;
  }

  async next(): Promise<IteratorResult<StreamFrame>> {
    void this.result;
    for (;;) {
      const frame = this.#buffer.shift();
      if (frame !== undefined) return { done: false, value: frame };
      if (this.#end !== undefined) return this.#finish(this.#end);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** The reader leaves: the run is cancelled, and has ended when this resolves. */
  async return(): Promise<IteratorResult<StreamFrame>> {
    if (this.#running !== undefined && this.#end === undefined) {
      this.cancel(new RunCancelledError("the reader of the stream left"));
      await this.#running.catch(() => undefined); // the reader wants no more of it; `result` still says how it ended
    }
    return { done: true, value: undefined };
  }

  #finish(end: { readonly failure: { readonly error: unknown } | undefined }): IteratorResult<StreamFrame> {
    this.#end = { failure: undefined };
    if (end.failure !== undefined) throw end.failure.error;
    return { done: true, value: undefined };
  }

  #begin(): Promise<T> {
    const linked = linkSignals(this.#given, this.#own.signal);
    const watcher = new EventChannel((error) => {
      log("error", { error: errorMessage(error) }, "a run's stream failed");
    });
    const subscription = watcher.all.subscribe((event) => {
      this.#buffer.push(frameOf(event));
      this.#notify();
    });
    const settle = (failure: { readonly error: unknown } | undefined): void => {
      subscription.unsubscribe();
      linked.unlink();
      this.#end = { failure };
      this.#notify();
    };
    const running = runInFrame(this.#madeIn, async () => this.#start(watcher, linked.signal));
    running.then(
      () => {
        settle(undefined);
      },
      (error: unknown) => {
        settle({ error });
      },
    );
    return running;
  }

  #notify(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }
}
