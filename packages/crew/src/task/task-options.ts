import type { MaybePromise } from "@boathook/hooks";
import { instanceLike } from "@boathook/kernel";
import { isTool, type FailurePolicy, type Schema, type Tool } from "@boathook/tools";
import { z } from "zod";

import { Agent } from "../agent/agent.ts";
import { configEntry } from "../config/config-options.ts";
import { inputFilesSchema, type InputFiles } from "../files/input-files.ts";
import { functionLike, unchecked } from "../options.ts";
import type { TaskOutput } from "../output/task-output.ts";
import { isGuardrail, type Guardrail } from "./guardrail.ts";

/** An entry of tasks.yaml, as it was read. */
export type TaskConfig = Record<string, unknown>;

/** What a task is made of. `description` and `expectedOutput` are required, here or in `config`; options win over `config`. */
export interface TaskOptions<O = unknown> {
  description?: string | undefined;
  expectedOutput?: string | undefined;
  config?: TaskConfig | undefined;
  name?: string | undefined;
  agent?: Agent | undefined;
  /** Whose outputs it is shown: absent, all earlier ones; `[]`, none. */
  context?: readonly { readonly id: string }[] | undefined;
  /** Instead of the agent's. */
  tools?: readonly Tool[] | undefined;
  /** True: later tasks do not wait for it, until one that is not asynchronous does. */
  asyncExecution?: boolean | undefined;
  /** The shape of `parsed`. */
  outputSchema?: Schema<O> | undefined;
  /** True: the answer must be JSON, of any shape. */
  outputJson?: boolean | undefined;
  /** True: the answer is asked for as Markdown. */
  markdown?: boolean | undefined;
  /** Written when the task is done; inside the crew's `outputDir`, else the working directory. */
  outputFile?: string | undefined;
  /** Default true: folders of `outputFile` are made. */
  createDirectory?: boolean | undefined;
  callback?: ((output: TaskOutput<O>) => MaybePromise<void>) | undefined;
  /** True: a person reads the answer; an empty reply accepts it, any other goes back to the agent, as often as it takes. */
  humanInput?: boolean | undefined;
  guardrail?: Guardrail | undefined;
  /** In order; instead of `guardrail`. */
  guardrails?: readonly Guardrail[] | undefined;
  /** Further attempts after a refused output; default 3. */
  guardrailMaxRetries?: number | undefined;
  /** Shown to the model, by name: bytes, or the path or URL of a file. They come on top of the kickoff's. */
  inputFiles?: InputFiles | undefined;
  /** Whether the prompt shows the input `triggerPayload`: absent, in the first task of a sequential crew only. */
  allowTriggerContext?: boolean | undefined;
  toolFailurePolicy?: FailurePolicy | undefined;
}

const text = z.string().min(1).optional();
const guardrail = instanceLike<Guardrail>("a function, or a criterion in words", isGuardrail);

/** The schema of `TaskOptions`. */
export const taskOptionsSchema = z.strictObject({
  description: text,
  expectedOutput: text,
  config: configEntry.optional(),
  name: text,
  agent: instanceLike<Agent>("an Agent", (value) => Agent.is(value)).optional(),
  context: z.array(unchecked<{ readonly id: string }>()).readonly().optional(),
  tools: z.array(instanceLike<Tool>("a tool (made with tool() or a subclass of Tool)", isTool)).readonly().optional(),
  asyncExecution: z.boolean().optional(),
  outputSchema: instanceLike<Schema>("a schema (zod, or any Standard Schema)", isSchema).optional(),
  outputJson: z.boolean().optional(),
  markdown: z.boolean().optional(),
  outputFile: text,
  createDirectory: z.boolean().optional(),
  callback: functionLike<(output: TaskOutput) => MaybePromise<void>>().optional(),
  humanInput: z.boolean().optional(),
  guardrail: guardrail.optional(),
  guardrails: z.array(guardrail).readonly().optional(),
  guardrailMaxRetries: z.int().nonnegative().optional(),
  inputFiles: inputFilesSchema.optional(),
  allowTriggerContext: z.boolean().optional(),
  toolFailurePolicy: z.enum(["ignore", "warn", "raise"]).optional(),
});

function isSchema(value: unknown): boolean {
  return (typeof value === "object" || typeof value === "function") && value !== null && "~standard" in value;
}
