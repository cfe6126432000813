import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";

import { errorMessage, readOptions, whenAborted } from "@boathook/kernel";
import { z } from "zod";

import { HumanInputUnavailableError } from "../errors.ts";
import { AnswerServer } from "./answer-server.ts";
import type { HumanInput, HumanQuestion } from "./human-input-port.ts";

/** Where questions go, and where answers come in. */
export interface HttpHumanInputOptions {
  /** Each question is POSTed here as JSON: `{ id, prompt, defaultMessage, answerUrl }`. A status of 200 to 299 means that it will be shown to somebody. */
  readonly notifyUrl: string;
  /** Sent with each question, for instance an authorization. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Where answers are awaited while a question is open; by default a free port of 127.0.0.1. */
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  /** The outer address of host and port, when something stands before them; answers are expected at `<publicUrl>/<id>`. */
  readonly publicUrl?: string | undefined;
}

const optionsSchema = z.strictObject({
  notifyUrl: z.url({ protocol: /^https?$/ }),
  headers: z.record(z.string(), z.string()).optional(),
  host: z.string().min(1).default("127.0.0.1"),
  port: z.int().min(0).max(65_535).default(0),
  publicUrl: z.url({ protocol: /^https?$/ }).optional(),
});

/**
 * Asks over HTTP: the question is POSTed to a service of yours, which later POSTs `{ "answer": "…" }` to the `answerUrl` it was given. The address
 * cannot be guessed, and takes one answer. The port is open only while a question is.
 */
export class HttpHumanInput implements HumanInput {
  readonly concurrent = true;
  readonly #options: z.infer<typeof optionsSchema>;
  readonly #server: AnswerServer;
  readonly #open = new Map<string, (answer: string) => void>();

  constructor(options: HttpHumanInputOptions) {
    this.#options = readOptions(optionsSchema, options, { subject: "options of HttpHumanInput" });
    this.#server = new AnswerServer(this.#options, (id, answer) => this.#take(id, answer));
  }

  async ask(question: HumanQuestion): Promise<string> {
    const id = randomUUID();
    const close = await this.#server.open();
    try {
      const answer = new Promise<string>((resolve) => this.#open.set(id, resolve));
      await this.#notify(id, question);
      return await orAborted(answer, question.signal);
    } finally {
      this.#open.delete(id);
      close();
    }
  }

  async #notify(id: string, { prompt, defaultMessage, signal }: HumanQuestion): Promise<void> {
    const { notifyUrl, headers, publicUrl } = this.#options;
    const answerUrl = `${(publicUrl ?? this.#server.url).replace(/\/$/, "")}/${id}`;
    const body = JSON.stringify({ id, prompt, defaultMessage, answerUrl });
    const url = new URL(notifyUrl);
    const status = await post(url, { headers: headers ?? {}, body, signal });
    if (status < 200 || status > 299) {
      throw new HumanInputUnavailableError(`${shown(url)} answered with status ${status}`);
    }
  }

  #take(id: string, answer: string): boolean {
    const resolve = this.#open.get(id);
    if (resolve === undefined) return false;
    this.#open.delete(id);
    resolve(answer);
    return true;
  }
}

interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

/** The status of the answer. Not by `fetch`, whose connection stays open for seconds and would keep the process alive. */
async function post(url: URL, { headers, body, signal }: Message): Promise<number> {
  const request = (url.protocol === "https:" ? httpsRequest : httpRequest)(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json", "content-length": Buffer.byteLength(body) },
    agent: false,
    signal,
  });
  request.on("error", () => undefined); // `once` tells of it; what comes after the status is of no interest
  request.end(body);
  try {
    const [response] = (await once(request, "response")) as [IncomingMessage]; // the one argument of this event
    response.on("error", () => undefined).resume();
    return response.statusCode ?? 0;
  } catch (thrown) {
    throw new HumanInputUnavailableError(`${shown(url)} could not be reached: ${errorMessage(thrown)}`, {
      cause: thrown,
    });
  }
}

/** Without user, password and query, which may hold secrets. */
function shown(url: URL): string {
  return `${url.origin}${url.pathname}`;
}

function orAborted(answer: Promise<string>, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const unlink = whenAborted(signal, () => {
      reject(new HumanInputUnavailableError("nobody waits for the answer any more", { cause: signal.reason }));
    });
    void answer.then((text) => {
      unlink();
      resolve(text);
    });
  });
}
