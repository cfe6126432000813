import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { afterEach, describe, expect, it } from "@jest/globals";
import { childFrame, ConfigurationError, runInFrame } from "@boathook/kernel";

import { askPerson, HttpHumanInput, HumanInputService, type HttpHumanInputOptions } from "../../src/index.ts";
import { sleep, withService } from "../support/recorders.ts";

interface Question {
  readonly id: string;
  readonly prompt: string;
  readonly defaultMessage: string;
  readonly answerUrl: string;
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A service that is told of questions. */
async function desk(
  status = 200,
): Promise<{ url: string; questions: Question[]; headers: IncomingMessage["headers"][] }> {
  const questions: Question[] = [];
  const headers: IncomingMessage["headers"][] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      headers.push(request.headers);
      questions.push(JSON.parse(body) as Question);
      response.writeHead(status).end("{}");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  servers.push(server);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/questions`, questions, headers };
}

const post = async (url: string, body: string, method = "POST"): Promise<number> => {
  const response = await fetch(url, { method, ...(method === "POST" && { body }) });
  await response.text();
  return response.status;
};
const until = async <T>(get: () => T | undefined): Promise<T> => {
  for (;;) {
    const value = get();
    if (value !== undefined) return value;
    await sleep(2);
  }
};
const asking = <T>(input: HttpHumanInput, body: () => T): T => withService(HumanInputService, input, body);

describe("asking over HTTP", () => {
  it("POSTs the question, waits for the answer at an address of its own, and closes the door", async () => {
    const { url, questions, headers } = await desk();
    const input = new HttpHumanInput({ notifyUrl: url, headers: { authorization: "Bearer x" } });
    const given = asking(input, () => askPerson({ prompt: "Delete?", defaultMessage: "yes/no" }));
    const question = await until(() => questions[0]);
    expect(question).toMatchObject({ prompt: "Delete?", defaultMessage: "yes/no" });
    expect(headers[0]).toMatchObject({ authorization: "Bearer x", "content-type": "application/json" });
    await expect(post(question.answerUrl, '{"answer":" yes "}')).resolves.toBe(204);
    await expect(given).resolves.toBe("yes");
    await expect(post(question.answerUrl, '{"answer":"again"}')).rejects.toThrow("fetch failed");
  });

  it("refuses what is no answer, and still waits for one", async () => {
    const { url, questions } = await desk();
    const given = asking(new HttpHumanInput({ notifyUrl: url }), () => askPerson({ prompt: "A?" }));
    const { answerUrl } = await until(() => questions[0]);
    const other = answerUrl.replace(/[^/]+$/, "guess");
    const statuses = [
      await post(answerUrl, "", "GET"),
      await post(answerUrl, "not JSON"),
      await post(answerUrl, '{"answer":5}'),
      await post(answerUrl, '{"answer":"x","more":1}'),
      await post(answerUrl, JSON.stringify({ answer: "x".repeat(70_000) })),
      await post(other, '{"answer":"x"}'),
      await post(`${answerUrl}?from=mail`, '{"answer":"yes"}'),
    ];
    expect(statuses).toEqual([405, 400, 400, 400, 413, 404, 204]);
    await expect(given).resolves.toBe("yes");
  });

  it("keeps many questions open on one port, answered in any order", async () => {
    const { url, questions } = await desk();
    const input = new HttpHumanInput({ notifyUrl: url });
    const given = asking(input, () => Promise.all(["a", "b", "c"].map((prompt) => askPerson({ prompt }))));
    await until(() => questions[2]);
    expect(new Set(questions.map(({ answerUrl }) => new URL(answerUrl).port)).size).toBe(1);
    for (const { prompt, answerUrl } of [...questions].reverse())
      await post(answerUrl, JSON.stringify({ answer: prompt }));
    await expect(given).resolves.toEqual(["a", "b", "c"]);
  });

  it("opens the same port again for the next question, and shows the outer address", async () => {
    const { url, questions } = await desk();
    const free = createServer();
    free.listen(0, "127.0.0.1");
    await once(free, "listening");
    const { port } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    const input = new HttpHumanInput({ notifyUrl: url, port, publicUrl: "https://crew.example/answers/" });
    for (const round of [0, 1]) {
      const given = asking(input, () => askPerson({ prompt: `round ${round}` }));
      const { id, answerUrl } = await until(() => questions[round]);
      expect(answerUrl).toBe(`https://crew.example/answers/${id}`);
      await post(`http://127.0.0.1:${port}/${id}`, '{"answer":"ok"}');
      await expect(given).resolves.toBe("ok");
    }
  });

  it.each([
    ["the service says no", async () => (await desk(503)).url, "answered with status 503"],
    ["the service is not there", async () => Promise.resolve("http://127.0.0.1:9/"), "could not be reached"],
  ])("fails closed when %s", async (_when, urlOf, text) => {
    const input = new HttpHumanInput({ notifyUrl: await urlOf() });
    await expect(asking(input, () => askPerson({ prompt: "A?" }))).rejects.toMatchObject({
      code: "human_input_unavailable",
      reason: expect.stringContaining(text) as unknown,
    });
  });

  it("does not tell the secrets of the service's address", async () => {
    const input = new HttpHumanInput({ notifyUrl: "http://user:pass@127.0.0.1:9/desk?key=s3cr3t" });
    await expect(asking(input, () => askPerson({ prompt: "A?" }))).rejects.toMatchObject({
      reason: expect.stringMatching(/^http:\/\/127\.0\.0\.1:9\/desk could not be reached: [^?@]*$/) as unknown,
    });
  });

  it("fails closed when the port is taken", async () => {
    const { url } = await desk();
    const input = new HttpHumanInput({ notifyUrl: url, port: Number(new URL(url).port) });
    await expect(asking(input, () => askPerson({ prompt: "A?" }))).rejects.toMatchObject({
      reason: expect.stringContaining("EADDRINUSE") as unknown,
    });
  });

  it("ends with the time limit and with the run, and closes the door", async () => {
    const { url, questions } = await desk();
    const input = new HttpHumanInput({ notifyUrl: url });
    await expect(asking(input, () => askPerson({ prompt: "A?", timeoutMs: 40 }))).rejects.toThrow("nobody answered");
    const controller = new AbortController();
    const cancelled = asking(input, () =>
      runInFrame(childFrame({ signal: controller.signal }), () => askPerson({ prompt: "B?" })),
    );
    const { answerUrl } = await until(() => questions.find(({ prompt }) => prompt === "B?"));
    controller.abort();
    await expect(cancelled).rejects.toMatchObject({ code: "run_cancelled" });
    await sleep(2);
    await expect(post(answerUrl, '{"answer":"x"}')).rejects.toThrow("fetch failed");
  });

  it.each<[unknown, string]>([
    [{}, "notifyUrl"],
    [{ notifyUrl: "ftp://x" }, "notifyUrl"],
    [{ notifyUrl: "http://x/", port: 70_000 }, "port"],
    [{ notifyUrl: "http://x/", prot: 1 }, "prot"],
  ])("refuses the options %j", (options, path) => {
    const make = (): HttpHumanInput => new HttpHumanInput(options as HttpHumanInputOptions);
    expect(make).toThrow(ConfigurationError);
    expect(make).toThrow(path);
  });
});
