import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { and, Flow, Listen, Start } from "@boathook/flow";
import { HookAborted, on, clearAllHooks, QueuedHumanInput, askPerson } from "@boathook/hooks";
import { ConfigurationError, replayEvents } from "@boathook/kernel";
import { callTool, ScriptedModel } from "@boathook/testing";
import { tool } from "@boathook/tools";
import { z } from "zod";

import { Agent, consoleListener, createRuntime, Crew, recordToFile, showOnConsole, Task } from "../../src/index.ts";
import { memoryLogger } from "../runtime/support.ts";

afterEach(() => {
  clearAllHooks();
  delete process.env.NO_COLOR;
});

function newOutput(isTTY = false): {
  write(text: string): void;
  readonly isTTY: boolean;
  readonly columns: number;
  text: string;
} {
  const output = {
    isTTY,
    columns: 60,
    text: "",
    write(text: string) {
      output.text += text;
    },
  };
  return output;
}

const CLEARED = "\r\u001b[2K";

/** Times differ from run to run. */
const withoutTimes = (text: string): string => text.replace(/ \((?:\d+ ms|[\d.]+ s)\)/g, " (t)");

const weather = tool({
  name: "weather",
  description: "Says the weather.",
  inputSchema: z.object({ town: z.string() }),
  execute: ({ town }) => `\u001b[2Jfog in ${town}\nand sk-abcdefghijklmnopqrstuvwx`,
});

function newCrew(options: { verbose?: boolean; name?: string } = {}): Crew {
  const llm = new ScriptedModel({ replies: [callTool("weather", { town: "Cork" }), "Bring a coat."] });
  const agent = new Agent({ role: "Scout", goal: "g", backstory: "b", llm, tools: [weather] });
  const task = new Task({ name: "look", description: "Look", expectedOutput: "x", agent });
  return new Crew({ name: "walk", tasks: [task], ...options });
}

describe("the console listener", () => {
  it("without a terminal writes a plain line for each thing, indented, without secrets and control characters", async () => {
    const output = newOutput();
    const crew = newCrew();
    const stop = showOnConsole(crew.events, { output });
    await crew.kickoff();
    stop();
    await newCrew().kickoff();
    expect(
      withoutTimes(output.text)
        .replace(/\d+ tokens/g, "n tokens")
        .split("\n"),
    ).toEqual([
      'crew "walk"',
      '  task "look"',
      '    agent "Scout"',
      "      model scripted answered, n tokens (t)",
      "      tool weather: fog in Cork and [REDACTED] (t)",
      "      model scripted answered, n tokens (t)",
      '  task "look" done: Bring a coat. (t)',
      'crew "walk" done, 2 model calls, n tokens (t)',
      "",
    ]);
  });

  it("on a terminal has signs, colours and a last line that says what is under way; NO_COLOR takes the colours", async () => {
    class Tide extends Flow {
      @Start() ebb(): string {
        return "low";
      }
      @Start() flood(): string {
        return "high";
      }
      @Listen(and("ebb", "flood")) turn(): never {
        throw new Error("no turn");
      }
    }
    const output = newOutput(true);
    const runtime = createRuntime({ use: [consoleListener({ output })] });
    const flow = await runtime.flow(Tide);
    await expect(flow.kickoff()).rejects.toThrow("no turn");
    expect(output.text).toContain('\u001b[36m▸\u001b[39m flow "Tide"\n');
    expect(output.text).toContain('\u001b[31m✖\u001b[39m method "turn" failed: no turn');
    expect(output.text.endsWith(CLEARED)).toBe(true);
    output.text = "";
    process.env.NO_COLOR = "1";
    await expect(flow.kickoff()).rejects.toThrow("no turn");
    await runtime.close();
    const lines = withoutTimes(output.text).split("\n");
    expect(lines.map((line) => line.split(CLEARED).at(-1))).toEqual([
      '▸ flow "Tide"',
      '  ▸ method "ebb"',
      '  ▸ method "flood"',
      '  ✔ method "ebb" done (t)',
      '  ✔ method "flood" done (t)',
      '  ▸ method "turn"',
      '  ✖ method "turn" failed: no turn (t)',
      '✖ flow "Tide" failed: no turn (t)',
      "",
    ]);
    expect(output.text).toContain(`${CLEARED}… method "ebb" (2 under way)`);
  });

  it("says who stopped what, and leaves the last line free while a person is asked", async () => {
    const output = newOutput(true);
    process.env.NO_COLOR = "1";
    const people = new QueuedHumanInput();
    on("pre_tool_call", async function gate() {
      if ((await askPerson({ prompt: "May it?" })) !== "yes") throw new HookAborted("not today");
    });
    const crew = newCrew();
    showOnConsole(crew.events, { output });
    const running = crew.kickoff({}, { humanInput: people });
    const question = await people.next();
    expect(output.text.endsWith(`a person is asked: May it?\n… agent "Scout" (3 under way)${CLEARED}`)).toBe(true);
    question.answer("no");
    await running;
    expect(output.text).toContain("• a person answered: no\n");
    expect(output.text).toContain("✖ stopped at pre_tool_call by gate: not today\n");
    expect(output.text).toContain("• Tool execution blocked by hook. Tool: weather. Reason: not today");
  });

  it("is what `verbose` uses; a crew inside of a crew that is watched, too, is shown once", async () => {
    const write = jest.spyOn(process.stderr, "write").mockReturnValue(true);
    try {
      const inner = newCrew({ verbose: true, name: "inner" });
      class Outer extends Flow {
        @Start() async run(): Promise<unknown> {
          return inner.kickoff();
        }
      }
      const outer = new Outer();
      showOnConsole(outer.events);
      await outer.kickoff();
      const text = write.mock.calls.map(([piece]) => String(piece)).join("");
      expect(text.match(/crew "inner"(?! done)/g)).toHaveLength(1);
    } finally {
      write.mockRestore();
    }
  });

  it("shows a recording as it showed the run", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "boathook-console-"));
    const file = path.join(folder, "run.jsonl");
    const live = newOutput();
    const runtime = createRuntime({ use: [consoleListener({ output: live }), recordToFile(file)] });
    class Walk extends Flow {
      @Start() async run(): Promise<unknown> {
        return newCrew().kickoff();
      }
    }
    await (await runtime.flow(Walk)).kickoff();
    await runtime.close();
    const replayed = newOutput();
    const replay = replayEvents(file);
    showOnConsole(replay.events, { output: replayed });
    await expect(replay.run()).resolves.toMatchObject({ dropped: 0, problems: [] });
    expect(replayed.text).toBe(live.text);
    expect(live.text).toContain("Bring a coat.");
    await rm(folder, { recursive: true });
  });

  it("whose output throws hurts no run; wrong options are refused", async () => {
    const logger = memoryLogger();
    const write = (): never => {
      throw new Error("closed");
    };
    const runtime = createRuntime({ use: [consoleListener({ output: { write } })], logger });
    class Quiet extends Flow {
      @Start() run(): string {
        return "ran";
      }
    }
    await expect((await runtime.flow(Quiet)).kickoff()).resolves.toBe("ran");
    expect(logger.lines.every((line) => line.includes("closed"))).toBe(true);
    expect(logger.lines).toHaveLength(4);
    expect(() => showOnConsole(runtime.events, { output: {} as never })).toThrow(ConfigurationError);
  });
});
