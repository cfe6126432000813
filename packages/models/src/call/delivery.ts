import { emit } from "@boathook/kernel";

import { LlmStreamChunkEvent } from "../events.ts";
import { holdsBackStreams } from "./hook-seams.ts";
import type { ModelCall } from "./model-call.ts";

/** Hands the texts of one call's stream on. When a hook wants to see the whole answer first, there is one piece, at the end. */
export class Delivery {
  readonly isStream: boolean;
  readonly #call: ModelCall;
  readonly #isHeldBack: boolean;
  #hasShown = false;

  constructor(call: ModelCall) {
    this.isStream = call.stream === true;
    this.#call = call;
    this.#isHeldBack = this.isStream && holdsBackStreams(call);
  }

  /** True once somebody saw a piece: from then on nothing can be taken back, so nothing is tried again. */
  get hasShown(): boolean {
    return this.#hasShown;
  }

  /** A piece of text came from the model. */
  take(text: string, modelId: string): void {
    if (!this.#isHeldBack && text !== "") this.#show(text, modelId);
  }

  /** The answer is whole and hooks have seen it. */
  finish(text: string, modelId: string): void {
    if (this.#isHeldBack && text !== "") this.#show(text, modelId);
  }

  #show(text: string, modelId: string): void {
    this.#hasShown = true;
    emit(LlmStreamChunkEvent, () => ({ modelId, purpose: this.#call.purpose, text }));
    this.#call.onText?.(text);
  }
}
