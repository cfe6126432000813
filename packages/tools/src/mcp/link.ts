import {
  ClockService,
  closeSpan,
  currentFrame,
  errorMessage,
  log,
  openSpan,
  raceSignal,
  service,
  type RunEnd,
} from "@boathook/kernel";

import { McpConnection, type ConnectionPlan } from "./connection.ts";
import { McpConnectionError } from "./errors.ts";
import { McpConnectionCompletedEvent, McpConnectionFailedEvent, McpConnectionStartedEvent } from "./events.ts";

const MAX_ATTEMPTS = 3;
const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 10_000;

/**
 * The connection to a server while runs come and go: opened when somebody first needs it, opened anew after it was lost (each time after a longer
 * pause), closed when the last run that used it has ended.
 */
export class McpLink {
  readonly #plan: ConnectionPlan;
  readonly #holders = new Set<RunEnd>();
  #connection: McpConnection | undefined;
  #opening: Promise<McpConnection> | undefined;
  #closing: Promise<void> | undefined;
  #stopOpening = new AbortController();
  #isKept = false;
  /** Lost connections and failed attempts since the last call that came back. */
  #losses = 0;

  constructor(plan: ConnectionPlan) {
    this.#plan = plan;
  }

  /** The open connection. Rejects with `McpConnectionError`, or when `signal` aborts: then others may still get it. */
  async get(signal: AbortSignal): Promise<McpConnection> {
    this.#hold();
    await this.#closing;
    const connection = this.#connection;
    if (connection?.isOpen === true) return connection;
    if (connection !== undefined) await this.lost(connection);
    this.#opening ??= this.#open();
    return raceSignal(this.#opening, signal);
  }

  /** A call came back: the server is well. */
  isWell(): void {
    this.#losses = 0;
  }

  /** The connection is of no use any more. */
  async lost(connection: McpConnection): Promise<void> {
    if (this.#connection === connection) {
      this.#connection = undefined;
      this.#losses += 1;
    }
    await connection.close();
  }

  /** From now on it is closed by `close` alone. */
  keep(): void {
    this.#isKept = true;
  }

  /** Closes it, whoever uses it. It is opened again when somebody needs it. */
  close(): Promise<void> {
    this.#isKept = false;
    this.#holders.clear();
    return this.#close();
  }

  /** Who uses it in a run holds it until the run ends; outside of any run nobody can know when that is. */
  #hold(): void {
    const { runEnd } = currentFrame();
    if (runEnd === undefined) this.#isKept = true;
    else if (!this.#holders.has(runEnd)) {
      if (!runEnd.add(this, () => this.#release(runEnd))) {
        throw new McpConnectionError(this.#plan.server, "the run that asks for it has ended");
      }
      this.#holders.add(runEnd);
    }
  }

  async #release(runEnd: RunEnd): Promise<void> {
    this.#holders.delete(runEnd);
    if (this.#holders.size === 0 && !this.#isKept) await this.#close();
  }

  #close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    try {
      this.#stopOpening.abort(new McpConnectionError(this.#plan.server, "it was closed"));
      await this.#opening?.catch(() => undefined); // told to those who wait for it
      const connection = this.#connection;
      this.#connection = undefined;
      await connection?.close();
    } finally {
      this.#losses = 0;
      this.#stopOpening = new AbortController();
      this.#closing = undefined;
    }
  }

  #open(): Promise<McpConnection> {
    const opening = this.#openWithEvents(this.#stopOpening.signal);
    const isOver = (): void => {
      if (this.#opening === opening) this.#opening = undefined;
    };
    opening.then(isOver, isOver);
    return opening;
  }

  async #openWithEvents(signal: AbortSignal): Promise<McpConnection> {
    const { server, source } = this.#plan;
    const transport = "command" in source ? "stdio" : "http";
    const span = openSpan(McpConnectionStartedEvent, { server, transport });
    try {
      const connection = await this.#attempts(signal);
      this.#connection = connection;
      const tools = (await connection.tools()).map(({ name }) => name);
      closeSpan(span, McpConnectionCompletedEvent, { server, tools });
      return connection;
    } catch (error) {
      closeSpan(span, McpConnectionFailedEvent, { server, error });
      throw error;
    }
  }

  async #attempts(signal: AbortSignal): Promise<McpConnection> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#pause(signal);
        return await this.#attempt(signal);
      } catch (error) {
        if (signal.aborted) throw signal.reason as McpConnectionError; // set in `#end`
        this.#losses += 1;
        if (attempt === MAX_ATTEMPTS || isHopeless(error)) throw error;
        log("warn", { server: this.#plan.server, attempt, error: errorMessage(error) }, "an MCP server is tried again");
      }
    }
  }

  /** A server that shakes hands and then does not tell its tools is as good as none. */
  async #attempt(signal: AbortSignal): Promise<McpConnection> {
    const connection = await McpConnection.open(this.#plan, signal);
    try {
      await connection.tools();
      return connection;
    } catch (cause) {
      await connection.close();
      throw new McpConnectionError(this.#plan.server, `it does not tell its tools: ${errorMessage(cause)}`, { cause });
    }
  }

  async #pause(signal: AbortSignal): Promise<void> {
    if (this.#losses === 0) return;
    const ms = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (this.#losses - 1));
    await service(ClockService).sleep(ms * (0.5 + Math.random() / 2), signal);
  }
}

/** A program that is not there will not be there in a moment. */
function isHopeless(error: unknown): boolean {
  const { code } = ((error as { cause?: unknown }).cause ?? {}) as { code?: unknown }; // only compared
  return code === "ENOENT" || code === "EACCES";
}
