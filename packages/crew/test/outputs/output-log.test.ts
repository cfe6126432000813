import { readFile } from "node:fs/promises";
import path from "node:path";

import { describe, expect, it } from "@jest/globals";

import { ConditionalTask, Crew } from "../../src/index.ts";
import { folderWith } from "../files.ts";
import { scripted } from "../support.ts";
import { named } from "../task/support.ts";

async function linesOf(file: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(file, "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("outputLogFile", () => {
  it("has a line when a task starts, ends or is left out, across kickoffs", async () => {
    const outputDir = await folderWith({});
    const agent = scripted(["A", "B"]);
    const skipped = new ConditionalTask({
      name: "b",
      description: "b",
      expectedOutput: "b",
      agent,
      condition: () => false,
    });
    const crew = new Crew({
      name: "logged",
      tasks: [named("a", agent), skipped],
      outputDir,
      outputLogFile: "logs/out.jsonl",
    });
    const { executionId } = await crew.kickoff();
    await crew.kickoff();
    const lines = await linesOf(path.join(outputDir, "logs/out.jsonl"));
    expect(lines).toHaveLength(6);
    expect(lines.slice(0, 3)).toEqual([
      {
        timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
        executionId,
        crew: "logged",
        status: "started",
        task: "a",
        agent: "Worker",
      },
      {
        timestamp: expect.anything(),
        executionId,
        crew: "logged",
        status: "completed",
        task: "a",
        agent: "Worker",
        output: "A",
      },
      { timestamp: expect.anything(), executionId, crew: "logged", status: "skipped", task: "b", agent: "Worker" },
    ]);
  });

  it("tells of a failure, and holds no secrets", async () => {
    const outputDir = await folderWith({});
    const key = `sk-${"a".repeat(24)}`;
    const failing = named("bad", scripted([`the key is ${key}`]), {
      callback: () => {
        throw new Error(`refused ${key}`);
      },
    });
    const crew = new Crew({ tasks: [failing], outputDir, outputLogFile: "out.jsonl" });
    await expect(crew.kickoff()).rejects.toThrow("refused");
    const lines = await linesOf(path.join(outputDir, "out.jsonl"));
    expect(lines[1]).toMatchObject({ status: "failed", error: { message: "refused [REDACTED]" } });
    expect(JSON.stringify(lines)).not.toContain(key);
  });

  it("keeps lines whole when many tasks write large outputs at once", async () => {
    const outputDir = await folderWith({});
    const tasks = Array.from({ length: 8 }, (_, index) =>
      named(`t${index}`, scripted(["x".repeat(700_000)]), { asyncExecution: true }),
    );
    await new Crew({ tasks, outputDir, outputLogFile: "out.jsonl" }).kickoff();
    const lines = await linesOf(path.join(outputDir, "out.jsonl"));
    expect(lines.filter(({ status }) => status === "completed").map(({ output }) => String(output).length)).toEqual(
      Array.from({ length: 8 }, () => 700_000),
    );
  });

  it("that cannot be written fails the run", async () => {
    const outputDir = await folderWith({ file: "" });
    const crew = new Crew({ tasks: [named("a", scripted(["A"]))], outputDir, outputLogFile: "file/out.jsonl" });
    await expect(crew.kickoff()).rejects.toMatchObject({ code: expect.stringMatching(/ENOTDIR|EEXIST/) });
  });
});
