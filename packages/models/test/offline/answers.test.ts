import { describe, expect, it } from "@jest/globals";

import type { Message } from "../../src/model-types.ts";
import { OfflineModel } from "../../src/offline/offline-model.ts";
import { readPrompt } from "../../src/offline/prompt.ts";
import { failureOf } from "../../src/offline/results/failure.ts";
import { readResult } from "../../src/offline/results/read-result.ts";
import { readShape } from "../../src/offline/answer/shape.ts";
import { sampleOf } from "../../src/offline/schema/sample-pattern.ts";
import { request } from "./conversation.ts";

/** The answer to a task for which tools returned these texts. */
async function answerTo(task: string, results: Record<string, string>): Promise<string> {
  const calls = Object.entries(results).map(([name, content], at) => ({
    call: { id: String(at), name, input: {} },
    content,
  }));
  const messages: Message[] = [
    { role: "user", content: task },
    { role: "assistant", content: "", toolCalls: calls.map((one) => one.call) },
    ...calls.map(({ call, content }): Message => ({ role: "tool", toolCallId: call.id, toolName: call.name, content })),
  ];
  return (await new OfflineModel().generate(request({ messages }))).text;
}

describe("the prompt", () => {
  it("is taken apart by its headings, whoever wrote them", () => {
    const own = readPrompt([
      "Task: Do it.\nCarefully.\n\nExpected output: a list\n\nFormat: write the answer as Markdown.\n\nContext from earlier tasks:\n## Task: x\nfirst\n----------\nsecond",
    ]);
    expect(own).toEqual({
      task: "Do it.\nCarefully.",
      expected: "a list",
      context: ["## Task: x\nfirst", "second"],
      schema: undefined,
    });
    const other = readPrompt([
      "Do it.\n\nThis is the expected criteria for your final answer: a list\nyou MUST return the actual complete content.\n\nThis is the context you're working with:\nfirst",
    ]);
    expect([other.task, other.expected, other.context]).toEqual([
      "Do it.",
      "a list\nyou MUST return the actual complete content.",
      ["first"],
    ]);
    expect(readPrompt(["## Task\nX\n# Context\nY"]).context).toEqual(["Y"]);
  });
});

describe("the form asked for", () => {
  it.each([
    [
      "A Markdown report with the sections: Overview, Files, Open ends.",
      { sections: ["Overview", "Files", "Open ends"], isReport: true },
    ],
    ["A report with sections for costs, risks and next steps", { sections: ["Costs", "Risks", "Next steps"] }],
    ["A document:\n## Summary\n## Risks", { sections: ["Summary", "Risks"] }],
    ["A report with these sections:\n- Summary: what matters\n- Risks", { sections: ["Summary", "Risks"] }],
    ["Its main parts, its scripts and how many marks it has.", { sections: [], isReport: false }],
    ["Exactly five bullet points", { form: "list", items: 5 }],
    ["Two or three sentences", { form: "prose", sentences: 3 }],
    ["a Markdown table", { form: "table" }],
    ["just the number", { form: "value" }],
    ["A report of 200 words", { words: 200, isReport: true }],
  ])("in %j", (expected, shape) => {
    expect(readShape(expected, "Do it.")).toMatchObject(shape);
  });
});

describe("results", () => {
  it("tells refusals and errors from results", () => {
    expect(
      [
        "Error executing tool: no file",
        "Tool execution blocked by hook. Tool: x",
        "Tool 'x' has reached its usage limit of 2 times and cannot be used anymore.",
        "Tool not found",
        '{"error":"no such city"}',
      ].map(failureOf),
    ).toEqual([
      "no file",
      "Tool execution blocked by hook. Tool: x",
      "Tool 'x' has reached its usage limit of 2 times and cannot be used anymore.",
      "Tool not found",
      "no such city",
    ]);
    expect(["No errors found", '{"error":null,"rows":[1]}', "Errors: 3 in 2 files"].map(failureOf)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("sorts them by shape", () => {
    const shapes = (text: string): string[] =>
      Object.entries(readResult(text)).flatMap(([kind, found]) => (found as readonly object[]).map(() => kind));
    const cases: [string, string[]][] = [
      ["42", ["facts"]],
      ['{"a":1,"b":{"c":"x"},"rows":[{"x":1},{"x":2}],"tags":["p","q"]}', ["facts", "facts", "lists", "tables"]],
      ["src/a.ts\nsrc/b.ts\nREADME.md", ["lists"]],
      ["src/a.ts:3: one\nsrc/b.ts:12: two", ["tables"]],
      ["name,qty\nbolt,4\nnut,7", ["tables"]],
      ["| a | b |\n| --- | --- |\n| 1 | 2 |", ["tables"]],
      ["abc1234 2026-01-02 Fix\ndef5678 2026-01-01 Start", ["lists"]],
      ["commit abc1234def\nAuthor: Ada <a@b.example>\nDate:   Mon\n\n    Fix it\n", ["tables"]],
      ["name: Ada\nborn: 1815", ["facts", "facts"]],
      ["- one\n- two", ["lists"]],
      ["120 src/a.ts\n14 src/b.ts", ["tables"]],
      ["# Title\n\nText, and more of it.\n", ["documents"]],
      ["", []],
      ["[]", ["facts"]],
    ];
    for (const [text, expected] of cases) expect([text, shapes(text)]).toEqual([text, expected]);
  });
});

describe("answers", () => {
  const rows = JSON.stringify([
    { city: "Oslo", people: 700 },
    { city: "Rome", people: 2800 },
    { city: "Bern", people: 134 },
  ]);

  it("count, total and compare only when asked to", async () => {
    expect(await answerTo("How many cities are there?", { list_cities: rows })).toMatch(/^- 3 cities\.\n/);
    expect(await answerTo("Which city has the most people, and what is the total?", { list_cities: rows })).toMatch(
      /^- Total people: 3634 \(3 cities\)\.\n- Highest people: 2800 \(Rome\)\.\n/,
    );
    expect(await answerTo("Show the cities.", { list_cities: rows })).toMatch(
      /^- 3 cities\.\n\n\| city \| people \|\n/,
    );
  });

  it("keep to the number of points", async () => {
    const page =
      "Bees make honey. Bees live in hives. A hive has one queen. Honey keeps for years. Some people fear bees.";
    const answer = await answerTo("Tell me about bees and honey.\n\nExpected output: three bullet points", {
      open_page: `${page}\n\n${page}`,
    });
    expect(answer.split("\n").map((line) => line.slice(0, 2))).toEqual(["- ", "- ", "- "]);
    expect(answer).toContain("- Bees make honey.");
  });

  it("keep to the number of words, the first point of each part last to go", async () => {
    const long = Array.from({ length: 80 }, (_, at) => `- point ${String(at)} says something of no great weight`).join(
      "\n",
    );
    const { text } = await new OfflineModel().generate(
      request({
        messages: [
          {
            role: "user",
            content: `Write a report on bees.\n\nExpected output: a report of 60 words\n\nContext:\n## Bees\n- Bees matter most\n${long}\n## Hives\n- Hives hold bees\n${long}`,
          },
        ],
      }),
    );
    expect(text).toContain("Bees matter most");
    expect(text).toContain("Hives hold bees");
    expect(text.split(/\s+/).length).toBeLessThan(110);
  });

  it("put nothing under a heading that nothing speaks of, and say so", async () => {
    const answer = await answerTo(
      "Write a report on the cities.\n\nExpected output: sections: Cities, Legal situation",
      { list_cities: rows },
    );
    expect(answer).toContain("## Legal situation\n\nNothing in the results speaks to this.");
  });

  it("compose earlier answers under their headings, without repeating them", async () => {
    const context =
      "## Weather\n- Oslo: 3 degrees\n- Rome: 12 degrees\n\n----------\n\n## Weather\n- Oslo: 3 degrees\n\n## Prices\n| item | price |\n| --- | --- |\n| tea | 2 |";
    const { text } = await new OfflineModel().generate(
      request({ messages: [{ role: "user", content: `Put the findings together.\n\nContext:\n${context}` }] }),
    );
    expect(text).toBe(
      "## Weather\n\n- Oslo: 3 degrees\n- Rome: 12 degrees\n\n## Prices\n\n| item | price |\n| --- | --- |\n| tea | 2 |",
    );
  });
});

describe("samples of patterns", () => {
  it.each([
    "^[A-Z]{3}-\\d{4}$",
    "^(?:low|high)$",
    "^\\w+@[a-z]+\\.(com|org)$",
    "^v\\d+(?:\\.\\d+){2}$",
    "^[^\\s]{2,}$",
    "^\\p{Lu}x?$",
  ])("%s", (pattern) => {
    expect(sampleOf(pattern)).toMatch(new RegExp(pattern, pattern.includes("\\p") ? "u" : ""));
  });

  it("gives up on what it cannot read", () => {
    expect([sampleOf("^(?!.*)x$"), sampleOf("(["), sampleOf("a^b")]).toEqual([undefined, undefined, undefined]);
  });
});
