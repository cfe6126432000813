import { newId } from "@boathook/kernel";
import type { Inputs } from "@boathook/hooks";
import { llm, RateLimit, type Llm, type Message } from "@boathook/models";
import type { KickoffOptions } from "@boathook/flow";
import type { Schema, Tool } from "@boathook/tools";

import { readConfigured } from "../config/read-configured.ts";
import { interpolate } from "../text/interpolate.ts";
import { agentOptionsSchema, type AgentOptions } from "./agent-options.ts";
import { defaultModel } from "./default-model.ts";
import { runAgentAlone, type AgentOutput } from "./run-agent-alone.ts";

/** A worker: a role with a goal, a model and tools. It holds no state of a run, so one agent can work on several tasks at once. */
export class Agent {
  readonly id: string = newId();
  /** As declared; in a run `{placeholders}` are filled in a copy of the agent. */
  readonly role: string;
  readonly goal: string;
  readonly backstory: string;
  readonly tools: readonly Tool[];
  /** Everything else it was made with. */
  readonly options: Readonly<AgentOptions>;
  /** Shared by all runs and copies of the agent; undefined: it has no limit of its own. */
  readonly rateLimit: RateLimit | undefined;
  protected model: Llm | undefined;

  constructor(options: AgentOptions) {
    const schemas = { options: agentOptionsSchema, merged: requiredTexts, subject: "agent" };
    const merged = readConfigured(this, options, schemas);
    this.role = merged.role;
    this.goal = merged.goal;
    this.backstory = merged.backstory;
    this.tools = merged.tools ?? [];
    this.options = merged;
    this.rateLimit = merged.maxRpm === undefined ? undefined : new RateLimit(merged.maxRpm);
  }

  static is(value: unknown): value is Agent {
    return value instanceof Agent;
  }

  /** The model it asks: its own, else the current runtime's, else the one that `BOATHOOK_MODEL` names. */
  get llm(): Llm {
    if (this.options.llm === undefined) return defaultModel(this.role);
    return (this.model ??= llm(this.options.llm));
  }

  /** This agent with `{placeholders}` filled; the same object where there are none. */
  interpolated(inputs: Inputs): this {
    const at = { owner: `agent "${this.role}"`, source: this };
    const texts = {
      role: interpolate(this.role, inputs, { ...at, field: "role" }),
      goal: interpolate(this.goal, inputs, { ...at, field: "goal" }),
      backstory: interpolate(this.backstory, inputs, { ...at, field: "backstory" }),
    };
    const same = texts.role === this.role && texts.goal === this.goal && texts.backstory === this.backstory;
    // A copy of the fields on the same class: the options were checked once.
    return same ? this : Object.assign(Object.create(Object.getPrototypeOf(this) as object) as Agent, this, texts);
  }

  /** Another agent made of the same options; those given here win. It shares the model, and nothing else. */
  copy(changes: Partial<AgentOptions> = {}): Agent {
    return new Agent({ ...this.options, ...changes });
  }

  /** Answers without a task and without a crew. Model and tool hooks see it; boundary and step hooks do not. */
  kickoff<O = unknown>(
    input: string | readonly Message[],
    options: KickoffOptions & { outputSchema?: Schema<O> | undefined } = {},
  ): Promise<AgentOutput<O>> {
    return runAgentAlone<O>(this, input, options);
  }
}

const requiredTexts = agentOptionsSchema.omit({ config: true }).required({ role: true, goal: true, backstory: true });
