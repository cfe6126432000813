import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";

import { afterEach } from "@jest/globals";
import { childFrame, RunEnd, runInFrame } from "@boathook/kernel";

import {
  expandTools,
  mcpServer,
  runTool,
  Toolbox,
  type McpServer,
  type McpServerOptions,
  type McpStdioSource,
} from "../../src/index.ts";
import { callOf } from "../support/kit.ts";

const SCRIPT = fileURLToPath(new URL("../scripts/mcp-server.mjs", import.meta.url));

/** How the test server is started. */
export function testServer(...args: string[]): McpStdioSource {
  return { command: process.execPath, args: [SCRIPT, ...args] };
}

/** A server on standard input and output, closed after the test. */
export function stdioServer(options: McpServerOptions = {}, ...args: string[]): McpServer {
  return closedAfter(mcpServer(testServer(...args), { name: "test", ...options }));
}

/** Closes a server when the test is over. */
export function closedAfter(server: McpServer): McpServer {
  whenOver(() => server.close());
  return server;
}

/** Does something when the test is over. */
export function whenOver(close: () => unknown): void {
  open.push(close);
}

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** What a call gives: the text, and the code of the failure. */
export async function call(
  server: McpServer,
  name: string,
  input: Record<string, unknown> = {},
): Promise<[string, string | undefined]> {
  const toolbox = new Toolbox({ tools: await expandTools([server]) });
  const { text, failure } = await runTool(callOf(name, input), toolbox);
  return [text, failure?.code];
}

/** Does something as an outermost run does it: what it opened is closed at its end. */
export async function asRun<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const runEnd = new RunEnd();
  try {
    return await runInFrame(childFrame({ runEnd, ...(signal === undefined ? {} : { signal }) }), work);
  } finally {
    await runEnd.close();
  }
}

/** The test server on HTTP, in a process of its own. */
export async function httpServer(
  port?: number,
): Promise<{ readonly url: string; readonly port: number; kill(): Promise<void> }> {
  const used = port ?? (await freePort());
  const child: ChildProcess = spawn(process.execPath, [SCRIPT, "http", String(used)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  open.push(kill);
  if (child.stdout !== null) await once(child.stdout, "data");
  return { url: `http://127.0.0.1:${used}/mcp`, port: used, kill };
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // it listens on a port
  server.close();
  await once(server, "close");
  return port;
}

/** The process id that a text names. */
export const pidIn = (text: string): number => Number(/pid (\d+)/.exec(text)?.[1]);
