import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { z } from "zod";

import { boathook, boathookEach, dataOf, errorOf, folderWith, removeFolder, start } from "./boathook.ts";

jest.setTimeout(120_000);

const PROFILE = {
  id: "mia",
  role: "Helper",
  instructions: "Help.",
  model: "openai/gpt-4o-mini",
  hooks: [{ id: "no-secrets", event: "pre_turn", enabled: true, action: "filter", config: { patterns: ["password"] } }],
  automations: [{ id: "morning", prompt: "Say {payload}." }],
};

let folder = "";
beforeAll(async () => {
  folder = await folderWith({ "assistant.json": JSON.stringify(PROFILE) });
});
afterAll(() => removeFolder(folder));

test("a conversation from standard input: turns, commands, and it goes on under its id", async () => {
  const said = "hello\n/hooks\n/memory\n/hlp\nmy password is x\n/exit\nnever said\n";
  const chat = await boathook(["chat", "--offline", "--conversation", "c1"], folder, said);
  expect(chat).toMatchObject({ code: 0, err: "" });
  expect(chat.out).toContain("no-secrets");
  expect(chat.out).toContain("1 remembered");
  expect(chat.out).toContain('There is no /hlp; did you mean "/help"?');
  expect(chat.out).toContain("(a hook left this turn out)");

  const again = await boathook(["chat", "--offline", "--conversation", "c1", "--json"], folder, "and now?\n");
  expect(again.code).toBe(0);
  const turn = z.strictObject({ status: z.string(), text: z.string(), error: z.string().nullable() });
  const { conversationId, turns } = dataOf(z.strictObject({ conversationId: z.string(), turns: z.array(turn) }), again);
  expect([conversationId, turns.map(({ status }) => status)]).toEqual(["c1", ["ok"]]);
});

test("Ctrl-C stops the turn, not the conversation; without a turn it ends the conversation", async () => {
  const server = createServer(() => undefined).listen(0, "127.0.0.1"); // a model that never answers
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // it listens on a port
  const child = start("../src/main.ts", ["chat"], folder, {
    OPENAI_API_KEY: "none",
    OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
  });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  const shows = async (text: string): Promise<void> => {
    while (!out.includes(text)) await once(child.stdout, "data");
  };
  try {
    const asked = once(server, "request");
    child.stdin.write("hello\n");
    await asked;
    child.kill("SIGINT");
    await shows("(stopped)");
    child.stdin.write("/help\n");
    await shows("/compact");
    child.kill("SIGINT");
    expect(await once(child, "close")).toEqual([1, null]); // a turn failed
  } finally {
    child.kill("SIGKILL");
    server.closeAllConnections();
    server.close();
  }
});

test("automations are run by call and listed with what they came to", async () => {
  const [ran, list, unknown, missing] = await boathookEach(
    [
      ["automations:run", "morning", "--payload", "good day", "--offline", "--json"],
      ["automations:list", "--json"],
      ["automations:run", "evening", "--offline", "--json"],
      ["automations:list", "--profile", "gone.json", "--json"],
    ],
    folder,
  );
  expect(dataOf(z.looseObject({ status: z.string() }), ran)).toMatchObject({ status: "success", trigger: "call" });
  const items = z.strictObject({ items: z.array(z.looseObject({ id: z.string() })) });
  expect(dataOf(items, list).items).toMatchObject([{ id: "morning", schedule: null, last: { status: "success" } }]);
  expect([unknown?.code, errorOf(unknown).code]).toEqual([1, "unknown_automation"]);
  expect([missing?.code, errorOf(missing).code]).toEqual([2, "usage"]);
});
