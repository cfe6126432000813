import { Agent, Crew, Task, type CrewOutput, type Runtime, type TaskOptions } from "@boathook/crew";
import type { HookDefinition, HumanInput } from "@boathook/hooks";
import { ScriptedModel, type ScriptedReply } from "@boathook/testing";
import { tool, type Tool } from "@boathook/tools";
import { z } from "zod";

/** Tools that write down what they ran with. */
class Desk {
  readonly ran: string[] = [];
  readonly tools: readonly Tool[] = ["pay", "look", "payNow"].map((name) => this.#tool(name));

  #tool(name: string): Tool {
    return tool({
      name,
      description: name,
      inputSchema: z.object({ text: z.string().optional(), amount: z.coerce.number().optional() }),
      execute: ({ text, amount }) => {
        this.ran.push(amount === undefined ? name : `${name} ${amount}`);
        return text ?? "done";
      },
    });
  }
}

/** What a run gave, and what its model was told. */
export interface Told {
  readonly output: CrewOutput;
  readonly texts: string;
  readonly ran: readonly string[];
}

/** What may be set of a run. */
export interface RunOptions {
  readonly humanInput?: HumanInput;
  readonly inputs?: Record<string, unknown>;
  readonly signal?: AbortSignal;
  readonly runtime?: Runtime;
  readonly tools?: readonly Tool[];
}

/** One task, done by one agent on a script, under the hooks. */
export async function run(
  hooks: readonly HookDefinition[],
  replies: readonly ScriptedReply[],
  options: RunOptions = {},
): Promise<Told> {
  const { inputs = { what: "now" }, runtime, tools = [], ...kickoff } = options;
  const desk = new Desk();
  const model = new ScriptedModel({ replies });
  const crew = new Crew({
    name: "office",
    tasks: [taskOf(model, { tools: [...desk.tools, ...tools] })],
    hooks,
    runtime,
  });
  const output = await crew.kickoff(inputs, kickoff);
  return { output, texts: JSON.stringify(model.requests.map(({ messages }) => messages)), ran: desk.ran };
}

/** A task for an agent on a script. */
export function taskOf(model: ScriptedModel, options: Partial<TaskOptions> = {}): Task {
  const agent = new Agent({ role: "Worker", goal: "g", backstory: "b", llm: model });
  return new Task({ name: "errand", description: "Do it {what}", expectedOutput: "it", agent, ...options });
}

/** Somebody who always gives this answer. */
export function answering(answer: string): HumanInput {
  return { ask: () => Promise.resolve(answer) };
}
