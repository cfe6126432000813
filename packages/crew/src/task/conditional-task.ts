import { describeValue, type MaybePromise } from "@boathook/hooks";
import { ConfigurationError } from "@boathook/kernel";

import { functionLike } from "../options.ts";
import type { TaskOutput } from "../output/task-output.ts";
import { taskOptionsSchema, type TaskOptions } from "./task-options.ts";
import { Task, type TaskSchemas } from "./task.ts";

/** Says whether a conditional task is to be done, by what the task before it gave. */
export type TaskCondition = (previous: TaskOutput) => MaybePromise<boolean>;

/** A task that is done only where its condition says so. Where it is left out, it gives nothing: no output, no context for others. */
export class ConditionalTask<O = unknown> extends Task<O> {
  readonly condition: TaskCondition;

  constructor(options: TaskOptions<O> & { condition?: TaskCondition | undefined }) {
    super(options);
    // The schema below has read it, from the options or from `config`.
    this.condition = (this.options as { readonly condition: TaskCondition }).condition;
  }

  protected static override get schemas(): TaskSchemas {
    return { options: optionsSchema, merged: mergedSchema, subject: "conditional task" };
  }

  static override is(value: unknown): value is ConditionalTask {
    return value instanceof ConditionalTask;
  }

  /** Asks the condition; anything but true or false is an error. */
  async isNeeded(previous: TaskOutput): Promise<boolean> {
    const { condition } = this;
    const answer: unknown = await condition(previous);
    if (typeof answer === "boolean") return answer;
    const message = `the condition of task "${this.label}" must give true or false, got ${describeValue(answer)}`;
    throw new ConfigurationError([{ path: "condition", message }], { subject: "conditional task" });
  }
}

/** The schema of a conditional task's options. */
export const conditionalOptionsShape = {
  ...taskOptionsSchema.shape,
  condition: functionLike<TaskCondition>(),
};

const optionsSchema = taskOptionsSchema.extend({ condition: functionLike<TaskCondition>().optional() });
const mergedSchema = taskOptionsSchema
  .extend({ condition: functionLike<TaskCondition>() })
  .omit({ config: true })
  .required({ description: true, expectedOutput: true });
