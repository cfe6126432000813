import { basename } from "node:path";

import { currentFrame, errorMessage, log, raceSignal, readOptions, throwIfCancelled } from "@boathook/kernel";

import { cutText } from "../builtin/cut-text.ts";
import type { ToolContext } from "../tool-context.ts";
import type { ToolFailure } from "../tool-failure.ts";
import { ToolSet } from "../tool-set.ts";
import type { Tool } from "../tool.ts";
import { describeResult } from "./call-result.ts";
import type { McpConnection } from "./connection.ts";
import { failureOf, isLost, isSessionGone } from "./failures.ts";
import { McpLink } from "./link.ts";
import {
  optionsSchema,
  sourceSchema,
  type McpHttpSource,
  type McpServerOptions,
  type McpStdioSource,
} from "./mcp-options.ts";
import { McpTool } from "./mcp-tool.ts";
import type { ServerTool } from "./server-tool.ts";

/**
 * The tools of an MCP server. Nothing is started or asked before an agent that has it begins to work; what was started ends with the outermost
 * run. In `use` of a runtime it stays connected until the runtime is closed. Used outside of any run, it stays connected until `close`.
 */
export function mcpServer(source: McpStdioSource | McpHttpSource, options: McpServerOptions = {}): McpServer {
  const read = readOptions(sourceSchema, source, { subject: "MCP server" });
  return new McpServer(read, readOptions(optionsSchema, options, { subject: "MCP server" }));
}

/** See `mcpServer`. */
export class McpServer extends ToolSet {
  readonly name: string;
  readonly description: string;
  readonly #options: McpServerOptions;
  readonly #link: McpLink;
  #made: { readonly from: readonly ServerTool[]; readonly tools: readonly Tool[] } | undefined;

  constructor(source: McpStdioSource | McpHttpSource, options: McpServerOptions) {
    super();
    this.name = options.name ?? nameOf(source);
    this.description = `The tools of the MCP server "${this.name}"`;
    this.#options = options;
    this.#link = new McpLink({ server: this.name, source, connectTimeoutMs: options.connectTimeoutMs ?? 30_000 });
  }

  /** Connects if need be, and gives the tools as they are now. */
  async list(): Promise<readonly Tool[]> {
    const { signal } = currentFrame();
    throwIfCancelled(signal);
    try {
      const connection = await this.#link.get(signal);
      return this.#toolsFor(connection, await raceSignal(connection.tools(), signal));
    } catch (error) {
      throwIfCancelled(signal);
      if (this.#options.required !== false) throw error;
      log(
        "warn",
        { server: this.name, error: errorMessage(error) },
        "an agent works without the tools of an MCP server",
      );
      return [];
    }
  }

  /** Ends the connection; calls under way fail. It is opened again when it is needed. */
  close(): Promise<void> {
    return this.#link.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** For `use` of a runtime. */
  install(): () => Promise<void> {
    this.#link.keep();
    return () => this.close();
  }

  /** The same tool objects as long as the server's list is the same: what was made of their schemas is made once. */
  #toolsFor({ sdk }: McpConnection, list: readonly ServerTool[]): readonly Tool[] {
    if (this.#made?.from === list) return this.#made.tools;
    const { prefix } = this.#options;
    const via = { sdk, call: this.#call };
    const tools = this.#wanted(list).map(
      (tool) => new McpTool(tool, prefix === undefined ? tool.name : `${prefix}_${tool.name}`, via),
    );
    this.#made = { from: list, tools };
    return tools;
  }

  #wanted(list: readonly ServerTool[]): readonly ServerTool[] {
    const { tools: wanted } = this.#options;
    if (wanted === undefined) return list;
    if (typeof wanted === "function") return list.filter(({ name }) => wanted(name));
    const missing = wanted.filter((name) => !list.some((tool) => tool.name === name));
    if (missing.length > 0) {
      const has = list.map(({ name }) => name);
      log("warn", { server: this.name, missing, has }, "an MCP server does not have tools that were asked for");
    }
    return list.filter(({ name }) => wanted.includes(name));
  }

  readonly #call = async (
    name: string,
    args: Record<string, unknown>,
    context: ToolContext,
  ): Promise<string | ToolFailure> => {
    const call = { name, args, context };
    try {
      return await this.#callOnce(call).catch((error: unknown) => {
        if (context.signal.aborted || !isSessionGone(error)) throw error;
        return this.#callOnce(call); // an HTTP server that has forgotten us has not done the first one
      });
    } catch (error) {
      throwIfCancelled(context.signal);
      return failureOf(error, this.name);
    }
  };

  async #callOnce({ name, args, context }: NamedCall): Promise<string | ToolFailure> {
    const { signal, progress } = context;
    const connection = await this.#link.get(signal);
    const { timeoutMs = 60_000, maxResultLength = 200_000 } = this.#options;
    const onProgress = ({ message, ...numbers }: { message?: string | undefined; progress: number }): void => {
      progress(cutText(message ?? `${numbers.progress}`, LONGEST_PROGRESS), numbers);
    };
    try {
      const answer = await connection.call({ name, args, timeoutMs, signal, onProgress });
      this.#link.isWell();
      return describeResult(answer, maxResultLength);
    } catch (error) {
      if (!signal.aborted && isLost(error)) await this.#link.lost(connection);
      throw error;
    }
  }
}

const LONGEST_PROGRESS = 2_000;

interface NamedCall {
  readonly name: string;
  readonly args: Record<string, unknown>;
  readonly context: ToolContext;
}

function nameOf(source: McpStdioSource | McpHttpSource): string {
  return "command" in source ? basename(source.command) : new URL(source.url).host;
}
