import { sanitizeToolName, type OptionalRef } from "@boathook/hooks";
import { ConfigurationError, instanceLike, readOptions, type Fault } from "@boathook/kernel";
import type { ModelToolSpec } from "@boathook/models";
import { z } from "zod";

import { faultsInTool } from "../tool-fields.ts";
import type { FailurePolicy, ToolFailure } from "../tool-failure.ts";
import { isToolSet } from "../tool-set.ts";
import { isTool, type Tool } from "../tool.ts";
import { RepeatGuard } from "./repeat-guard.ts";
import { entriesFor, type ToolEntry } from "./tool-entry.ts";

/** Whose calls they are; hooks, events and tools are shown them. */
export interface ToolboxOwner {
  readonly agent?: OptionalRef<"agent">;
  readonly agentRole?: string | undefined;
  readonly task?: OptionalRef<"task">;
  readonly crew?: OptionalRef<"crew">;
}

/** What a toolbox is made of. */
export interface ToolboxOptions {
  readonly tools: readonly Tool[];
  readonly owner?: ToolboxOwner | undefined;
  /** For tools that have none of their own; default "warn". */
  readonly failurePolicy?: FailurePolicy | undefined;
  /** True: results are remembered, save those of tools that say otherwise or that write. Default false. */
  readonly cache?: boolean | undefined;
  /** Asked before each call, by the tool's name here: a reason why it may not run now. Default: all may. */
  readonly refuses?: ((toolName: string) => string | undefined) | undefined;
}

/** The tools of one execution of an agent, with everything that is counted in it. Two executions share nothing but the tools themselves. */
export class Toolbox {
  /** Each tool once, in order. */
  readonly tools: readonly Tool[];
  readonly owner: ToolboxOwner;
  readonly failurePolicy: FailurePolicy;
  readonly cache: boolean;
  readonly refuses: ((toolName: string) => string | undefined) | undefined;
  readonly repeats = new RepeatGuard();
  readonly #entries: ReadonlyMap<string, ToolEntry>;
  readonly #failures: ToolFailure[] = [];
  #specs: readonly ModelToolSpec[] | undefined;

  /** Everything wrong with the options, and with any of the tools, is one `ConfigurationError`. */
  constructor(options: ToolboxOptions) {
    const read = readOptions(optionsSchema, options, { subject: "toolbox" });
    const faults = faultsInTools(read.tools);
    if (faults.length > 0) throw new ConfigurationError(faults, { subject: "toolbox" });
    this.tools = [...new Set(read.tools)];
    this.owner = read.owner ?? NOBODY;
    this.failurePolicy = read.failurePolicy ?? "warn";
    this.cache = read.cache ?? false;
    this.refuses = read.refuses;
    this.#entries = entriesFor(this.tools);
  }

  /** The tool that a model means by this name, in any spelling. */
  find(name: string): Tool | undefined {
    return this.entry(name)?.tool;
  }

  /** As `find`, with what the toolbox knows of the tool. */
  entry(name: string): ToolEntry | undefined {
    return this.#entries.get(name) ?? this.#entries.get(sanitizeToolName(name));
  }

  /** The tools as a model is told of them; `inputSchema` is JSON Schema. */
  toolsForModel(): readonly ModelToolSpec[] {
    return (this.#specs ??= [...this.#entries.values()].map((entry) => entry.spec));
  }

  /** The failures recorded so far, in order; those of the policy "ignore" are not among them. */
  get failures(): readonly ToolFailure[] {
    return this.#failures;
  }

  /** Records a failure. */
  addFailure(failure: ToolFailure): void {
    this.#failures.push(failure);
  }
}

const NOBODY: ToolboxOwner = {};

const toolLike = instanceLike<Tool>("a tool, made with tool() or of a subclass of Tool", isTool).refine(
  (value) => !isToolSet(value),
  { error: "expected a tool, got a set of tools; replace it by its tools with expandTools()" },
);
const anything = z.unknown().optional(); // only passed on
const optionsSchema = z.strictObject({
  tools: z.array(toolLike).readonly(),
  owner: z
    .strictObject({ agent: anything, agentRole: z.string().optional(), task: anything, crew: anything })
    .optional(),
  failurePolicy: z.enum(["ignore", "warn", "raise"]).optional(),
  cache: z.boolean().optional(),
  refuses: instanceLike<(toolName: string) => string | undefined>(
    "a function",
    (value) => typeof value === "function",
  ).optional(),
});

const checked = new WeakSet<Tool>();

function faultsInTools(tools: readonly Tool[]): Fault[] {
  return tools.flatMap((tool, index) => {
    if (checked.has(tool)) return [];
    const faults = faultsInTool(tool, `tools.${index}`);
    if (faults.length === 0) checked.add(tool);
    return faults;
  });
}
