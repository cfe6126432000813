import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { callTool, ScriptedModel, type ScriptedReply } from "@boathook/testing";

import { planTrip } from "../../src/crews/conditional.ts";
import { writeLetter } from "../../src/crews/crew-class.ts";
import { runDigest } from "../../src/crews/crew-file.ts";
import { describePicture } from "../../src/crews/files.ts";
import { explain } from "../../src/crews/first-crew.ts";
import { trainAndTest } from "../../src/crews/improve.ts";
import { launch } from "../../src/crews/led-by-a-manager.ts";
import { writeTwice } from "../../src/crews/replay.ts";
import { compare, compareAll } from "../../src/crews/side-by-side.ts";
import { readInvoice } from "../../src/crews/typed-output.ts";
import { watch } from "../../src/crews/watched.ts";

const script = (...replies: readonly ScriptedReply[]): ScriptedModel => new ScriptedModel({ replies });

/** The last message that the model was shown in a request. */
function told(model: ScriptedModel, request: number): string {
  return JSON.stringify(model.requests[request]?.messages.at(-1)?.content);
}

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "boathook-examples-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe("the examples of the crews guide", () => {
  it("first crew: texts are filled in, outputs are context", async () => {
    const model = script("five facts", "a paragraph");
    expect((await explain(model, "tides")).raw).toBe("a paragraph");
    expect(told(model, 1)).toContain("five facts");
  });

  it("typed output: refused until both guardrails accept it", async () => {
    const yes = '{"ok":true,"feedback":""}';
    const model = script('{"number":"7","total":0,"currency":"EUR"}', '{"number":"7","total":9,"currency":"EUR"}', yes);
    expect(await readInvoice(model, "No 7: 9 EUR")).toEqual({ number: "7", total: 9, currency: "EUR" });
    model.assertComplete();
  });

  it("conditional: a long plan is summed up, a short one is not", async () => {
    const ask = (): Promise<string> => Promise.resolve("");
    expect((await planTrip(script("1\n2\n3\n4", "sum"), { ask })).tasksOutput).toHaveLength(2);
    expect((await planTrip(script("1\n2"), { ask })).raw).toBe("1\n2");
    const answers = ["longer", ""];
    const again = await planTrip(script("1", "1\n2\n3\n4", "sum"), {
      ask: () => Promise.resolve(answers.shift() ?? ""),
    });
    expect(again.raw).toBe("sum");
  });

  it("side by side: the verdict sees both; failures are collected", async () => {
    const byTask = new ScriptedModel({
      replies: ({ messages }) => {
        const text = JSON.stringify(messages.at(-1)?.content);
        if (text.includes("for bad")) return new TypeError("no idea");
        if (text.includes("Weigh")) return text.includes("PRO") && text.includes("CON") ? "both" : "one";
        return text.includes("against") ? "CON" : "PRO";
      },
    });
    expect(await compareAll(byTask, ["good", "bad"])).toEqual(["both", "failed: TypeError: no idea"]);
  });

  it("watched: tasks and texts as they come", async () => {
    const lines: string[] = [];
    const model = new ScriptedModel({ replies: () => "a word" });
    expect(await watch(compare(model), (line) => void lines.push(line))).toBe("a word");
    expect(lines.filter((line) => line.startsWith("--"))).toEqual(["-- pros", "-- cons", "-- verdict"]);
    expect(lines).toContain(" word");
  });

  it("crew class: texts from files, methods by name", async () => {
    const model = script("Hello", "Dear Ann", "Dear A");
    expect((await writeLetter(model, "Ann")).raw).toBe("Dear A");
    expect(JSON.stringify(model.requests[0]?.messages)).toContain("until 2026");
    expect(told(model, 1)).toContain('begin with \\"Dear\\"');
  });

  it("crew file: defaults, tools and guardrails by name, output file", async () => {
    const before = process.cwd();
    process.chdir(folder);
    try {
      const model = script(callTool("look_up", { word: "tides" }), "known", "x".repeat(500), "short");
      expect((await runDigest(model)).raw).toBe("short");
      expect(told(model, 2)).toContain("30 words");
      expect(await readFile(path.join(folder, "digests/tides.md"), "utf8")).toBe("short");
    } finally {
      process.chdir(before);
    }
  });

  it("files: a text is shown, a picture is read with a tool where the model takes none", async () => {
    const model = script("a boat");
    await describePicture(model, Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
    expect(told(model, 0)).toContain("No adjectives.");
    expect(told(model, 0)).toContain("- picture (image/png): use read_file");
    expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(["read_file"]);
  });

  it("replay: the earlier output stays, the task is done again", async () => {
    const [first, second] = await writeTwice(script("facts", "one", "two"), folder);
    expect([first, second].map(({ tasksOutput }) => tasksOutput.map(({ raw }) => raw))).toEqual([
      ["facts", "one"],
      ["facts", "two"],
    ]);
  });

  it("improve: what a person said is in the prompts, and a judge rates what comes of it", async () => {
    const model = script("bad", "better", '{"suggestions":["Be short"],"summary":"s"}', "good", "good");
    const judge = script('{"score":8}', '{"score":9}');
    const humanInput = { ask: () => Promise.resolve("shorter") };
    const table = await trainAndTest(model, judge, { humanInput, file: path.join(folder, "trained.json") });
    expect(told(model, 3)).toContain("- Be short");
    expect(table.split("\n")[1]).toBe("review   Reviewer  8      9      8.5");
  });

  it("led by a manager: it hands the work on and answers for it", async () => {
    const model = script(
      callTool("delegate_work_to_coworker", { coworker: "Writer", task: "Write it", context: "a boat" }),
      "a draft",
      "the announcement",
    );
    expect((await launch(model)).raw).toBe("the announcement");
    expect(JSON.stringify(model.requests[1]?.messages)).toContain("You are Writer");
  });
});
