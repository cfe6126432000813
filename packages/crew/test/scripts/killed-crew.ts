// Run by a test as a process of its own: a crew whose second task ends the process without a word, the first time.
import { appendFileSync, existsSync, writeFileSync } from "node:fs";
import path from "node:path";

import { SqliteEngine } from "@boathook/flow";
import { BaseLlm, usageOf, type LlmResponse, type ModelRequest } from "@boathook/models";

import { Agent, ConditionalTask, createRuntime, Crew, Task } from "../../src/index.ts";

const [folder = "", runId = ""] = process.argv.slice(2);
const mark = path.join(folder, "was-here");

class Noting extends BaseLlm {
  readonly modelId = "noting";

  generate({ messages }: ModelRequest): Promise<LlmResponse> {
    const name = /Task: (\w+)/.exec(JSON.stringify(messages))?.[1] ?? "?";
    appendFileSync(path.join(folder, "calls.txt"), `${name}\n`);
    if (name === "second" && !existsSync(mark)) {
      writeFileSync(mark, "");
      process.kill(process.pid, "SIGKILL");
    }
    const text = `${name} of ${JSON.stringify(messages).includes("first of") ? "first of" : "nothing"}`;
    return Promise.resolve({ text, toolCalls: [], parsed: undefined, finishReason: "stop", usage: usageOf({}) });
  }
}

const runtime = createRuntime({ engine: new SqliteEngine({ file: path.join(folder, "runs.db") }) });
const agent = new Agent({ role: "r", goal: "g", backstory: "b", llm: new Noting() });
const task = (name: string): Task => new Task({ name, description: `${name} {x}`, expectedOutput: name, agent });
const skipped = { name: "skipped", description: "skipped", expectedOutput: "s", agent, condition: () => false };
const crew = new Crew({
  name: "killed",
  runtime,
  tasks: [task("first"), new ConditionalTask(skipped), task("second"), task("third")],
});
const output = await crew.kickoff({ x: "X" }, { durable: true, runId });
process.stdout.write(JSON.stringify(output.tasksOutput.map(({ raw, description }) => [raw, description])));
await runtime.close();
