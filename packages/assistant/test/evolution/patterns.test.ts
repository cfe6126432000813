import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { ScriptedModel } from "@boathook/testing";
import "@boathook/testing/reset";

import { Assistant } from "../../src/index.ts";
import { PatternFinder } from "../../src/evolution/patterns.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "patterns-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("what a person keeps saying", () => {
  it("is told of at its thresholds, in whatever words of the same kind, and survives the process", () => {
    const file = path.join(folder, "patterns.json");
    const first = new PatternFinder(file);
    const told = ["Summarise the sales report", "please summarise the SALES report!", "Something else entirely"].map(
      (text) => first.add(text),
    );
    expect(told).toEqual([undefined, undefined, undefined]);
    const second = new PatternFinder(file);
    expect(second.add("Can you summarise the sales report?")).toEqual({
      example: "Summarise the sales report",
      count: 3,
      confidence: 0.6,
    });
    expect([second.add("summarise sales report"), second.add("Sales report: summarise")]).toEqual([
      undefined,
      { example: "Summarise the sales report", count: 5, confidence: 5 / 7 },
    ]);
    expect(second.patterns[0]).toEqual({ example: "Summarise the sales report", count: 5 });
    expect([second.add(""), second.add("???"), second.add("the and")]).toEqual([undefined, undefined, undefined]);
  });

  it("is bounded, and counted anew where the file is damaged", () => {
    const file = path.join(folder, "patterns.json");
    writeFileSync(file, '{"not": "ours"}');
    const finder = new PatternFinder(file);
    for (let n = 0; n < 500; n += 1) finder.add(`number${n} thing${n}`);
    finder.add("x".repeat(1_000_000));
    expect(finder.patterns.length).toBe(200);
    expect(Math.max(...finder.patterns.map(({ example }) => example.length))).toBeLessThanOrEqual(300);
  });

  it("is an event of the assistant's life", async () => {
    const profile = { id: "ada", role: "Assistant", instructions: "Help.", memory: false };
    const assistant = new Assistant(profile, { llm: new ScriptedModel({ replies: () => "Here." }) });
    const seen: unknown[] = [];
    assistant.lifecycle.register({
      id: "watch",
      event: "evolution_detected",
      handler: ({ payload, conversationId }) => {
        seen.push([payload, conversationId]);
      },
    });
    const session = await assistant.open({ conversationId: "c" });
    for (let n = 0; n < 4; n += 1) await session.send("Open my mail");
    await assistant.idle();
    expect(seen).toEqual([[{ pattern: { example: "Open my mail", count: 3 }, confidence: 0.6 }, "c"]]);
    await assistant.close();
  });
});
