import { Flow, Listen, Start, type FlowOptions } from "@boathook/flow";
import {
  BoathookError,
  childFrame,
  currentFrame,
  LoggerService,
  runInFrame,
  type ServiceKey,
  type ServiceSource,
} from "@boathook/kernel";
import { llm } from "@boathook/models";
import { callTool, ScriptedModel } from "@boathook/testing";

import { Agent, Crew, CrewBase, DefineTask, Task, type Runtime } from "../../../src/index.ts";
import { memoryLogger } from "../../runtime/support.ts";
import { echo } from "../../support.ts";

/** What comes of a run, on one line: what the model heard, what it read of the tool, and the result; or the error. */
export type Effect = string;

/** What was logged, by whichever runtime. */
export const logger = memoryLogger();

/** Starts a run that has no runtime of its own; it logs to `logger`, too. */
export function startQuietly<T>(start: () => T): T {
  const { services: outer } = currentFrame();
  const services: ServiceSource = {
    get<S>(key: ServiceKey<S>): S {
      return (key as ServiceKey<unknown>) === LoggerService ? (logger as S) : outer.get(key); // the key says that S is Logger
    },
  };
  return runInFrame(childFrame({ services }), start);
}

const script = (): ScriptedModel => new ScriptedModel({ replies: [callTool("echo", { text: "x" }), "done"] });

/** A crew of one task on a fresh script. The class is the base of those that have hooks. */
@CrewBase
export class Office {
  readonly model = script();

  @DefineTask() work(): Task {
    return workOf(this.model);
  }
}

/** A flow of two methods. */
export class TwoSteps extends Flow<{ what: string }> {
  @Start() begin(): string {
    return `begun ${this.state.what}`;
  }
  @Listen("begin") finish(text: string): string {
    return `${text}, finished`;
  }
}

/** A flow whose method is nothing but what runs inside it. */
export class Around extends Flow<Record<string, unknown>, string> {
  readonly #inside: () => Promise<string>;

  constructor(inside: () => Promise<string>, options: FlowOptions = {}) {
    super(options);
    this.#inside = inside;
  }

  @Start() begin(): Promise<string> {
    return this.#inside();
  }
}

/** The four things that can be started. None of them has hooks of its own. */
export const RUNS = {
  crew: async (runtime?: Runtime) => {
    const model = script();
    return crewEffect(new Crew({ tasks: [workOf(model)], runtime }), model);
  },
  flow: async (runtime?: Runtime) => flowEffect(new TwoSteps({ runtime })),
  agent: async () => {
    const model = script();
    const { raw } = await agentOf(model).kickoff("Do it");
    return toolEffect(model, raw);
  },
  "direct call": async () => {
    const model = new ScriptedModel({ replies: ["done"] });
    const { text } = await llm(model).call("Do it");
    return `${heard(model)} / ${text}`;
  },
} as const satisfies Record<string, (runtime?: Runtime) => Promise<Effect>>;
export type RunKind = keyof typeof RUNS;

/** Kicks off a crew on that model. */
export async function crewEffect(crew: Crew, model: ScriptedModel): Promise<Effect> {
  const { raw } = await crew.kickoff({ what: "it" });
  return toolEffect(model, raw);
}

/** Kicks off a flow of two steps. */
export async function flowEffect(flow: TwoSteps): Promise<Effect> {
  return String(await flow.kickoff({ what: "it" }));
}

/** The line for what was thrown. */
export function errorEffect(error: unknown): Effect {
  return BoathookError.is(error) ? `${error.code}: ${error.message}` : `not ours: ${String(error)}`;
}

function workOf(model: ScriptedModel): Task {
  return new Task({ description: "Do {what}", expectedOutput: "e", agent: agentOf(model) });
}

function agentOf(model: ScriptedModel): Agent {
  return new Agent({ role: "Worker", goal: "g", backstory: "b", llm: model, tools: [echo] });
}

function toolEffect(model: ScriptedModel, raw: string): Effect {
  const read = model.requests[1]?.messages.flatMap((message) => (message.role === "tool" ? [message.content] : []));
  return `${heard(model)} / ${read?.join() ?? ""} / ${raw}`;
}

function heard(model: ScriptedModel): string {
  return /mutated|replaced/.exec(JSON.stringify(model.requests[0]?.messages))?.[0] ?? "it";
}
