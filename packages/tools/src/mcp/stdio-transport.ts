import { once } from "node:events";

import { errorMessage, isError, startTimer } from "@boathook/kernel";
import type { ReadBuffer } from "@modelcontextprotocol/sdk/shared/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";

import { childEnvironment } from "../process/child-environment.ts";
import { ProcessGroup } from "../process/process-group.ts";
import type { McpStdioSource } from "./mcp-options.ts";
import type { McpSdk } from "./sdk.ts";

/** What a server has to end by itself after its input was closed, and then after it was asked to. */
const GRACE_MS = 300;
const KEPT_STDERR = 2_000;

/** Talks to a child process, line by line. Unlike the SDK's own it ends with the whole process group, and keeps nobody's process alive. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #source: McpStdioSource;
  readonly #sdk: McpSdk;
  readonly #buffer: ReadBuffer;
  #group: ProcessGroup | undefined;
  #errors = "";
  #delivery: Promise<void> = Promise.resolve();

  constructor(source: McpStdioSource, sdk: McpSdk) {
    this.#source = source;
    this.#sdk = sdk;
    this.#buffer = new sdk.ReadBuffer();
  }

  /** The end of what the server wrote to its standard error. */
  get errors(): string {
    return this.#errors;
  }

  async start(): Promise<void> {
    const { command, args = [], env, passEnv, cwd } = this.#source;
    const group = new ProcessGroup(command, args, { cwd, env: childEnvironment(passEnv, env) });
    this.#group = group;
    group.child.stdout.on("data", (chunk: Buffer) => {
      this.#take(chunk);
    });
    group.child.stderr.on("data", (chunk: Buffer) => {
      this.#errors = (this.#errors + chunk.toString("utf8")).slice(-KEPT_STDERR);
    });
    unref(group);
    const isOver = (): void => this.onclose?.();
    group.ended.then(isOver, isOver);
    await Promise.race([once(group.child, "spawn"), group.ended]);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#group?.child.stdin;
    if (stdin?.writable !== true) throw new Error("the server has ended");
    if (!stdin.write(this.#sdk.serializeMessage(message))) {
      await Promise.race([once(stdin, "drain"), this.#group?.ended]);
    }
  }

  async close(): Promise<void> {
    const group = this.#group;
    if (group === undefined) return;
    this.#group = undefined;
    group.child.stdin.end();
    const stopTimer = startTimer(GRACE_MS, () => void group.stop(GRACE_MS));
    try {
      await group.ended;
    } catch {
      // it never began
    } finally {
      stopTimer();
    }
  }

  #take(chunk: Buffer): void {
    try {
      this.#buffer.append(chunk);
    } catch (error) {
      this.#report(error); // a message without an end: nothing that follows can be understood
      this.#group?.signal("SIGKILL");
      return;
    }
    for (;;) {
      try {
        const message = this.#buffer.readMessage();
        if (message === null) return;
        this.#deliver(message);
      } catch (error) {
        this.#report(error); // a line that is no message: the next one may be
      }
    }
  }

  /** One after the other: the SDK looks at a notification a moment later, and drops progress of a request that is answered by then. */
  #deliver(message: JSONRPCMessage): void {
    this.#delivery = this.#delivery
      .then(() => this.onmessage?.(message))
      .catch((error: unknown) => {
        this.#report(error);
      });
  }

  #report(error: unknown): void {
    this.onerror?.(isError(error) ? error : new Error(errorMessage(error)));
  }
}

/** A server that waits for calls must not keep the process alive; a call that waits for the server has a timer that does. */
function unref({ child }: ProcessGroup): void {
  child.unref();
  for (const stream of [child.stdin, child.stdout, child.stderr] as { unref?: () => void }[]) stream.unref?.(); // pipes are sockets
}
