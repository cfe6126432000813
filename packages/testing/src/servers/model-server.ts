import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import { errorMessage } from "@boathook/kernel";

import type { ServerAnswer, ServerError, ServerReply, ServerRequest } from "./server-reply.ts";
import { toSse, type CompleteAnswer, type WireFormat } from "./wire-format.ts";

/** A fake model service on 127.0.0.1: answers from a queue and keeps what it was asked. With an empty queue it answers 400. */
export class ModelServer implements AsyncDisposable {
  readonly #format: WireFormat;
  readonly #requests: ServerRequest[] = [];
  readonly #replies: ServerReply[] = [];
  readonly #closing = new AbortController();
  readonly #server: Server;
  #open = 0;
  #callsNamed = 0;

  /** Listens on a free port; made by the `start…` functions. */
  static async start(format: WireFormat): Promise<ModelServer> {
    const server = new ModelServer(format);
    await new Promise<void>((resolve, reject) => {
      server.#server.once("error", reject).listen(0, "127.0.0.1", resolve);
    });
    return server;
  }

  private constructor(format: WireFormat) {
    this.#format = format;
    this.#server = createServer((incoming, response) => {
      this.#handle(incoming, response).catch((thrown: unknown) => {
        this.#refuse(response, thrown);
      });
    });
  }

  /** For `baseUrl`. */
  get url(): string {
    const { port } = this.#server.address() as AddressInfo; // it listens on a port, not on a pipe
    return `http://127.0.0.1:${port}/v1`;
  }

  /** Every request so far, in order. */
  get requests(): readonly ServerRequest[] {
    return this.#requests;
  }

  /** How many requests are being answered right now; one whose client went away is none. */
  get openRequests(): number {
    return this.#open;
  }

  /** Appends to the queue. */
  reply(...replies: readonly ServerReply[]): this {
    this.#replies.push(...replies);
    return this;
  }

  /** Forgets the requests seen and the replies left, for a server that several tests share. */
  reset(): void {
    this.#requests.length = 0;
    this.#replies.length = 0;
  }

  /** Breaks every connection and stops listening. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#open += 1;
    response.on("close", () => (this.#open -= 1));
    response.on("error", () => undefined); // the client went away, which is its right
    const request = await readRequest(incoming);
    this.#requests.push(request);
    let reply = this.#replies.shift() ?? NO_REPLY_LEFT;
    while (typeof reply === "function") reply = reply(request);
    if (typeof reply === "string") await this.#send(response, { text: reply }, request);
    else if ("status" in reply) this.#sendError(response, reply);
    else if (!("hang" in reply)) await this.#send(response, reply, request);
  }

  /** A test's own mistake (a reply function that throws, a body that is no JSON) must show, and must not bring the process down. */
  #refuse(response: ServerResponse, thrown: unknown): void {
    if (response.headersSent) response.destroy();
    else this.#sendError(response, { status: 400, message: `the fake server cannot answer: ${errorMessage(thrown)}` });
  }

  #sendError(response: ServerResponse, { status, headers, message = "no", body }: ServerError): void {
    const content = body ?? this.#format.error(status, message);
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof content === "string" ? content : JSON.stringify(content));
  }

  async #send(response: ServerResponse, answer: ServerAnswer, request: ServerRequest): Promise<void> {
    const complete = this.#complete(answer);
    const isStream = this.#format.isStream(request);
    const body = isStream ? undefined : JSON.stringify(this.#format.whole(complete, request));
    response.writeHead(200, { "content-type": isStream ? "text/event-stream" : "application/json" });
    if (body === undefined) await this.#sendEvents(response, answer, this.#format.events(complete, request));
    else response.end(body);
  }

  async #sendEvents(
    response: ServerResponse,
    answer: ServerAnswer,
    events: ReturnType<WireFormat["events"]>,
  ): Promise<void> {
    let pieces = 0;
    for (const event of events) {
      if (event.done === true && answer.endEarly === true) continue;
      if (event.piece === true && answer.pieceMs !== undefined) await this.#wait(answer.pieceMs);
      if (response.destroyed) return;
      response.write(toSse(event));
      if (event.piece === true) pieces += 1;
      if (pieces !== answer.dropAfter) continue;
      await this.#wait(SENT_MS); // what was written must leave before the connection breaks
      response.destroy();
      return;
    }
    response.end();
  }

  async #wait(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#closing.signal }).catch(() => undefined); // closed: nobody is there any more
  }

  #complete(answer: ServerAnswer): CompleteAnswer {
    const { text = "", reasoning = "", toolCalls = [], finishReason, usage } = answer;
    const calls = toolCalls.map(({ id, name, input }) => ({
      id: id ?? this.#nextCallId(),
      name,
      input: typeof input === "string" ? input : JSON.stringify(input),
    }));
    return {
      text,
      reasoning,
      finishReason,
      toolCalls: calls,
      usage: { input: 10, output: 5, cached: 0, reasoning: 0, ...usage },
    };
  }

  #nextCallId(): string {
    this.#callsNamed += 1;
    return `call_${this.#callsNamed}`;
  }
}

const NO_REPLY_LEFT: ServerReply = { status: 400, message: "the fake server has no reply left" };
const SENT_MS = 20;

async function readRequest(incoming: IncomingMessage): Promise<ServerRequest> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer); // a request without encoding gives buffers
  const text = Buffer.concat(parts).toString("utf8");
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  const body = text === "" ? {} : (JSON.parse(text) as Record<string, unknown>); // every service is sent an object
  return { path: incoming.url ?? "", headers, body };
}
