import { currentFrame, linkSignals, RunCancelledError, runInFrame, type Frame } from "@boathook/kernel";

import type { LlmResponse, LlmStream } from "../model-types.ts";

/** Starts the call behind a stream: texts go to `onText`, the promise is the whole answer. */
export type StartStream = (onText: (text: string) => void, signal: AbortSignal) => Promise<LlmResponse>;

/**
 * The texts of one model call. The call starts at the first iteration, or when `result` is asked for, in the frame in which the stream was
 * made. Leaving the loop cancels the call. A failure is thrown by the iteration and rejects `result`.
 */
export class TextStream implements LlmStream, AsyncIterator<string, undefined> {
  readonly #start: StartStream;
  readonly #signal: AbortSignal | undefined;
  readonly #frame: Frame = currentFrame();
  readonly #texts: string[] = [];
  #waiting: (() => void)[] = [];
  #running: Promise<LlmResponse> | undefined;
  #abort: ((reason: unknown) => void) | undefined;
  #end: { readonly failure?: unknown } | undefined;

  constructor(start: StartStream, signal: AbortSignal | undefined) {
    this.#start = start;
    this.#signal = signal;
  }

  get result(): Promise<LlmResponse> {
    return this.#run();
  }

  [Symbol.asyncIterator](): AsyncIterator<string, undefined> {
    return this;
  }

  async next(): Promise<IteratorResult<string, undefined>> {
    void this.#run();
    for (;;) {
      const text = this.#texts.shift();
      if (text !== undefined) return { done: false, value: text };
      if (this.#end !== undefined) return this.#finish(this.#end);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Called when the loop is left: cancels the call and waits until it is over. */
  async return(): Promise<IteratorResult<string, undefined>> {
    this.#texts.length = 0;
    if (this.#running === undefined) this.#running = Promise.reject(left());
    // Set first: whoever still waits for a chunk left the loop too, and is not told of the cancellation.
    this.#end = {};
    this.#abort?.(left());
    this.#wake();
    await this.#running.catch(() => undefined);
    return { done: true, value: undefined };
  }

  #run(): Promise<LlmResponse> {
    if (this.#running !== undefined) return this.#running;
    const linked = linkSignals(this.#signal);
    this.#abort = (reason) => {
      linked.abort(reason);
    };
    const onText = (text: string): void => {
      this.#texts.push(text);
      this.#wake();
    };
    const running = runInFrame(this.#frame, () => this.#start(onText, linked.signal)).finally(() => {
      linked.unlink();
    });
    this.#running = running;
    // Also keeps a failure that only the iteration reports from counting as unhandled.
    running.then(
      () => {
        this.#close({});
      },
      (failure: unknown) => {
        this.#close({ failure });
      },
    );
    return running;
  }

  #close(end: { readonly failure?: unknown }): void {
    this.#end ??= end;
    this.#wake();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  /** The failure is thrown once; after it the iteration is over. */
  #finish(end: { readonly failure?: unknown }): IteratorResult<string, undefined> {
    this.#end = {};
    if ("failure" in end) throw end.failure;
    return { done: true, value: undefined };
  }
}

function left(): RunCancelledError {
  return new RunCancelledError("the stream was left before its end");
}
