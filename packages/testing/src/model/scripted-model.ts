import { ClockService, ConfigurationError, isError, raceSignal, service, throwIfCancelled } from "@boathook/kernel";
import { BaseLlm, type LlmResponse, type ModelChunk, type ModelRequest } from "@boathook/models";
import { z } from "zod";

import { wordsOf } from "../words.ts";
import { frozenCopy } from "./deep-copy.ts";
import { ScriptExhaustedError, ScriptIncompleteError } from "./script-errors.ts";
import { checkReply, type ReplyFunction, type ScriptedReply, type SettledReply } from "./scripted-reply.ts";
import { responseOf } from "./scripted-response.ts";

/** What a scripted model is made of. */
export interface ScriptedModelOptions {
  /** One reply per request, in order; or one function for all requests. */
  readonly replies: readonly ScriptedReply[] | ReplyFunction;
  /** Default `"scripted"`. */
  readonly modelId?: string | undefined;
  /** Default true; false puts agents in text mode. */
  readonly supportsTools?: boolean | undefined;
}

/** A model for tests: gives its replies in order, streams them word by word, and keeps every request it saw. Past the end of its script it throws. */
export class ScriptedModel extends BaseLlm {
  readonly modelId: string;
  override readonly supportsTools: boolean;
  readonly #replies: readonly ScriptedReply[] | ReplyFunction;
  readonly #requests: ModelRequest[] = [];
  #callsNamed = 0;

  constructor(options: ScriptedModelOptions) {
    super();
    const { replies, modelId = "scripted", supportsTools = true } = readOptions(options);
    this.#replies = replies;
    this.modelId = modelId;
    this.supportsTools = supportsTools;
  }

  /** Every request so far, as it was when it came; nothing in it can be changed. */
  get requests(): readonly ModelRequest[] {
    return this.#requests;
  }

  async generate(request: ModelRequest): Promise<LlmResponse> {
    const index = this.#requests.length;
    const { signal } = request;
    const seen = Object.freeze({ ...frozenCopy({ ...request, signal: undefined }), signal });
    this.#requests.push(seen);
    throwIfCancelled(signal);
    const reply = await settle(this.#replyAt(index, seen), seen, index);
    if (isError(reply)) throw reply;
    if (reply.delayMs !== undefined) await raceSignal(service(ClockService).sleep(reply.delayMs, signal), signal);
    return responseOf(reply, this.#nextCallId);
  }

  override async *stream(request: ModelRequest): AsyncGenerator<ModelChunk, void, undefined> {
    const response = await this.generate(request);
    for (const text of wordsOf(response.text)) {
      throwIfCancelled(request.signal);
      yield { text };
    }
    yield { response };
  }

  /** Throws `ScriptIncompleteError` unless every reply was given and no more were asked for. A script that is a function is always complete. */
  assertComplete(): void {
    const replies = this.#replies;
    if (typeof replies === "function" || replies.length === this.#requests.length) return;
    throw new ScriptIncompleteError(this.modelId, replies.length, this.#requests.length);
  }

  #replyAt(index: number, request: ModelRequest): ScriptedReply {
    if (typeof this.#replies === "function") return this.#replies;
    const reply = this.#replies[index];
    if (reply === undefined) throw new ScriptExhaustedError(this.modelId, this.#replies.length, request);
    return reply;
  }

  readonly #nextCallId = (): string => {
    this.#callsNamed += 1;
    return `c${this.#callsNamed}`;
  };
}

const optionsSchema = z.strictObject({
  replies: z.union([z.array(z.unknown()), z.custom<ReplyFunction>((value) => typeof value === "function")], {
    error: "expected a list of replies or one function",
  }),
  modelId: z.string().min(1).optional(),
  supportsTools: z.boolean().optional(),
});

function readOptions(options: unknown): ScriptedModelOptions {
  const parsed = optionsSchema.safeParse(options);
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
    throw new ConfigurationError(faults, { subject: "options of a scripted model" });
  }
  const { replies, ...rest } = parsed.data;
  if (typeof replies === "function") return { ...rest, replies };
  return { ...rest, replies: replies.map((reply, index) => checkReply(reply, `replies.${index}`)) };
}

/** Calls functions until there is something to answer with. */
async function settle(reply: ScriptedReply, request: ModelRequest, index: number): Promise<SettledReply> {
  let current = reply;
  while (typeof current === "function") {
    const made = await raceSignal(Promise.resolve(current(request, index)), request.signal);
    current = checkReply(made, `replies.${index}`);
  }
  return typeof current === "string" ? { text: current } : current;
}
