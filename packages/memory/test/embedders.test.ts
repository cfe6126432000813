import { execFileSync } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";

import { createOpenAI } from "@ai-sdk/openai";
import { afterEach, describe, expect, it } from "@jest/globals";

import { newMemory } from "./support.ts";

let server: Server | undefined;

afterEach(() => {
  server?.close();
  server = undefined;
});

/** Answers as the embeddings endpoint does, and keeps what it was asked. */
async function embeddingServer(asked: unknown[], status = 200): Promise<string> {
  server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (piece: string) => (body += piece));
    request.on("end", () => {
      const { input, model } = JSON.parse(body) as { input: string[]; model: string };
      asked.push({ input, model, url: request.url });
      const data = input.map((text, index) => ({
        object: "embedding",
        index,
        embedding: /soup|lunch/.test(text) ? [1, 0, 0] : [0, 1, 0],
      }));
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify({ object: "list", data, model, usage: { prompt_tokens: 1, total_tokens: 1 } }));
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

describe("embedding models", () => {
  it("of the AI SDK are taken as they are, over HTTP", async () => {
    const asked: unknown[] = [];
    const openai = createOpenAI({ apiKey: "test", baseURL: await embeddingServer(asked) });
    const memory = newMemory({ embedder: openai.embedding("text-embedding-3-small") });
    await memory.remember("The canteen serves soup at noon");
    await memory.remember("The harbour is closed");
    expect((await memory.recall("Where is lunch?"))[0]?.text).toBe("The canteen serves soup at noon");
    expect(asked).toHaveLength(3);
    expect(asked[0]).toMatchObject({ model: "text-embedding-3-small", url: "/v1/embeddings" });
  });

  it("that run in the process need no network", () => {
    const script = fileURLToPath(new URL("scripts/find-by-meaning.ts", import.meta.url));
    const flags = ["--import", "tsx", "--conditions", "@boathook/source", script];
    const said = execFileSync(process.execPath, flags, { encoding: "utf8", timeout: 120_000 });
    expect(said.trim().split("\n").slice(-2)).toEqual(["The canteen serves soup at noon", "3"]);
  }, 120_000);
});
