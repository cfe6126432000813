import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a fake model service answers to one request: a text, an answer, an HTTP error, or one of the ways in which services misbehave. */
export type WireReply =
  string | WireAnswer | WireError | { readonly hang: true } | ((request: WireRequest) => WireReply);

/** An answer in words that every wire format has. */
export interface WireAnswer {
  readonly text?: string;
  readonly reasoning?: string;
  /** `input` as a text is sent as it is, valid JSON or not. */
  readonly toolCalls?: readonly { readonly id?: string; readonly name: string; readonly input: object | string }[];
  /** "length", "content-filter" … in the service's own word; by default what fits the answer. */
  readonly finishReason?: string;
  readonly usage?: Partial<WireUsage>;
  /** Streams only: after so many pieces of text the connection breaks. */
  readonly dropAfter?: number;
  /** Streams only: the body ends in good order after the pieces, but nothing says that the answer is complete. */
  readonly endEarly?: boolean;
  /** Streams only: milliseconds between pieces. */
  readonly pieceMs?: number;
}

/** Token counts; by default 10 in, 5 out, nothing cached, no reasoning. */
export interface WireUsage {
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly reasoning: number;
}

/** An HTTP answer as it stands; `body` as a text is sent as it is, anything else as JSON, absent: the service's own error format. */
export interface WireError {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly message?: string;
  readonly body?: unknown;
}

/** One recorded request. */
export interface WireRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON body. */
  readonly body: Record<string, unknown>;
}

/** How one service writes its answers. */
export interface WireFormat {
  isStream(request: WireRequest): boolean;
  whole(answer: CompleteAnswer, request: WireRequest): object;
  /** Server-sent events in order. The text is in pieces; `done` marks what says that the answer is complete. */
  events(answer: CompleteAnswer, request: WireRequest): readonly WireEvent[];
  error(status: number, message: string): object;
}

/** One server-sent event. */
export interface WireEvent {
  readonly event?: string;
  readonly data: object | string;
  readonly piece?: boolean;
  readonly done?: boolean;
}

/** A `WireAnswer` with everything filled in. */
export interface CompleteAnswer {
  readonly text: string;
  readonly reasoning: string;
  readonly toolCalls: readonly { readonly id: string; readonly name: string; readonly input: string }[];
  readonly finishReason: string | undefined;
  readonly usage: WireUsage;
}

/** A model service on 127.0.0.1 that answers from a queue and records what it was asked. Past the end of the queue it answers 400. */
export class WireServer {
  readonly requests: WireRequest[] = [];
  readonly #format: WireFormat;
  readonly #replies: WireReply[] = [];
  readonly #server: Server;
  #open = 0;
  #ids = 0;

  protected constructor(format: WireFormat) {
    this.#format = format;
    this.#server = createServer((request, response) => {
      void this.#handle(request, response);
    });
  }

  /** For `baseUrl`. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /** Requests that are being answered right now; one whose client went away is none. */
  get openRequests(): number {
    return this.#open;
  }

  /** Appends to the queue. */
  reply(...replies: readonly WireReply[]): this {
    this.#replies.push(...replies);
    return this;
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return this;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#open += 1;
    response.on("close", () => (this.#open -= 1));
    response.on("error", () => undefined); // the client went away
    const request = await record(incoming);
    this.requests.push(request);
    let reply = this.#replies.shift() ?? { status: 400, message: "the fake server has no reply left" };
    while (typeof reply === "function") reply = reply(request);
    if (typeof reply === "object" && "hang" in reply) return;
    if (typeof reply === "object" && "status" in reply) this.#sendError(response, reply);
    else await this.#send(response, typeof reply === "string" ? { text: reply } : reply, request);
  }

  #sendError(response: ServerResponse, { status, headers, message = "no", body }: WireError): void {
    const content = body ?? this.#format.error(status, message);
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof content === "string" ? content : JSON.stringify(content));
  }

  async #send(response: ServerResponse, answer: WireAnswer, request: WireRequest): Promise<void> {
    const complete = this.#complete(answer);
    if (!this.#format.isStream(request)) {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(this.#format.whole(complete, request)));
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    let pieces = 0;
    for (const event of this.#format.events(complete, request)) {
      if (event.done === true && answer.endEarly === true) continue;
      if (event.piece === true && answer.pieceMs !== undefined) await sleep(answer.pieceMs);
      if (response.destroyed) return;
      response.write(toSse(event));
      if (event.piece === true) pieces += 1;
      if (pieces === answer.dropAfter) {
        await sleep(20); // so that the pieces leave before the connection breaks
        response.destroy();
        return;
      }
    }
    response.end();
  }

  #complete({ text = "", reasoning = "", toolCalls = [], finishReason, usage }: WireAnswer): CompleteAnswer {
    return {
      text,
      reasoning,
      finishReason,
      toolCalls: toolCalls.map(({ id, name, input }) => ({
        id: id ?? `call_${(this.#ids += 1)}`,
        name,
        input: typeof input === "string" ? input : JSON.stringify(input),
      })),
      usage: { input: 10, output: 5, cached: 0, reasoning: 0, ...usage },
    };
  }
}

/** A text in the pieces in which it is streamed: words with the space before them. */
export function piecesOf(text: string): readonly string[] {
  return text.match(/\s*\S+\s*$|\s*\S+/g) ?? [];
}

async function record(incoming: IncomingMessage): Promise<WireRequest> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer); // a request without encoding gives buffers
  const text = Buffer.concat(parts).toString("utf8");
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  const body = text === "" ? {} : (JSON.parse(text) as Record<string, unknown>); // every format sends an object
  return { path: incoming.url ?? "", headers, body };
}

function toSse({ event, data }: WireEvent): string {
  const text = typeof data === "string" ? data : JSON.stringify(data);
  return `${event === undefined ? "" : `event: ${event}\n`}data: ${text}\n\n`;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
