import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";

import { afterEach, describe, expect, it } from "@jest/globals";
import { childFrame, runInFrame } from "@boathook/kernel";
import fc from "fast-check";

import { fetchUrlTool, type FetchUrlOptions } from "../../src/index.ts";
import { htmlToText } from "../../src/builtin/fetch/html-to-text.ts";
import { isPublicAddress } from "../../src/builtin/fetch/public-address.ts";
import { answer, use } from "./support.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A real server, and a tool that may ask it. */
async function served(listener: RequestListener, options: FetchUrlOptions = {}): Promise<Served> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.headers.host} ${request.url}`);
    listener(request, response);
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // it listens on a port
  const fetch = fetchUrlTool({ privateHosts: [`127.0.0.1:${port}`], ...options });
  return { url: `http://127.0.0.1:${port}`, port, asked, fetch };
}

interface Served {
  readonly url: string;
  readonly port: number;
  readonly asked: readonly string[];
  readonly fetch: ReturnType<typeof fetchUrlTool>;
}

describe("the address guard", () => {
  it.each([
    ["http://127.0.0.1/", "this machine"],
    ["http://2130706433/", "this machine as one number"],
    ["http://0x7f.1/", "this machine in parts"],
    ["http://127.1:80/", "this machine, short"],
    ["http://[::1]/", "this machine, IPv6"],
    ["http://[::ffff:127.0.0.1]/", "a mapped address"],
    ["http://[64:ff9b::7f00:1]/", "a translated address"],
    ["http://[2002:7f00:1::]/", "a tunnelled address"],
    ["http://0.0.0.0/", "any address"],
    ["http://169.254.169.254/latest/meta-data/", "the metadata service"],
    ["http://[fd00:ec2::254]/", "the metadata service, IPv6"],
    ["http://10.1.2.3/", "a private net"],
    ["http://172.31.0.1/", "a private net"],
    ["http://192.168.1.1/", "a private net"],
    ["http://100.100.100.200/", "a shared net"],
    ["http://[fe80::1]/", "the link"],
    ["http://localhost/", "a name of this machine"],
    ["file:///etc/passwd", "a file"],
    ["ftp://example.com/", "another protocol"],
    ["data:text/plain,hi", "no address"],
    ["http://user:pass@example.com/", "a password"],
    ["nonsense", "no URL"],
  ])("refuses %s (%s)", async (url) => {
    expect((await answer(fetchUrlTool(), { url }))[1]).toBe("refused");
  });

  it("sends nothing to a name that leads inside, and nothing where a redirect leads inside", async () => {
    const inside = await served((_request, response) => response.end("inside"));
    const outside = await served((request, response) => {
      response.writeHead(302, {
        location: `${request.url === "/name" ? "http://localhost" : "http://127.0.0.1"}:${inside.port}/`,
      });
      response.end();
    });
    const results = [
      await answer(fetchUrlTool(), { url: `http://localhost:${inside.port}/` }),
      await answer(outside.fetch, { url: `${outside.url}/name` }),
      await answer(outside.fetch, { url: `${outside.url}/address` }),
    ];
    expect(results.map(([, reason]) => reason)).toEqual(["refused", "refused", "refused"]);
    expect([inside.asked, outside.asked.length]).toEqual([[], 2]);
  });

  it("lets a host through that was named, with this port or with any", async () => {
    const { url, port, fetch } = await served((_request, response) => response.end("inside"));
    expect(await answer(fetch, { url })).toEqual(["inside", undefined]);
    expect(await answer(fetchUrlTool({ privateHosts: ["localhost"] }), { url: `http://localhost:${port}` })).toEqual([
      "inside",
      undefined,
    ]);
    expect((await answer(fetchUrlTool({ privateHosts: ["127.0.0.1:1"] }), { url }))[1]).toBe("refused");
  });

  it("keeps to a list of hosts", async () => {
    const { url, fetch } = await served((_request, response) => response.end("x"), {
      hosts: ["example.com", "*.example.org"],
    });
    for (const refused of [url, "https://example.net/", "https://evil-example.org/", "https://example.org/"]) {
      expect((await answer(fetch, { url: refused }))[1]).toBe("refused");
    }
  });

  it("takes no address for public that begins like one of a private net", () => {
    const octet = fc.nat(255);
    fc.assert(
      fc.property(
        fc.constantFrom("10", "127", "0", "192.168", "169.254", "224", "255"),
        fc.tuple(octet, octet, octet),
        (net, rest) => {
          const parts = [...net.split("."), ...rest.map(String)].slice(0, 4);
          expect(isPublicAddress(parts.join("."))).toBe(false);
          expect(isPublicAddress(`::ffff:${parts.join(".")}`)).toBe(false);
        },
      ),
    );
    expect(["8.8.8.8", "2606:4700::1111", "172.32.0.1", "x", ""].map(isPublicAddress)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});

describe("what is fetched", () => {
  const page: RequestListener = (request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://x");
    const [type, body, headers = {}] = PAGES[pathname] ?? ["text/plain", "", {}];
    if (pathname === "/missing") response.statusCode = 404;
    if (pathname === "/busy") response.statusCode = 503;
    response.writeHead(response.statusCode, { ...(type === "" ? {} : { "content-type": type }), ...headers });
    response.end(body);
  };
  const PAGES: Record<string, [type: string, body: string | Buffer, headers?: Record<string, string>]> = {
    "/text": ["text/plain; charset=utf-8", "grüße 🙂"],
    "/latin": ["text/plain; charset=ISO-8859-1", Buffer.from([0x67, 0xfc])],
    "/strange": ["text/plain; charset=klingon", "x"],
    "/json": ["application/ld+json", '{"a":1}'],
    "/untyped": ["", "plain"],
    "/gzip": ["text/plain", gzipSync("packed"), { "content-encoding": "gzip" }],
    "/brotli": ["text/plain", brotliCompressSync("packed"), { "content-encoding": "br" }],
    "/bomb": ["text/plain", gzipSync("a".repeat(5_000_000)), { "content-encoding": "gzip" }],
    "/broken": ["text/plain", gzipSync("packed").subarray(0, 12), { "content-encoding": "gzip" }],
    "/odd": ["text/plain", "x", { "content-encoding": "zstd" }],
    "/image": ["image/png", "x"],
    "/liar": ["text/plain", Buffer.from([1, 0, 2])],
    "/missing": ["text/plain", "gone"],
    "/busy": ["text/plain", "later"],
    "/html": [
      "text/html",
      '<title>T</title><script>evil()</script><p>Hi <b>you</b> &amp; <a href="/next?a=1&amp;b=2">next</a></p>',
    ],
  };

  it.each([
    ["/text", "grüße 🙂", undefined],
    ["/latin", "gü", undefined],
    ["/strange", "x", undefined],
    ["/json", '{"a":1}', undefined],
    ["/untyped", "plain", undefined],
    ["/gzip", "packed", undefined],
    ["/brotli", "packed", undefined],
    ["/bomb", `${"a".repeat(1_000)}\n[cut after 1000 bytes]`, undefined],
    ["/broken", "The answer broke off, or could not be unpacked.", "network"],
    ["/odd", 'The answer is packed in a way that was not asked for: "zstd".', "content_type"],
    ["/image", 'The answer is no text but "image/png".', "content_type"],
    ["/liar", "The answer says it is a text, and is none.", "content_type"],
    ["/missing", "The server answered with status 404: gone", "http_status"],
    ["/busy", "The server answered with status 503: later", "http_status"],
  ])("of %s is %j", async (path, text, reason) => {
    const { url, fetch } = await served(page, { maxBytes: 1_000 });
    const result = await use(fetch, { url: url + path });
    expect([result.text, result.failure?.reason]).toEqual([text, reason]);
    expect(result.failure?.retryable ?? false).toBe(["/busy", "/broken"].includes(path));
  });

  it("of a page is its text with links, or all of it on request", async () => {
    const { url, fetch } = await served(page);
    expect((await answer(fetch, { url: `${url}/html` }))[0]).toBe(`T\n\nHi you & next (${url}/next?a=1&b=2)`);
    expect((await answer(fetch, { url: `${url}/html`, raw: true }))[0]).toContain("<script>");
  });

  it("follows redirects, five at most", async () => {
    const { url, asked, fetch } = await served((request: IncomingMessage, response) => {
      const step = Number(request.url?.slice(1));
      if (step === 0) response.end("here");
      else response.writeHead(302, { location: `/${step - 1}` }).end();
    });
    expect(await answer(fetch, { url: `${url}/5` })).toEqual(["here", undefined]);
    expect(await answer(fetch, { url: `${url}/9` })).toEqual(["More than 5 redirects.", "refused"]);
    expect(asked).toHaveLength(12);
  });

  it("ends at the time limit, with the run, and with a server that is not there", async () => {
    const { url, port, fetch } = await served(() => undefined, { timeoutMs: 50 });
    expect((await answer(fetch, { url }))[1]).toBe("timeout");
    const controller = new AbortController();
    const slow = fetchUrlTool({ privateHosts: [`127.0.0.1:${port}`] });
    const running = runInFrame(childFrame({ signal: controller.signal }), () => use(slow, { url }));
    setTimeout(() => {
      controller.abort();
    }, 20);
    await expect(running).rejects.toMatchObject({ code: "run_cancelled" });
    const gone = fetchUrlTool({ privateHosts: ["127.0.0.1:1"] });
    expect((await answer(gone, { url: "http://127.0.0.1:1/" }))[0]).toBe(
      '"127.0.0.1:1" could not be reached: ECONNREFUSED.',
    );
  });

  it("of a trickling endless answer is what came until the size limit, and the connection is closed", async () => {
    let closed = false;
    const { url, fetch } = await served(
      (_request, response) => {
        response.writeHead(200, { "content-type": "text/plain" });
        const timer = setInterval(() => response.write("x".repeat(100)), 1);
        response.on("close", () => {
          clearInterval(timer);
          closed = true;
        });
      },
      { maxBytes: 250 },
    );
    expect((await answer(fetch, { url }))[0]).toBe(`${"x".repeat(250)}\n[cut after 250 bytes]`);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(closed).toBe(true);
  });
});

describe("HTML as text", () => {
  const base = new URL("https://a.example/");

  it.each([
    ["<p>one<p>two", "one\ntwo"],
    ["a<!-- x > y -->b", "ab"],
    ["a<!-- no end", "a"],
    ["<script>if (a < b) x</SCRIPT >after", "after"],
    ["<style>no end", ""],
    ["&#65;&#x42;&unknown;&#0;&#x110000;", "AB&unknown;&#0;&#x110000;"],
    ["<a href=javascript:alert(1)>x</a> <a href='//b.example/c'>y</a>", "x y (https://b.example/c)"],
    ["5 < 6", "5 < 6"],
  ])("%j is %j", (html, text) => {
    expect(htmlToText(html, base)).toBe(text);
  });

  it("never throws and is quick, whatever the page is", () => {
    const piece = fc.constantFrom(
      "<",
      ">",
      "<a href=",
      "<!--",
      "-->",
      "<script",
      "</",
      "&#",
      ";",
      '"',
      "x",
      "\n",
      "<p>",
      "🙂",
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 200 }),
        (pieces) => typeof htmlToText(pieces.join(""), base) === "string",
      ),
    );
    const started = performance.now();
    htmlToText("<".repeat(200_000) + "<a href=x ".repeat(20_000) + "&#".repeat(100_000), base);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
