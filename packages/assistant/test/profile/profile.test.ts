import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { formatFault, type ConfigurationError, type Logger } from "@boathook/kernel";
import { recordEvents, ScriptedModel } from "@boathook/testing";
import "@boathook/testing/reset";

import { Assistant, ProfileRejectedEvent, ProfileReloadedEvent, readProfileFile } from "../../src/index.ts";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "assistant-"));
  file = path.join(folder, "ada.json");
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const GOOD = { id: "ada", role: "Assistant", instructions: "Help." };
const none = (): void => undefined;
const quiet: Logger = { debug: none, info: none, warn: none, error: none };

const faultsOf = async (text: string | Uint8Array): Promise<string[]> => {
  await writeFile(file, text);
  const error = await readProfileFile(file).then(
    () => undefined,
    (thrown: unknown) => thrown as ConfigurationError,
  );
  return (error?.faults ?? []).map((fault) => formatFault(fault).replace(`${folder}/`, ""));
};

describe("a profile", () => {
  it("is refused whole, with every fault and its line", async () => {
    const text = JSON.stringify(
      {
        id: "no spaces here",
        role: "",
        instructions: "x",
        modell: "offline",
        permissions: { mode: "bypass", allow: ["what is this("] },
        automations: [
          { id: "a", prompt: "p", schedule: { cron: "every day" } },
          { id: "b", prompt: "p", retries: -1 },
        ],
      },
      null,
      1,
    );
    expect(await faultsOf(text)).toEqual([
      expect.stringMatching(/^ada\.json:2:\d+: id: expected letters/),
      expect.stringMatching(/^ada\.json:3:\d+: role: /),
      expect.stringMatching(/^ada\.json:7:\d+: permissions\.mode: expected "ask".*"bypass" is for code alone/),
      expect.stringMatching(/^ada\.json:9:\d+: permissions\.allow\.0: expected "tool"/),
      expect.stringMatching(/^ada\.json:1\d:\d+: automations\.0\.schedule/),
      expect.stringMatching(/^ada\.json:\d+:\d+: automations\.1\.retries/),
      expect.stringMatching(/^ada\.json:5:\d+: modell: unknown option \(.*model.*\)$/),
    ]);
  });

  it.each([
    ["empty", "", "ada.json:1: the file is empty"],
    ["no map", "hello", "expected object"],
    ["broken", '{ "id": "ada", ', "ada.json:1"],
    ["too large", "x".repeat(1024 * 1024 + 1), "the file has 1048577 bytes; at most 1048576 are read"],
    ["no text", new Uint8Array([0xff, 0xfe, 0xff]), "the file is not UTF-8 text"],
  ])("that is %s is refused", async (_, text, expected) => {
    expect((await faultsOf(text)).join("; ")).toContain(expected);
  });

  it("that is not there, or names tools that nobody has, is refused", async () => {
    await expect(Assistant.fromProfile(path.join(folder, "nobody.json"))).rejects.toThrow(/cannot be read \(ENOENT\)/);
    await writeFile(file, JSON.stringify({ ...GOOD, tools: ["read_fil", "shell"] }));
    await expect(Assistant.fromProfile(file)).rejects.toMatchObject({
      faults: [
        { path: "tools.0", suggestion: expect.stringContaining("read_file") },
        { path: "tools.1", message: expect.stringContaining("`shell`") },
      ],
    });
  });

  it("counts from the next turn on when it changes; one with faults changes nothing, and is told of", async () => {
    await writeFile(file, JSON.stringify({ ...GOOD, instructions: "Be short.", memory: false }));
    const model = new ScriptedModel({ replies: () => "Yes." });
    const assistant = await Assistant.fromProfile(file, { llm: model, logger: quiet });
    const { events, stop } = recordEvents(assistant.runtime.events);
    const session = await assistant.open();
    const system = async (): Promise<unknown> => {
      await session.send("Hello");
      return model.requests.at(-1)?.messages[0]?.content;
    };
    const settled = async (count: number): Promise<void> => {
      while (
        events.filter((event) => event instanceof ProfileReloadedEvent || event instanceof ProfileRejectedEvent)
          .length < count
      )
        await new Promise((resolve) => setTimeout(resolve, 10));
    };
    try {
      expect(await system()).toEqual(expect.stringContaining("Be short."));
      await writeFile(`${file}.new`, JSON.stringify({ ...GOOD, instructions: "Be long.", memory: false }));
      await rename(`${file}.new`, file);
      await settled(1);
      expect(await system()).toEqual(expect.stringContaining("Be long."));
      await writeFile(file, "{");
      await settled(2);
      expect(await system()).toEqual(expect.stringContaining("Be long."));
      assistant.runtime.hooks.on("config_change", { onError: "abort" }, () => {
        throw new Error("frozen");
      });
      await writeFile(file, JSON.stringify({ ...GOOD, instructions: "Be rude." }));
      await settled(3);
      expect(await system()).toEqual(expect.stringContaining("Be long."));
      const kinds = events.filter((event) => event.type.startsWith("profile_")).map((event) => event.type);
      expect(kinds).toEqual(["profile_reloaded", "profile_rejected", "profile_rejected"]);
    } finally {
      stop();
      await assistant.close();
    }
  });
});
