import type { MaybePromise } from "@boathook/hooks";
import type { ModelSource } from "@boathook/models";
import { instanceLike } from "@boathook/kernel";
import { isTool, type FailurePolicy, type Tool } from "@boathook/tools";
import { z } from "zod";

import { configEntry } from "../config/config-options.ts";
import { recollectionShape, type RecollectionOptions } from "../memory/memory-options.ts";
import { isGuardrail, type Guardrail } from "../task/guardrail.ts";
import { planningSchema, type PlanningOptions } from "./planning/planning-options.ts";
import { modelSource } from "./model-source.ts";
import { PLACEHOLDERS, type PromptTemplates } from "./templates.ts";
import { functionLike } from "../options.ts";

/** An entry of agents.yaml, as it was read: names and numbers, not yet checked against these options. */
export type AgentConfig = Record<string, unknown>;

/** What an agent is made of. `role`, `goal` and `backstory` are required, here or in `config`; options win over `config`. */
export interface AgentOptions extends RecollectionOptions, PromptTemplates {
  role?: string | undefined;
  goal?: string | undefined;
  backstory?: string | undefined;
  config?: AgentConfig | undefined;
  /** Absent: the runtime's model, else `BOATHOOK_MODEL`, else the crew is refused. */
  llm?: ModelSource | undefined;
  tools?: readonly Tool[] | undefined;
  /** Folders of skills, or folders of such folders; read when the agent begins to work. */
  skills?: readonly string[] | undefined;
  /** `"auto"` (default): native tool calls unless the model cannot. */
  toolCalling?: "auto" | "native" | "text" | undefined;
  /** Model rounds before the final answer is forced; default 25. */
  maxIter?: number | undefined;
  /** Attempts after a failed one, per task; default 2. */
  maxRetryLimit?: number | undefined;
  /** Milliseconds for one execution, retries included; no limit by default. */
  maxExecutionTimeMs?: number | undefined;
  /** Model calls of this agent in any 60 seconds; further ones wait. Default: what the crew says, else no limit. */
  maxRpm?: number | undefined;
  /** True: it may hand work to the other agents of its crew and ask them. Default false. */
  allowDelegation?: boolean | undefined;
  /** True: a tool's results are remembered by arguments. */
  cache?: boolean | undefined;
  /** Default true: a conversation that is too long for the model is summarised. False: it is a `ContextWindowExceededError`. */
  respectContextWindow?: boolean | undefined;
  /** True: the prompt names today's date. */
  injectDate?: boolean | undefined;
  /** Told of every tool result and of the final answer. */
  stepCallback?: ((step: unknown) => MaybePromise<void>) | undefined;
  /** True, or how: it plans its work, does the steps (side by side where they allow it), looks at what came of them and sums up. Default false. */
  planning?: boolean | PlanningOptions | undefined;
  /** Judges the answers of `agent.kickoff`, as a task's does; not used in tasks, which have their own. */
  guardrail?: Guardrail | undefined;
  /** Further attempts after a refused answer; default 3. */
  guardrailMaxRetries?: number | undefined;
  toolFailurePolicy?: FailurePolicy | undefined;
  verbose?: boolean | undefined;
}

const text = z.string().min(1).optional();
const templateWith = (what: keyof typeof PLACEHOLDERS) =>
  z
    .string()
    .regex(PLACEHOLDERS[what], `it holds no ${NAMES[what]}, which stands for what the template is put around`)
    .optional();
const NAMES = { systemTemplate: "{{ .System }}", promptTemplate: "{{ .Prompt }}", responseTemplate: "{{ .Response }}" };
const count = z.int().nonnegative().optional();

/** The schema of `AgentOptions`. */
export const agentOptionsSchema = z.strictObject({
  role: text,
  goal: text,
  backstory: text,
  config: configEntry.optional(),
  llm: modelSource().optional(),
  skills: z.array(z.string().min(1)).readonly().optional(),
  tools: z.array(instanceLike<Tool>("a tool (made with tool() or a subclass of Tool)", isTool)).readonly().optional(),
  toolCalling: z.enum(["auto", "native", "text"]).optional(),
  maxIter: z.int().positive().optional(),
  maxRetryLimit: count,
  maxExecutionTimeMs: z.number().positive().optional(),
  maxRpm: z.int().positive().optional(),
  allowDelegation: z.boolean().optional(),
  cache: z.boolean().optional(),
  respectContextWindow: z.boolean().optional(),
  injectDate: z.boolean().optional(),
  stepCallback: functionLike<(step: unknown) => MaybePromise<void>>().optional(),
  systemTemplate: templateWith("systemTemplate"),
  promptTemplate: templateWith("promptTemplate"),
  responseTemplate: templateWith("responseTemplate"),
  guardrail: instanceLike<Guardrail>("a function, or a criterion in words", isGuardrail).optional(),
  guardrailMaxRetries: count,
  planning: planningSchema().optional(),
  toolFailurePolicy: z.enum(["ignore", "warn", "raise"]).optional(),
  ...recollectionShape,
  verbose: z.boolean().optional(),
});
