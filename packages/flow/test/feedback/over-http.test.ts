import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { HttpHumanInput, HumanInputUnavailableError } from "@boathook/hooks";

import { Flow, HumanFeedback, Listen, Start, type HumanFeedbackResult } from "../../src/index.ts";

class Review extends Flow<Record<string, unknown>, string> {
  @Start() @HumanFeedback({ message: "Publish?", emit: ["yes", "no"] }) draft(): string {
    return "a draft";
  }
  @Listen("yes") publish({ output }: HumanFeedbackResult): string {
    return `published ${String(output)}`;
  }
}

/** Stands for a service that shows questions to people. */
let service: Server;
let asked: { readonly prompt: string; readonly answerUrl: string }[];
let status: number;
beforeEach(async () => {
  asked = [];
  status = 202;
  service = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => {
      asked.push(JSON.parse(body) as (typeof asked)[number]); // what HttpHumanInput sends
      response.writeHead(status).end();
      service.emit("asked");
    });
  }).listen(0, "127.0.0.1");
  await once(service, "listening");
});
afterEach(async () => {
  service.close();
  await once(service, "close");
});

const input = (): HttpHumanInput =>
  new HttpHumanInput({ notifyUrl: `http://127.0.0.1:${(service.address() as AddressInfo).port}/` }); // it listens on a port

describe("feedback over HTTP", () => {
  it("is asked for at a service, and comes back to the address that it was given", async () => {
    const running = new Review().kickoff({}, { humanInput: input() });
    await once(service, "asked");
    expect(asked.map(({ prompt }) => prompt)).toEqual(["a draft\n\nPublish?"]);
    await fetch(asked[0]?.answerUrl ?? "", {
      method: "POST",
      body: JSON.stringify({ answer: "yes" }),
      headers: { "content-type": "application/json", connection: "close" },
    });
    await expect(running).resolves.toBe("published a draft");
  });

  it("that nobody takes approves nothing", async () => {
    status = 503;
    await expect(new Review().kickoff({}, { humanInput: input() })).rejects.toThrow(HumanInputUnavailableError);
  });
});
