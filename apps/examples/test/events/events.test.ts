import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { describe, expect, it } from "@jest/globals";
import { ScriptedModel } from "@boathook/testing";
import { Agent, Crew, Task } from "boathook";

import { Ledger, withLedger } from "../../src/events/ledger.ts";
import { record, replay } from "../../src/events/record-and-replay.ts";
import { watch } from "../../src/events/watch.ts";

function newCrew(): Crew {
  const llm = new ScriptedModel({ replies: () => ({ text: "done", usage: { totalTokens: 7 } }) });
  const agent = new Agent({ role: "Clerk", goal: "g", backstory: "b", llm });
  return new Crew({ tasks: [new Task({ description: "Work", expectedOutput: "x", agent })] });
}

describe("the examples of the guide to events", () => {
  it("watch: by class, of one crew and of the process", async () => {
    expect(await watch(newCrew())).toEqual({ texts: ["done"], done: 1 });
  });

  it("ledger: a listener that the container makes", async () => {
    const ledger = new Ledger();
    const runtime = withLedger(ledger);
    const agent = newCrew().agents[0];
    await new Crew({ runtime, tasks: [new Task({ description: "Work", expectedOutput: "x", agent })] }).kickoff();
    await runtime.close();
    expect(ledger.tokens).toEqual({ scripted: 7 });
  });

  it("record and replay: the same lines again", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "boathook-example-"));
    const lines: string[] = [];
    await record(path.join(folder, "run.jsonl"));
    const result = await replay(path.join(folder, "run.jsonl"), { write: (text) => lines.push(text) });
    expect(result).toEqual({ events: 4, dropped: 0, problems: [] });
    expect(lines.map((line) => line.replace(/ \(.*/, "").trimEnd())).toEqual([
      'flow "Tides"',
      '  method "low"',
      '  method "low" done',
      'flow "Tides" done',
    ]);
    await rm(folder, { recursive: true });
  });
});
