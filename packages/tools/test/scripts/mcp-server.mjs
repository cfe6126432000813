// A small MCP server for tests, on standard input and output, or on HTTP with `http <port>`. Its tools go wrong in all the ways there are.
// Plain JavaScript: it is started often, and must start fast.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";

import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const object = { type: "object" };
const numbers = { a: { type: "number" }, b: { type: "number" } };
const cancelled = [];
const text = (value) => ({ content: [{ type: "text", text: value }] });

const calls = {
  pid: () => text(`pid ${process.pid}`),
  add: ({ a, b }) => text(String(a + b)),
  die: () => process.exit(1),
  hang: async (_args, { signal, _meta, sendNotification }) => {
    for (let step = 1; step <= 3; step += 1) {
      const params = { progressToken: _meta?.progressToken ?? 0, progress: step, total: 9, message: `step ${step}` };
      await sendNotification({ method: "notifications/progress", params });
    }
    return new Promise((resolve) => {
      signal.addEventListener("abort", () => {
        cancelled.push("hang");
        resolve(text("stopped"));
      });
    });
  },
  grow: async (_args, _extra, server) => {
    tools.push({ name: "grown", inputSchema: object });
    await server.sendToolListChanged();
    return text("grown");
  },
  fail: () => ({ ...text("it went wrong"), isError: true }),
  parts: () => ({
    content: [
      { type: "text", text: "seen" },
      { type: "image", data: "aGVsbG8=", mimeType: "image/png" },
      { type: "resource_link", uri: "file:///a", name: "A" },
      { type: "resource", resource: { uri: "file:///b", text: "inside" } },
      { type: "resource", resource: { uri: "file:///c", blob: "aGk=", mimeType: "application/pdf" } },
    ],
  }),
  structured: () => ({ content: [], structuredContent: { a: 1 } }),
  huge: () => text("x".repeat(2_000_000)),
  cancelled: () => text(cancelled.join()),
  child: () => {
    const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"], { stdio: "ignore" });
    return text(`pid ${child.pid}`);
  },
  environment: () => text(Object.keys(process.env).sort().join()),
};

const known = {
  pid: { annotations: { readOnlyHint: true } },
  add: { description: "Adds.\u001b[31m\u200b", inputSchema: { ...object, properties: numbers, required: ["a", "b"] } },
};
const tools = [
  ...Object.keys(calls).map((name) => ({ name, inputSchema: object, ...known[name] })),
  { name: "evil", inputSchema: { ...object, properties: { x: { $ref: "https://evil.example/schema" } } } },
  { name: "no object", inputSchema: { type: "string" } },
  { name: "漢字", inputSchema: object },
  { name: "pid", description: "the same name again", inputSchema: object },
];

function makeServer() {
  const server = new Server({ name: "test", version: "1" }, { capabilities: { tools: { listChanged: true } } });
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    const isFirst = params?.cursor === undefined;
    return isFirst ? { tools: tools.slice(0, 3), nextCursor: "more" } : { tools: tools.slice(3) };
  });
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) => {
    const handler = calls[params.name];
    if (handler === undefined) throw new Error(`no tool ${params.name}`);
    return handler(params.arguments ?? {}, extra, server);
  });
  return server;
}

function serveHttp(port) {
  const sessions = new Map();
  const serve = async (request, response) => {
    const id = request.headers["mcp-session-id"];
    let transport = sessions.get(id);
    if (transport === undefined && id !== undefined) {
      response.writeHead(404).end("no such session");
      return;
    }
    if (transport === undefined) {
      transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (session) => sessions.set(session, transport),
        onsessionclosed: (session) => sessions.delete(session),
      });
      await makeServer().connect(transport);
    }
    await transport.handleRequest(request, response);
  };
  createServer((request, response) => void serve(request, response)).listen(port, "127.0.0.1", () => {
    process.stdout.write("listening\n");
  });
}

const [, , how, port] = process.argv;
if (how === "broken") process.exit(3);
if (how === "noisy") process.stdout.write("this is no message\n");
if (how === "http") serveHttp(Number(port));
else await makeServer().connect(new StdioServerTransport());
