import { withDeadline, NEVER_ABORTED, startTimer, log, errorMessage } from "@boathook/kernel";
import type { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport, TransportSendOptions } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";

import { boundedFetch } from "./bounded-fetch.ts";
import type { McpHttpSource } from "./mcp-options.ts";
import type { McpSdk } from "./sdk.ts";

const GOODBYE_MS = 1_000;
/** What the SDK needs at most to read what came before the end of a stream. */
const LATE_ANSWER_MS = 100;
const CONNECTION_CLOSED = -32_000;

/** The SDK's transport with limits, and with an end for requests whose answer broke off: the SDK would wait for them until their time is up. */
export class HttpTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #inner: StreamableHTTPClientTransport;
  readonly #open = new Set<string | number>();

  constructor({ url, headers }: McpHttpSource, sdk: McpSdk) {
    this.#inner = new sdk.StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers: { ...headers } },
      fetch: boundedFetch(this.#ended),
    });
    this.#inner.onmessage = (message) => {
      if ("id" in message && message.id !== undefined && !("method" in message)) this.#open.delete(message.id);
      this.onmessage?.(message);
    };
    this.#inner.onerror = (error) => this.onerror?.(error);
    this.#inner.onclose = () => this.onclose?.();
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion(version);
  }

  start(): Promise<void> {
    return this.#inner.start();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if ("id" in message && "method" in message) this.#open.add(message.id);
    const { resumptionToken, onresumptiontoken } = options ?? {};
    await this.#inner.send(message, {
      ...(resumptionToken === undefined ? {} : { resumptionToken }),
      ...(onresumptiontoken === undefined ? {} : { onresumptiontoken }),
    });
  }

  /** Says goodbye where there is a session; a server that does not answer is not waited for long. */
  async close(): Promise<void> {
    if (this.#inner.sessionId !== undefined) await this.#sayGoodbye();
    await this.#inner.close();
  }

  async #sayGoodbye(): Promise<void> {
    const timeoutError = (ms: number): Error => new Error(`no answer within ${ms} ms`);
    try {
      await withDeadline({ ms: GOODBYE_MS, signal: NEVER_ABORTED, timeoutError }, () => this.#inner.terminateSession());
    } catch (error) {
      log("debug", { error: errorMessage(error) }, "an MCP session could not be ended; the server will forget it");
    }
  }

  readonly #ended = (id: string | number, canBeResumed: boolean): void => {
    if (canBeResumed || !this.#open.has(id)) return;
    startTimer(LATE_ANSWER_MS, () => {
      if (!this.#open.delete(id)) return;
      this.onmessage?.({ jsonrpc: "2.0", id, error: { code: CONNECTION_CLOSED, message: "the answer broke off" } });
    });
  };
}
