import { z } from "zod";

import { agentOptionsSchema } from "../agent/agent-options.ts";
import { conditionalOptionsShape } from "../task/conditional-task.ts";

/** What a name in a file stands for: a factory method of that kind, a plain method, or one of the `schemas`. */
export type Named = "agent" | "task" | "tool" | "llm" | "method" | "schema";

/** An option whose value in a file is a name, or a list of names. */
export interface NameOption {
  readonly of: Named;
  readonly isList: boolean;
  /** True: what is no name is taken as it is (a model's name, a criterion in words). */
  readonly isOpen: boolean;
}

/** What the entries of a file may hold. */
export interface EntryKind {
  readonly what: "agent" | "task" | "crew";
  /** The options whose values are data, and what they must be. */
  readonly data: Readonly<Record<string, z.ZodType>>;
  readonly names: Readonly<Record<string, NameOption>>;
}

/** Entries of agents.yaml: the options of an agent. */
export const agentEntries: EntryKind = kind("agent", agentOptionsSchema.shape, {
  llm: { of: "llm", isList: false, isOpen: true },
  tools: { of: "tool", isList: true, isOpen: false },
  stepCallback: { of: "method", isList: false, isOpen: false },
  guardrail: { of: "method", isList: false, isOpen: true },
});

/** Entries of tasks.yaml: the options of a task. */
export const taskEntries: EntryKind = kind("task", conditionalOptionsShape, {
  agent: { of: "agent", isList: false, isOpen: false },
  context: { of: "task", isList: true, isOpen: false },
  tools: { of: "tool", isList: true, isOpen: false },
  callback: { of: "method", isList: false, isOpen: false },
  condition: { of: "method", isList: false, isOpen: false },
  guardrail: { of: "method", isList: false, isOpen: true },
  guardrails: { of: "method", isList: true, isOpen: true },
  outputSchema: { of: "schema", isList: false, isOpen: false },
});

/** Makes the kind of entries whose data is what `shape` says, but for what names something and what no file can hold. */
export function entryKind(
  what: EntryKind["what"],
  shape: Readonly<Record<string, z.ZodType>>,
  parts: { readonly names: EntryKind["names"]; readonly codeOnly: readonly string[] },
): EntryKind {
  const { names, codeOnly } = parts;
  const data = Object.entries(shape).filter(([option]) => !codeOnly.includes(option) && !Object.hasOwn(names, option));
  return { what, data: Object.fromEntries(data), names };
}

/** The shape of a value that names something, as it stands in a file. */
export function nameSchema(option: NameOption): z.ZodType {
  if (option.of === "llm")
    return z.union([name, z.record(z.string(), z.unknown())], { error: "expected a name, or the settings of a model" });
  return option.isList ? z.array(name, { error: "expected a list of names, e.g. [one, two]" }) : name;
}

const name = z.string({ error: "expected a name" }).min(1, { error: "expected a name" });

function kind(
  what: EntryKind["what"],
  shape: Readonly<Record<string, z.ZodType>>,
  names: EntryKind["names"],
): EntryKind {
  return entryKind(what, shape, { names, codeOnly: ["config"] });
}
