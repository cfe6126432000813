import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { ReadBuffer } from "@modelcontextprotocol/sdk/shared/stdio.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import type { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";

/** What is used of the official SDK. */
export interface McpSdk {
  readonly Client: typeof Client;
  readonly StreamableHTTPClientTransport: typeof StreamableHTTPClientTransport;
  readonly AjvJsonSchemaValidator: typeof AjvJsonSchemaValidator;
  readonly ReadBuffer: typeof ReadBuffer;
  readonly serializeMessage: (message: JSONRPCMessage) => string;
}

let loading: Promise<McpSdk> | undefined;

/** Loads the SDK at its first use: who uses no server does not pay for it. */
export function loadSdk(): Promise<McpSdk> {
  return (loading ??= load());
}

/** One after the other: module loaders that are written in JavaScript trip over graphs that are linked side by side. */
async function load(): Promise<McpSdk> {
  const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
  const { AjvJsonSchemaValidator } = await import("@modelcontextprotocol/sdk/validation/ajv");
  const { ReadBuffer, serializeMessage } = await import("@modelcontextprotocol/sdk/shared/stdio.js");
  return { Client, StreamableHTTPClientTransport, AjvJsonSchemaValidator, ReadBuffer, serializeMessage };
}
