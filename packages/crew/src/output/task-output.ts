import { usageOf, type Message, type TokenUsage } from "@boathook/models";
import type { ToolFailure } from "@boathook/tools";

/** How a task's output was read. */
export type OutputFormat = "raw" | "json" | "schema";

/** What a task output is made of. */
export interface TaskOutputFields<O = unknown> {
  readonly raw: string;
  readonly parsed?: O | undefined;
  readonly format?: OutputFormat;
  readonly name?: string | undefined;
  readonly description?: string;
  readonly expectedOutput?: string;
  readonly agentRole?: string;
  readonly messages?: readonly Message[];
  readonly toolFailures?: readonly ToolFailure[];
  readonly usage?: TokenUsage;
}

const SUMMARY_WORDS = 10;

/** What a task gave. Hooks may write `raw` and `parsed`; `with` gives a changed copy. */
export class TaskOutput<O = unknown> {
  raw: string;
  parsed: O | undefined;
  readonly format: OutputFormat;
  readonly name: string | undefined;
  readonly description: string;
  readonly expectedOutput: string;
  readonly agentRole: string;
  readonly messages: readonly Message[];
  readonly toolFailures: readonly ToolFailure[];
  readonly usage: TokenUsage;

  constructor(fields: TaskOutputFields<O>) {
    this.raw = fields.raw;
    this.parsed = fields.parsed;
    this.format = fields.format ?? "raw";
    this.name = fields.name;
    this.description = fields.description ?? "";
    this.expectedOutput = fields.expectedOutput ?? "";
    this.agentRole = fields.agentRole ?? "";
    this.messages = fields.messages ?? [];
    this.toolFailures = fields.toolFailures ?? [];
    this.usage = fields.usage ?? usageOf({});
  }

  static is(value: unknown): value is TaskOutput {
    return value instanceof TaskOutput;
  }

  /** The first ten words of the description. */
  get summary(): string {
    const words = this.description.split(/\s+/).filter((word) => word !== "");
    return words.length > SUMMARY_WORDS ? `${words.slice(0, SUMMARY_WORDS).join(" ")}…` : words.join(" ");
  }

  /** A copy with another `raw`, `parsed` or `usage`. A new `raw` alone drops `parsed`, which was read from the old one. */
  with(patch: { raw?: string; parsed?: O | undefined; usage?: TokenUsage }): TaskOutput<O> {
    return new TaskOutput<O>({
      ...this.#fields(),
      raw: patch.raw ?? this.raw,
      usage: patch.usage ?? this.usage,
      parsed: "parsed" in patch ? patch.parsed : patch.raw === undefined ? this.parsed : undefined,
    });
  }

  toString(): string {
    return this.raw;
  }

  toJSON(): unknown {
    return { ...this.#fields(), summary: this.summary };
  }

  #fields(): Required<TaskOutputFields<O>> {
    const { raw, parsed, format, name, description, expectedOutput, agentRole, messages, toolFailures, usage } = this;
    return { raw, parsed, format, name, description, expectedOutput, agentRole, messages, toolFailures, usage };
  }
}
