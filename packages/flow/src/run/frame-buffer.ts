import { droppedFrame, type StreamFrame } from "./stream-frame.ts";

/** Holds what a slow reader has not read yet; what does not fit pushes the oldest out, and a frame in their place says how many. */
export class FrameBuffer {
  readonly #limit: number;
  #frames: StreamFrame[] = [];
  #read = 0;
  #dropped = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(frame: StreamFrame): void {
    this.#frames.push(frame);
    if (this.#frames.length - this.#read <= this.#limit) return;
    this.#read += 1;
    this.#dropped += 1;
    if (this.#read >= this.#limit) this.#compact();
  }

  /** The oldest frame; undefined when there is none. */
  shift(): StreamFrame | undefined {
    const frame = this.#frames[this.#read];
    if (frame === undefined) return undefined;
    if (this.#dropped > 0) {
      const dropped = droppedFrame(this.#dropped, frame.sequence);
      this.#dropped = 0;
      return dropped;
    }
    this.#read += 1;
    if (this.#read === this.#frames.length) this.#compact();
    return frame;
  }

  #compact(): void {
    this.#frames = this.#frames.slice(this.#read);
    this.#read = 0;
  }
}
