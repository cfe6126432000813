import type { Inputs } from "@boathook/hooks";
import { newId } from "@boathook/kernel";
import type { z } from "zod";

import type { Agent } from "../agent/agent.ts";
import { readConfigured, type ConfiguredSchemas } from "../config/read-configured.ts";
import { interpolate } from "../text/interpolate.ts";
import { taskOptionsSchema, type TaskOptions } from "./task-options.ts";

const requiredTexts = taskOptionsSchema.omit({ config: true }).required({ description: true, expectedOutput: true });

/** How the options of a task are read; a subclass may know more of them. */
export type TaskSchemas = ConfiguredSchemas<TaskOptions, z.infer<typeof requiredTexts>>;

/** A piece of work for one agent. It holds no state of a run. */
export class Task<O = unknown> {
  readonly id: string = newId();
  readonly name: string | undefined;
  /** As declared; in a run `{placeholders}` are filled in a copy of the task. */
  readonly description: string;
  readonly expectedOutput: string;
  readonly agent: Agent | undefined;
  readonly outputFile: string | undefined;
  /** Everything else it was made with. */
  readonly options: Readonly<TaskOptions>;
  /** Only says what `parsed` of its output is. */
  declare readonly output?: O;

  constructor(options: TaskOptions<O>) {
    const merged = readConfigured(this, options, new.target.schemas);
    this.name = merged.name;
    this.description = merged.description;
    this.expectedOutput = merged.expectedOutput;
    this.agent = merged.agent;
    this.outputFile = merged.outputFile;
    this.options = merged;
  }

  /** How the options of this class are read. */
  protected static get schemas(): TaskSchemas {
    return { options: taskOptionsSchema, merged: requiredTexts, subject: "task" };
  }

  static is(value: unknown): value is Task {
    return value instanceof Task;
  }

  /** How hooks and events call it: its name, else its description. */
  get label(): string {
    return this.name ?? this.description;
  }

  /** This task with `{placeholders}` filled; the same object where there are none. */
  interpolated(inputs: Inputs): this {
    const at = { owner: `task "${this.label}"`, source: this };
    const texts = {
      description: interpolate(this.description, inputs, { ...at, field: "description" }),
      expectedOutput: interpolate(this.expectedOutput, inputs, { ...at, field: "expectedOutput" }),
      outputFile:
        this.outputFile === undefined
          ? undefined
          : interpolate(this.outputFile, inputs, { ...at, field: "outputFile" }),
    };
    const same =
      texts.description === this.description &&
      texts.expectedOutput === this.expectedOutput &&
      texts.outputFile === this.outputFile;
    // A copy of the fields on the same class: the options were checked once.
    return same ? this : Object.assign(Object.create(Object.getPrototypeOf(this) as object) as Task<O>, this, texts);
  }
}
