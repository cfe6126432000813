import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { ScriptedModel } from "@boathook/testing";

import { Assistant } from "../../src/index.ts";

const script = fileURLToPath(new URL("scripts/chat.mjs", import.meta.url));
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "assistant-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Talks on, and is killed some time after its first acknowledged turn; gives what it found and what it acknowledged. */
function talkAndDie(first: number, afterMs: number): Promise<{ found: string[][]; acked: number[] }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, folder, "talk", String(first)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let out = "";
    let isDying = false;
    child.stdout.on("data", (data: Buffer) => {
      out += data.toString();
      if (isDying || !out.includes("acked")) return;
      isDying = true;
      setTimeout(() => child.kill("SIGKILL"), afterMs);
    });
    child.on("error", reject);
    child.on("close", (code) => {
      if (code !== null) {
        reject(new Error(`it ended with ${code}`));
        return;
      }
      const lines = out.split("\n").slice(0, -1); // the last one may be cut
      const [resumed = ""] = lines;
      resolve({
        found: JSON.parse(resumed.slice("resumed ".length)) as string[][],
        acked: lines.filter((line) => line.startsWith("acked ")).map((line) => Number(line.slice(6))),
      });
    });
  });
}

describe("a process that is killed while it talks", () => {
  it("loses no acknowledged turn, leaves none half, and keeps its memories", async () => {
    let next = 1;
    const acked: number[] = [];
    for (const afterMs of [0, 4, 9, 15]) {
      const before = await talkAndDie(next, afterMs);
      const texts = before.found.map(([text]) => text);
      expect(acked.filter((n) => !texts.includes(`message ${n}`))).toEqual([]);
      for (const [text, response, status] of before.found) expect([response, status]).toEqual([`re: ${text}`, "ok"]);
      expect(new Set(texts).size).toBe(texts.length);
      acked.push(...before.acked);
      next = Math.max(...before.acked, ...texts.map((text) => Number(text?.split(" ")[1]))) + 2;
    }
    const model = new ScriptedModel({ replies: () => "Hello." });
    const assistant = new Assistant(
      { id: "ada", role: "Assistant", instructions: "Help." },
      { llm: model, dataDir: folder },
    );
    const session = await assistant.open({ conversationId: "talk" });
    expect(acked.filter((n) => !session.turns.some(({ text }) => text === `message ${n}`))).toEqual([]);
    await assistant.idle(); // memories that a killed process had not kept yet are kept now
    const lines: string[] = [];
    for await (const line of assistant.memory?.export() ?? []) lines.push(line);
    const missing = session.turns.filter(
      ({ text }) => lines.filter((line) => line.includes(`User: ${text}\\n`)).length !== 1,
    );
    expect(missing.map(({ text }) => text)).toEqual([]);
    expect((await assistant.conversations()).map(({ id }) => id)).toEqual(["talk"]);
    await assistant.close();
  }, 60_000);

  it("does not keep the next one waiting; a process that lives does", async () => {
    const make = () =>
      new Assistant(
        { id: "ada", role: "Assistant", instructions: "Help.", memory: false },
        { llm: new ScriptedModel({ replies: () => "ok" }), dataDir: folder },
      );
    const [one, other] = [make(), make()];
    const session = await one.open({ conversationId: "c" });
    await session.send("a");
    await expect(other.open({ conversationId: "c" })).rejects.toMatchObject({ code: "conversation_busy" });
    await session.close();
    const resumed = await other.open({ conversationId: "c" });
    expect([resumed.isResumed, resumed.turns.map(({ text }) => text)]).toEqual([true, ["a"]]);
    await Promise.all([one.close(), other.close()]);
  });
});
