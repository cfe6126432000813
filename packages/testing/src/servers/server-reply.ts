/** What a fake model service answers to one request: a text, an answer in parts, an HTTP error, silence, or a function that gives one of these. */
export type ServerReply =
  string | ServerAnswer | ServerError | { readonly hang: true } | ((request: ServerRequest) => ServerReply);

/** An answer in parts that every wire format has. */
export interface ServerAnswer {
  readonly text?: string | undefined;
  readonly reasoning?: string | undefined;
  /** `input` as a text is sent as it is, valid JSON or not. */
  readonly toolCalls?:
    readonly { readonly id?: string | undefined; readonly name: string; readonly input: object | string }[] | undefined;
  /** In the service's own word; by default the one that fits the answer. */
  readonly finishReason?: string | undefined;
  readonly usage?: Partial<ServerUsage> | undefined;
  /** Streams only: after so many pieces of text the connection breaks. */
  readonly dropAfter?: number | undefined;
  /** Streams only: the body ends in good order after the pieces, but nothing says that the answer is complete. */
  readonly endEarly?: boolean | undefined;
  /** Streams only: milliseconds before each piece. */
  readonly pieceMs?: number | undefined;
}

/** Token counts; by default 10 in, 5 out, nothing cached, no reasoning. */
export interface ServerUsage {
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly reasoning: number;
}

/** An HTTP answer as it stands; `body` as a text is sent as it is, anything else as JSON, absent: `message` in the service's own error format. */
export interface ServerError {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly message?: string | undefined;
  readonly body?: unknown;
}

/** One request that a fake model service was sent. */
export interface ServerRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON body. */
  readonly body: Readonly<Record<string, unknown>>;
}
