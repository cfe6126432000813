import { errorMessage, linkSignals, log, withDeadline } from "@boathook/kernel";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { z } from "zod";

import { callResultSchema } from "./call-result.ts";
import { McpConnectionError } from "./errors.ts";
import { HttpTransport } from "./http-transport.ts";
import type { McpHttpSource, McpStdioSource } from "./mcp-options.ts";
import { loadSdk, type McpSdk } from "./sdk.ts";
import { readServerTool, type ServerTool } from "./server-tool.ts";
import { StdioTransport } from "./stdio-transport.ts";

/** What a connection is made to. */
export interface ConnectionPlan {
  readonly server: string;
  readonly source: McpStdioSource | McpHttpSource;
  readonly connectTimeoutMs: number;
}

/** One call of a tool. */
export interface ServerCall {
  readonly name: string;
  readonly args: Record<string, unknown>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: {
    progress: number;
    total?: number | undefined;
    message?: string | undefined;
  }) => void;
}

const MAX_TOOLS = 1_000;
const MAX_PAGES = 100;
const PING_MS = 2_000;
const pageSchema = z.object({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });

/** One connection to a server, from the handshake until it is closed or lost. */
export class McpConnection {
  readonly sdk: McpSdk;
  readonly #plan: ConnectionPlan;
  readonly #client: Client;
  readonly #transport: StdioTransport | HttpTransport;
  #isOpen = true;
  #isChecking = false;
  #tools: Promise<readonly ServerTool[]> | undefined;

  private constructor(plan: ConnectionPlan, sdk: McpSdk) {
    this.#plan = plan;
    this.sdk = sdk;
    const { source } = plan;
    this.#transport = "command" in source ? new StdioTransport(source, sdk) : new HttpTransport(source, sdk);
    this.#client = new sdk.Client(
      { name: "boathook", version: "1" },
      { listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: () => (this.#tools = undefined) } } },
    );
    this.#client.onclose = () => (this.#isOpen = false);
    this.#client.onerror = (error) => {
      this.#report(error);
    };
  }

  /** Connects; the time limit and the signal end the attempt, and with it a process that was started. */
  static async open(plan: ConnectionPlan, signal: AbortSignal): Promise<McpConnection> {
    const connection = new McpConnection(plan, await loadSdk());
    const ms = plan.connectTimeoutMs;
    const timeoutError = (limit: number): Error => new Error(`it did not answer within ${limit} ms`);
    try {
      await withDeadline({ ms, signal, timeoutError }, (limited) =>
        // The SDK's own limit comes later: ours says what happened.
        connection.#client.connect(connection.#transport, { signal: limited, timeout: ms * 2 }),
      );
      return connection;
    } catch (cause) {
      await connection.close();
      throw new McpConnectionError(plan.server, `it cannot be reached: ${problemOf(cause)}${connection.#stderr()}`, {
        cause,
      });
    }
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The tools of the server; asked for once, and again after it said that they have changed. */
  tools(): Promise<readonly ServerTool[]> {
    if (this.#tools !== undefined) return this.#tools;
    const asking = this.#ask();
    this.#tools = asking;
    asking.catch(() => {
      if (this.#tools === asking) this.#tools = undefined;
    });
    return asking;
  }

  /** Calls a tool. Rejects with what the SDK says: an `McpError`, or the failure of the transport. */
  async call({ name, args, timeoutMs, signal, onProgress }: ServerCall): Promise<z.infer<typeof callResultSchema>> {
    const linked = linkSignals(signal); // the SDK never stops listening to the one it is given
    const options = {
      signal: linked.signal,
      timeout: timeoutMs,
      maxTotalTimeout: timeoutMs * 10,
      resetTimeoutOnProgress: true,
      onprogress: onProgress,
    };
    try {
      const request = { method: "tools/call", params: { name, arguments: args } } as const;
      return await this.#client.request(request, callResultSchema, options);
    } finally {
      linked.unlink();
    }
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    try {
      await this.#client.close();
      await this.#transport.close(); // the client forgets a transport that was lost
    } catch (error) {
      log("warn", { server: this.#plan.server, error: errorMessage(error) }, "an MCP connection could not be closed");
    }
  }

  async #ask(): Promise<readonly ServerTool[]> {
    const { server, connectTimeoutMs: timeout } = this.#plan;
    const found: ServerTool[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES && found.length < MAX_TOOLS; page += 1) {
      const request = { method: "tools/list", params: cursor === undefined ? {} : { cursor } } as const;
      const { tools, nextCursor } = await this.#client.request(request, pageSchema, { timeout });
      found.push(...tools.flatMap((value) => readServerTool(value, server) ?? []));
      if (nextCursor === undefined) break;
      cursor = nextCursor;
    }
    const names = new Set<string>();
    return found.slice(0, MAX_TOOLS).filter(({ name }) => !names.has(name) && names.add(name));
  }

  /** A transport that has trouble may be one whose server is gone: what waits for it then must not wait for its time to be up. */
  #report(error: Error): void {
    log("debug", { server: this.#plan.server, error: errorMessage(error) }, "an MCP connection reports an error");
    if (!this.#isOpen || this.#isChecking || !(this.#transport instanceof HttpTransport)) return;
    this.#isChecking = true;
    void this.#check();
  }

  async #check(): Promise<void> {
    try {
      await this.#client.ping({ timeout: PING_MS });
    } catch {
      await this.close();
    } finally {
      this.#isChecking = false;
    }
  }

  #stderr(): string {
    const text = this.#transport instanceof StdioTransport ? this.#transport.errors.trim() : "";
    return text === "" ? "" : `. It wrote: ${text.slice(-500)}`;
  }
}

/** What a fetch says is in its cause. */
function problemOf(error: unknown): string {
  const { code } = ((error as { cause?: unknown }).cause ?? {}) as { code?: unknown }; // only shown
  return typeof code === "string" ? `${errorMessage(error)} (${code})` : errorMessage(error);
}
