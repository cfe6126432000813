import { recordEvents, ScriptedModel, type EventRecorder, type ScriptedReply } from "@boathook/testing";
import { LlmCallStartedEvent } from "@boathook/models";

import { Agent, Crew, Task, type AgentOptions, type CrewOptions, type TaskOptions } from "../../src/index.ts";

/** A crew of one task on a script, and what can be seen of it. */
export interface Bench {
  readonly model: ScriptedModel;
  readonly agent: Agent;
  readonly task: Task;
  readonly crew: Crew;
}

/** A crew with one task, named "only", whose agent works on a script. */
export function bench(
  replies: readonly ScriptedReply[],
  task: Partial<TaskOptions> = {},
  more: {
    readonly agent?: Partial<AgentOptions>;
    readonly crew?: Partial<CrewOptions>;
    readonly model?: ScriptedModel;
  } = {},
): Bench {
  const model = more.model ?? new ScriptedModel({ replies });
  const agent = new Agent({ role: "Worker", goal: "Do it", backstory: "You do.", llm: model, ...more.agent });
  const only = new Task({ name: "only", description: "Do it", expectedOutput: "it", agent, ...task });
  return { model, agent, task: only, crew: new Crew({ tasks: [only], ...more.crew }) };
}

/** A task that needs nothing but a name. */
export function named(name: string, agent: Agent, options: Partial<TaskOptions> = {}): Task {
  return new Task({ name, description: `Do ${name}`, expectedOutput: name, agent, ...options });
}

/** The last message of a request, as text. */
export function lastMessage(model: ScriptedModel, request: number): string {
  const message = model.requests[request]?.messages.at(-1);
  return typeof message?.content === "string" ? message.content : JSON.stringify(message?.content);
}

/** What the model was called for, in order. */
export async function purposesOf(crew: Crew, inputs: Record<string, unknown> = {}): Promise<string[]> {
  const recorder: EventRecorder = recordEvents(crew.events);
  try {
    await crew.kickoff(inputs);
  } catch {
    // what was asked until then is what is wanted
  }
  recorder.stop();
  return recorder.of(LlmCallStartedEvent).map(({ purpose }) => purpose);
}
