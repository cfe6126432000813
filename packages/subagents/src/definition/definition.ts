import { Agent } from "@boathook/crew";
import { sanitizeToolName } from "@boathook/hooks";
import { ConfigurationError, instanceLike, readOptions, suggestName, type Fault } from "@boathook/kernel";
import type { ModelSource } from "@boathook/models";
import { isTool, type Tool } from "@boathook/tools";
import { z } from "zod";

import type { ExecutionMode } from "../mode.ts";

/** What a subagent is made of. It has an `agent`, or `instructions` that one is made of. */
export interface SubagentOptions {
  /** By what it is asked for. */
  readonly name: string;
  /** Tells whoever may ask what it is good for. */
  readonly description: string;
  /** Default `"sync"`. */
  readonly mode?: ExecutionMode | undefined;
  readonly agent?: Agent | undefined;
  readonly instructions?: string | undefined;
  /** Of one that is made of instructions; default as an agent's. */
  readonly llm?: ModelSource | undefined;
  /** Of one that is made of instructions: its tools. */
  readonly tools?: readonly Tool[] | undefined;
  /** Names of the only tools that it, and whoever it asks, may use. Default: no limit of its own. */
  readonly allowTools?: readonly string[] | undefined;
  /** Names of tools that it, and whoever it asks, may not use. */
  readonly denyTools?: readonly string[] | undefined;
  /** How many agents may wait for one another; default 3. */
  readonly maxDepth?: number | undefined;
  /** Milliseconds for one attempt; default 600 000. */
  readonly timeoutMs?: number | undefined;
  /** Tokens for one attempt, those of whoever it asks included; no limit by default. */
  readonly maxTokens?: number | undefined;
  /** True: it may ask other subagents of the registry. Default false. */
  readonly canDelegate?: boolean | undefined;
}

const text = z.string().trim().min(1);
/** The name of a subagent. */
export const nameSchema = z.string().regex(/^[A-Za-z][\w-]{0,63}$/, {
  error: "expected letters, digits, hyphens and underscores, 64 at most, the first a letter",
});

const optionsSchema = z
  .strictObject({
    name: nameSchema,
    description: text,
    mode: z.enum(["sync", "fork", "teammate"]).optional(),
    agent: instanceLike<Agent>("an Agent", (value) => Agent.is(value)).optional(),
    instructions: text.optional(),
    llm: z.custom<ModelSource>(() => true).optional(),
    tools: z.array(instanceLike<Tool>("a tool", isTool)).readonly().optional(),
    allowTools: z.array(text).readonly().optional(),
    denyTools: z.array(text).readonly().optional(),
    maxDepth: z.int().min(0).max(20).optional(),
    timeoutMs: z.number().positive().optional(),
    maxTokens: z.int().positive().optional(),
    canDelegate: z.boolean().optional(),
  })
  .refine(({ agent, instructions }) => (agent === undefined) !== (instructions === undefined), {
    error: "expected `agent`, or `instructions`, and not both",
  })
  .refine(({ agent, tools, llm }) => agent === undefined || (tools === undefined && llm === undefined), {
    error: "`tools` and `llm` are those of the agent; narrow what it may do by allowTools and denyTools",
  });

/** A subagent that can be dispatched. */
export interface Subagent {
  readonly name: string;
  readonly description: string;
  readonly mode: ExecutionMode;
  readonly agent: Agent;
  readonly allowTools: ReadonlySet<string> | undefined;
  readonly denyTools: ReadonlySet<string>;
  readonly maxDepth: number;
  readonly timeoutMs: number;
  readonly maxTokens: number | undefined;
  readonly canDelegate: boolean;
}

const TIMEOUT_MS = 600_000;
const MAX_DEPTH = 3;

/** Reads a definition; everything wrong with it is one `ConfigurationError`. */
export function defineSubagent(options: SubagentOptions): Subagent {
  const read = readOptions<SubagentOptions>(optionsSchema, options, { subject: "subagent" });
  const { name, description, mode = "sync", instructions = "", llm, tools = [], allowTools, denyTools = [] } = read;
  const agent =
    read.agent ??
    new Agent({ role: name, goal: description, backstory: instructions, tools, ...(llm !== undefined && { llm }) });
  checkNames(agent, [...(allowTools ?? []), ...denyTools], name);
  return {
    ...{ name, description, mode, agent },
    allowTools: allowTools && new Set(allowTools.map(sanitizeToolName)),
    denyTools: new Set(denyTools.map(sanitizeToolName)),
    maxDepth: read.maxDepth ?? MAX_DEPTH,
    timeoutMs: read.timeoutMs ?? TIMEOUT_MS,
    maxTokens: read.maxTokens,
    canDelegate: read.canDelegate ?? false,
  };
}

/** A rule about a tool whose name is misspelt would protect nobody. Names of tools that come later (of servers, of delegates) are let be. */
function checkNames(agent: Agent, names: readonly string[], subagent: string): void {
  const known = agent.tools.map((tool) => sanitizeToolName(tool.name));
  const faults = names.flatMap((name, index): Fault[] => {
    if (known.includes(sanitizeToolName(name))) return [];
    const suggestion = suggestName(sanitizeToolName(name), known);
    if (suggestion?.startsWith("did you mean") !== true) return [];
    return [{ path: `tools.${index}`, message: `its agent has no tool "${name}"`, suggestion }];
  });
  if (faults.length > 0) throw new ConfigurationError(faults, { subject: `subagent "${subagent}"` });
}
