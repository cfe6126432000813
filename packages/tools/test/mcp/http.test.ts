import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

import { describe, expect, it } from "@jest/globals";
import { recordEvents } from "@boathook/testing";

import { mcpServer, ToolUsageProgressEvent, type McpServer, type McpServerOptions } from "../../src/index.ts";
import { asRun, call, closedAfter, freePort, httpServer, pidIn, whenOver } from "./support.ts";

function at(url: string, options: McpServerOptions = {}): McpServer {
  return closedAfter(mcpServer({ url }, { name: "web", ...options }));
}

describe("a server on HTTP", () => {
  it("gives its tools, answers calls, and tells of progress; its session ends with the run", async () => {
    const { url } = await httpServer();
    const recorded = recordEvents();
    const server = at(url, { timeoutMs: 200 });
    const results = await asRun(async () => [
      (await server.list()).length,
      await call(server, "add", { a: 1, b: 2 }),
      await call(server, "fail"),
      await call(server, "hang"),
    ]);
    recorded.stop();
    expect(results).toEqual([
      13,
      ["3", undefined],
      ["it went wrong", undefined],
      ['MCP server "web" did not answer in time.', "timeout"],
    ]);
    expect(recorded.of(ToolUsageProgressEvent).map(({ message }) => message)).toEqual(["step 1", "step 2", "step 3"]);
  }, 30_000);

  it("is a clear failure when it dies in the middle, and is reached again when it is back", async () => {
    const first = await httpServer();
    const server = at(first.url);
    const [before] = await call(server, "pid");
    expect(await call(server, "die")).toEqual([expect.stringContaining("was lost during the call"), "connection_lost"]);
    await httpServer(first.port);
    const [after, code] = await call(server, "pid");
    expect([code, pidIn(after) === pidIn(before)]).toEqual([undefined, false]);
  }, 30_000);

  it("that was started anew and has forgotten us is asked again, at once", async () => {
    const first = await httpServer();
    const server = at(first.url);
    await server.list();
    await first.kill();
    await httpServer(first.port);
    expect(await call(server, "add", { a: 2, b: 2 })).toEqual(["4", undefined]);
  }, 30_000);

  it("that is not there, or is no MCP server, is a clear error after three attempts", async () => {
    const nobody = `http://127.0.0.1:${await freePort()}/`;
    const recorded = recordEvents();
    await expect(asRun(() => at(nobody).list())).rejects.toMatchObject({
      code: "mcp_connection_failed",
      server: "web",
    });
    recorded.stop();
    expect(recorded.types()).toEqual(["mcp_connection_started", "mcp_connection_failed"]);
    const asked: string[] = [];
    const odd = await serving((request, response) => {
      asked.push(String(request.method));
      response.writeHead(500).end("no");
    });
    await expect(asRun(() => at(odd).list())).rejects.toThrow(/it cannot be reached/);
    expect(asked).toEqual(["POST", "POST", "POST"]);
  }, 30_000);

  it("gets the headers that were given, and no other host does", async () => {
    const seen: unknown[] = [];
    const other = await serving((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(404).end();
    });
    const url = await serving((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(307, { location: other }).end();
    });
    const server = closedAfter(mcpServer({ url, headers: { authorization: "Bearer t" } }, { required: false }));
    expect(await asRun(() => server.list())).toEqual([]);
    expect(new Set(seen)).toEqual(new Set(["Bearer t"]));
    expect(seen).toHaveLength(3);
  }, 30_000);
});

describe("answers of a server on HTTP", () => {
  it("may break off without a word: the call ends", async () => {
    const url = await answering((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(": nothing yet\n\n");
      setTimeout(() => response.end(), 20);
    });
    const started = performance.now();
    expect(await call(at(url), "tool")).toEqual([
      expect.stringContaining("was lost during the call"),
      "connection_lost",
    ]);
    expect(performance.now() - started).toBeLessThan(5_000);
  }, 30_000);

  it("may not be endless", async () => {
    const url = await answering((response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const chunk = Buffer.alloc(1_000_000, 32);
      const more = (): void => {
        while (!response.destroyed && response.write(chunk));
        response.once("drain", more);
      };
      more();
    });
    expect(await call(at(url), "tool")).toEqual([
      expect.stringContaining("has more than 10000000 bytes"),
      "connection_lost",
    ]);
  }, 30_000);

  it("may be nonsense", async () => {
    const url = await answering((response, id) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id, result: { content: "no list" } }));
    });
    expect(await call(at(url), "tool")).toEqual([
      'MCP server "web" gives an answer that cannot be read.',
      "unreadable",
    ]);
  }, 30_000);
});

/** A real HTTP server. */
async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  whenOver(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // it listens on a port
  return `http://127.0.0.1:${port}/`;
}

/** An MCP server with one tool, whose answers to calls are written by hand. */
function answering(answer: (response: Parameters<RequestListener>[1], id: unknown) => void): Promise<string> {
  const results: Record<string, object> = {
    initialize: {
      protocolVersion: "2025-06-18",
      capabilities: { tools: {} },
      serverInfo: { name: "hand", version: "1" },
    },
    "tools/list": { tools: [{ name: "tool", inputSchema: { type: "object" } }] },
    ping: {},
  };
  return serving((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      if (request.method !== "POST") {
        response.writeHead(405).end();
        return;
      }
      const { id, method } = JSON.parse(body) as { id?: number; method: string };
      if (id === undefined) response.writeHead(202).end();
      else if (method === "tools/call") answer(response, id);
      else
        response
          .writeHead(200, { "content-type": "application/json" })
          .end(JSON.stringify({ jsonrpc: "2.0", id, result: results[method] }));
    });
  });
}
