import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { errorMessage } from "@boathook/kernel";
import { z } from "zod";

import { HumanInputUnavailableError } from "../errors.ts";

const LONGEST_BODY = 64 * 1024;
const LONGEST_REQUEST_MS = 10_000;
const answerSchema = z.strictObject({ answer: z.string() });

/** Takes answers over HTTP. It listens while at least one question is open, so that it never keeps a process alive for nothing. */
export class AnswerServer {
  readonly #address: { readonly host: string; readonly port: number };
  readonly #take: (id: string, answer: string) => boolean;
  #users = 0;
  #listening: Promise<void> | undefined;
  #server: Server | undefined;
  #url = "";

  /** `take` is given an answer; false: there is no such question. */
  constructor(
    address: { readonly host: string; readonly port: number },
    take: (id: string, answer: string) => boolean,
  ) {
    this.#address = address;
    this.#take = take;
  }

  /** Where it listens; only while it is open. */
  get url(): string {
    return this.#url;
  }

  /** Listens; gives the function that stops it, when nobody else needs it any more. */
  async open(): Promise<() => void> {
    this.#users += 1;
    try {
      await (this.#listening ??= this.#listen());
    } catch (thrown) {
      this.#close();
      const { host, port } = this.#address;
      throw new HumanInputUnavailableError(
        `answers cannot be awaited on ${host}, port ${port}: ${errorMessage(thrown)}`,
        { cause: thrown },
      );
    }
    return () => {
      this.#close();
    };
  }

  /** Answers one request: 204 taken, 404 no such question, 405, 413 and 400 for what is no answer. */
  #handle(request: IncomingMessage, response: ServerResponse): void {
    this.#status(request).then(
      (status) => {
        response.writeHead(status, { connection: "close" }).end();
      },
      () => {
        response.destroy(); // the client went away in mid-sentence
      },
    );
  }

  async #status(request: IncomingMessage): Promise<number> {
    if (request.method !== "POST") return 405;
    const body = await readBody(request);
    if (body === undefined) return 413;
    const answer = parseAnswer(body);
    if (answer === undefined) return 400;
    const id = (request.url ?? "").replace(/[?#].*$/, "").replace(/^.*\//, "");
    return this.#take(id, answer) ? 204 : 404;
  }

  async #listen(): Promise<void> {
    const server = createServer({ requestTimeout: LONGEST_REQUEST_MS }, (request, response) => {
      this.#handle(request, response);
    });
    server.listen(this.#address.port, this.#address.host);
    await once(server, "listening");
    const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
    const { host } = this.#address;
    this.#url = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
    this.#server = server;
  }

  #close(): void {
    this.#users -= 1;
    if (this.#users > 0) return;
    this.#server?.close();
    this.#server = undefined;
    this.#listening = undefined;
  }
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > LONGEST_BODY) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parseAnswer(body: string): string | undefined {
  try {
    const parsed = answerSchema.safeParse(JSON.parse(body));
    return parsed.success ? parsed.data.answer : undefined;
  } catch {
    return undefined;
  }
}
