import { usageOf, type TokenUsage } from "@boathook/models";
import type { ToolFailure } from "@boathook/tools";

import { TaskOutput } from "./task-output.ts";

/** What a crew output is made of. */
export interface CrewOutputFields {
  readonly tasksOutput: readonly TaskOutput[];
  readonly usage?: TokenUsage;
  readonly executionId: string;
}

/** What a crew gave: the text and object of its last task, and every task's output. */
export class CrewOutput<O = unknown> {
  readonly tasksOutput: readonly TaskOutput[];
  readonly usage: TokenUsage;
  readonly executionId: string;

  constructor(fields: CrewOutputFields) {
    this.tasksOutput = fields.tasksOutput;
    this.usage = fields.usage ?? usageOf({});
    this.executionId = fields.executionId;
  }

  static is(value: unknown): value is CrewOutput {
    return value instanceof CrewOutput;
  }

  /** The last task's text. Writing it writes that task's output as well. */
  get raw(): string {
    return this.#last.raw;
  }

  set raw(text: string) {
    this.#last.raw = text;
  }

  /** The last task's object. Writing it writes that task's output as well. */
  get parsed(): O | undefined {
    return this.#last.parsed as O | undefined; // the crew's author says what its last task gives
  }

  set parsed(value: O | undefined) {
    this.#last.parsed = value;
  }

  get toolFailures(): readonly ToolFailure[] {
    return this.tasksOutput.flatMap((output) => output.toolFailures);
  }

  /** A copy with another `raw` or `parsed`; the original's task outputs stay as they are. */
  with(patch: { raw?: string; parsed?: O | undefined }): CrewOutput<O> {
    const tasksOutput = [...this.tasksOutput.slice(0, -1), this.#last.with(patch)];
    return new CrewOutput<O>({ tasksOutput, usage: this.usage, executionId: this.executionId });
  }

  toString(): string {
    return this.raw;
  }

  toJSON(): unknown {
    const { raw, parsed, tasksOutput, usage, toolFailures, executionId } = this;
    return { raw, parsed, tasksOutput, usage, toolFailures, executionId };
  }

  get #last(): TaskOutput {
    return this.tasksOutput.at(-1) ?? new TaskOutput({ raw: "" });
  }
}
