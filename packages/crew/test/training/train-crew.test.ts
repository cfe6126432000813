import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

import { describe, expect, it } from "@jest/globals";
import type { HumanInput } from "@boathook/hooks";
import { ScriptedModel } from "@boathook/testing";

import { Agent, Crew } from "../../src/index.ts";
import { folderWith } from "../files.ts";
import { lastMessage, named } from "../task/support.ts";

/** Gives these replies in order. */
function person(...replies: readonly string[]): HumanInput {
  const left = [...replies];
  return { ask: () => Promise.resolve(left.shift() ?? "") };
}

const lesson = (...suggestions: readonly string[]): string => JSON.stringify({ suggestions, summary: "s" });

describe("crew.train", () => {
  it("asks a person once about every task, and turns what they said into suggestions per role", async () => {
    const file = path.join(await folderWith({}), "deep/trained.json");
    const model = new ScriptedModel({ replies: ["draft", "shorter draft", "second", lesson("Be short {x} $&")] });
    const agent = new Agent({ role: "Writer on {topic}", goal: "g", backstory: "b", llm: model });
    const crew = new Crew({ tasks: [named("a", agent)] });
    const trained = await crew.train(2, { file, inputs: { topic: "tea" }, humanInput: person("too long", "") });
    expect(trained).toEqual({
      "Writer on {topic}": { suggestions: ["Be short {x} $&"], summary: "s", trainedAt: expect.stringMatching(/Z$/) },
    });
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual(trained);
    expect(lastMessage(model, 1)).toContain("too long");
    expect(JSON.parse(lastMessage(model, 3))).toEqual({
      role: "Writer on {topic}",
      work: [{ task: "a", initial: "draft", feedback: "too long", improved: "shorter draft" }],
    });
    expect(await readdir(path.dirname(file))).toEqual(["trained.json"]);
  });

  it("gives the crew that names the file prompts with the suggestions, for any inputs", async () => {
    const folder = await folderWith({
      "trained.json": JSON.stringify({
        "Writer on {topic}": { suggestions: ["Be short {x} $&"], summary: "s", trainedAt: "2026-01-01T00:00:00Z" },
      }),
    });
    const model = new ScriptedModel({ replies: ["x", "y"] });
    const agent = new Agent({ role: "Writer on {topic}", goal: "g", backstory: "b", llm: model });
    const other = new Agent({ role: "Reader", goal: "g", backstory: "b", llm: model });
    const tasks = [named("a", agent), named("b", other)];
    await new Crew({ tasks, trainedFile: path.join(folder, "trained.json") }).kickoff({ topic: "coffee" });
    expect(lastMessage(model, 0)).toContain("Follow what was learned in training:\n- Be short {x} $&");
    expect(lastMessage(model, 1)).not.toContain("training");
  });

  it("keeps what other roles were taught, and learns nothing where nothing was said", async () => {
    const old = { suggestions: ["Old"], summary: "", trainedAt: "2026-01-01T00:00:00Z" };
    const file = path.join(await folderWith({ "t.json": JSON.stringify({ Reader: old, Writer: old }) }), "t.json");
    const model = new ScriptedModel({ replies: ["draft"] });
    const agent = new Agent({ role: "Writer", goal: "g", backstory: "b", llm: model });
    await new Crew({ tasks: [named("a", agent)] }).train(1, { file, humanInput: person("") });
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual({ Reader: old, Writer: old });
    model.assertComplete();
  });

  it("leaves the file as it was when anything fails", async () => {
    const folder = await folderWith({ "t.json": "{}" });
    const file = path.join(folder, "t.json");
    const crewWith = (replies: readonly string[]): Crew => {
      const agent = new Agent({ role: "Writer", goal: "g", backstory: "b", llm: new ScriptedModel({ replies }) });
      return new Crew({ tasks: [named("a", agent)] });
    };
    const gone: HumanInput = { ask: () => Promise.reject(new Error("gone")) };
    await expect(crewWith(["x"]).train(1, { file, humanInput: gone })).rejects.toMatchObject({
      code: "human_input_unavailable",
    });
    const unreadable = crewWith(["x", "y", "no", "no", "no"]);
    await expect(unreadable.train(1, { file, humanInput: person("f") })).rejects.toMatchObject({
      code: "output_conversion_failed",
    });
    expect(await readFile(file, "utf8")).toBe("{}");
    expect(await readdir(folder)).toEqual(["t.json"]);
  });

  it("refuses a wrong count, a missing file name, and a file of something else, before any call", async () => {
    const folder = await folderWith({ "t.json": "[]", "u.json": '{"Writer":{"suggestions":"x"}}', "v.json": "{" });
    const model = new ScriptedModel({ replies: [] });
    const agent = new Agent({ role: "Writer", goal: "g", backstory: "b", llm: model });
    const crew = new Crew({ tasks: [named("a", agent)] });
    await expect(crew.train(0, { file: "x" })).rejects.toThrow("rounds");
    await expect(crew.train(1, {} as never)).rejects.toThrow("file");
    for (const name of ["t.json", "u.json", "v.json"]) {
      const file = path.join(folder, name);
      await expect(crew.train(1, { file })).rejects.toMatchObject({ code: "invalid_configuration" });
      await expect(new Crew({ tasks: crew.tasks, trainedFile: file }).kickoff()).rejects.toMatchObject({
        code: "invalid_configuration",
      });
    }
    const missing = new Crew({ tasks: crew.tasks, trainedFile: path.join(folder, "gone.json") });
    await expect(missing.kickoff()).rejects.toThrow("cannot be read");
    expect(model.requests).toEqual([]);
  });
});
