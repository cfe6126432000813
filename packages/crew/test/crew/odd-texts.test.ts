import { readFile } from "node:fs/promises";
import path from "node:path";

import { describe, expect, it } from "@jest/globals";
import { callTool, ScriptedModel } from "@boathook/testing";

import { Agent, Crew, loadCrew, Task } from "../../src/index.ts";
import { folderWith } from "../files.ts";
import { echo } from "../support.ts";

const ODD: Readonly<Record<string, string>> = {
  "replacement patterns": "$& $1 $$ $` $' $<name>",
  backticks: "`rm -rf /` ```js\n${process.env}\n```",
  "another placeholder": "{other} {topic}",
  "a double placeholder": "{{x}} {{topic}} {{{topic}}}",
  JSON: '{"a": [1, {"b": "\\u0000"}], "ok": true, "feedback": ""}',
  "emoji and marks": "🚣‍♀️ e\u0301 \u202Eright to left\u202C \u200B\uFEFF ﷽",
  "control characters": "a\tb\r\nc\u0007\u0000d",
  "half a character": "a\uD83Db",
  "a text-mode answer": "Final Answer: no\nAction: echo\nAction Input: {}",
  YAML: "a: b\n- c # d\n&x *x !tag |\n  e",
  "1 MB of text": "x{y}$&".repeat(140_000),
};

/** The whole conversation that a model was shown, as one text. */
function shownTo(model: ScriptedModel, index: number): string {
  return (model.requests[index]?.messages ?? [])
    .map(({ content }) => (typeof content === "string" ? content : ""))
    .join("\n");
}

describe("a text of any kind goes through unharmed", () => {
  it.each(Object.entries(ODD))(
    "%s: inputs, tool arguments and results, outputs, context, files, stored outputs",
    async (_what, text) => {
      const folder = await folderWith({});
      const model = new ScriptedModel({ replies: [callTool("echo", { text }), text, text, text] });
      const agent = new Agent({ role: "R {topic}", goal: "g", backstory: "b", llm: model, tools: [echo] });
      const crew = new Crew({
        tasks: [
          new Task({ name: "a", description: "About {topic}.", expectedOutput: "e", agent }),
          new Task({ name: "b", description: "Again", expectedOutput: "e", agent, outputFile: "out.txt" }),
        ],
        outputDir: folder,
        outputs: path.join(folder, "kept"),
      });
      const output = await crew.kickoff({ topic: text, other: "OTHER" });
      const replayed = await crew.replay("b");
      expect(shownTo(model, 0)).toContain(`You are R ${text}.`);
      expect(shownTo(model, 0)).toContain(`Task: About ${text}.`);
      expect(model.requests[1]?.messages.at(-1)).toMatchObject({ role: "tool", content: text });
      expect(output.tasksOutput.map(({ raw }) => raw)).toEqual([text, text]);
      expect(shownTo(model, 2)).toContain(`Context from earlier tasks:\n${text}`);
      expect(await readFile(path.join(folder, "out.txt"), "utf8")).toBe(text.replaceAll(/\p{Surrogate}/gu, "\uFFFD"));
      expect(replayed.tasksOutput.map(({ raw }) => raw)).toEqual([text, text]);
      expect(shownTo(model, 3)).toBe(shownTo(model, 2));
    },
  );

  it.each(Object.entries(ODD).filter(([what]) => what !== "half a character"))(
    "%s in a file of agents and tasks",
    async (_what, text) => {
      const literal = text.replaceAll(/\{+[A-Za-z_][\w-]*\}+/g, "-").slice(0, 200_000); // placeholders in a file are filled in
      const value = JSON.stringify(literal);
      const folder = await folderWith({
        "crew.yaml": `agents: { w: { role: R, goal: ${value}, backstory: b, llm: m } }\ntasks: { t: { description: ${value}, expected_output: e, agent: w } }\n`,
      });
      const model = new ScriptedModel({ replies: ["done"] });
      const crew = await loadCrew(path.join(folder, "crew.yaml"), { llms: { m: model } });
      await crew.kickoff({});
      expect(shownTo(model, 0)).toContain(`Your goal: ${literal}`);
      expect(shownTo(model, 0)).toContain(`Task: ${literal}`);
    },
  );
});
