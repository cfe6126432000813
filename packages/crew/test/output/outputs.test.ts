import { describe, expect, it } from "@jest/globals";

import { CrewOutput, TaskOutput } from "../../src/index.ts";

function crewOutput(): CrewOutput {
  const tasksOutput = [
    new TaskOutput({ raw: "first", name: "a" }),
    new TaskOutput({ raw: "last", parsed: { n: 1 }, format: "json", name: "b" }),
  ];
  return new CrewOutput({ tasksOutput, executionId: "e" });
}

describe("a crew's output", () => {
  it("is that of its last task; what is written to it is written there", () => {
    const output = crewOutput();
    expect([output.raw, output.parsed, String(output)]).toEqual(["last", { n: 1 }, "last"]);
    output.raw = "new";
    output.parsed = { n: 2 };
    expect(output.tasksOutput.map(({ raw, parsed }) => [raw, parsed])).toEqual([
      ["first", undefined],
      ["new", { n: 2 }],
    ]);
  });

  it("gives a changed copy, and stays as it is", () => {
    const output = crewOutput();
    const copy = output.with({ raw: "other" });
    expect([copy.raw, copy.parsed, copy.executionId]).toEqual(["other", undefined, "e"]);
    expect([output.raw, output.tasksOutput.length]).toEqual(["last", 2]);
    expect(copy.tasksOutput[0]).toBe(output.tasksOutput[0]);
  });

  it("says all of itself in JSON", () => {
    expect(JSON.parse(JSON.stringify(crewOutput()))).toMatchObject({
      raw: "last",
      parsed: { n: 1 },
      executionId: "e",
      toolFailures: [],
      usage: { requests: 0 },
      tasksOutput: [
        { name: "a", raw: "first", format: "raw" },
        { name: "b", raw: "last", format: "json", parsed: { n: 1 } },
      ],
    });
  });

  it("of no task at all is an empty text", () => {
    const output = new CrewOutput({ tasksOutput: [], executionId: "e" });
    expect([output.raw, output.parsed]).toEqual(["", undefined]);
  });
});

describe("a task's output", () => {
  it("sums its task up in ten words", () => {
    const words = "one two three four five six seven eight nine ten";
    expect(new TaskOutput({ raw: "", description: `${words} eleven` }).summary).toBe(`${words}…`);
    expect(new TaskOutput({ raw: "", description: words }).summary).toBe(words);
  });
});
