import { sanitizeToolName } from "@boathook/hooks";
import { toJsonSchema, type ModelToolSpec } from "@boathook/models";

import type { Copy } from "../input/copy-data.ts";
import { copierFor } from "../input/known-keys.ts";
import type { Tool } from "../tool.ts";

const MAX_LENGTH = 64;

/** A tool in a toolbox: its name there, and how often it ran. */
export interface ToolEntry {
  readonly tool: Tool;
  /** Sanitised, and numbered where an earlier tool has the name. */
  readonly name: string;
  readonly spec: ModelToolSpec;
  /** Copies arguments without what the tool's schema does not know. */
  readonly copyKnown: Copy;
  executions: number;
}

/** Gives each tool a name of its own, in order: `search`, `search_2`, `search_3`. */
export function entriesFor(tools: readonly Tool[]): Map<string, ToolEntry> {
  const entries = new Map<string, ToolEntry>();
  for (const tool of tools) {
    const name = freeName(sanitizeToolName(tool.name), entries);
    entries.set(name, { tool, name, ...factsOf(tool, name), executions: 0 });
  }
  return entries;
}

function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) {
    const ending = `_${number}`;
    free = `${name.slice(0, MAX_LENGTH - ending.length)}${ending}`;
  }
  return free;
}

interface ToolFacts {
  readonly spec: ModelToolSpec;
  readonly copyKnown: Copy;
}

/** Made once per tool object, under the name that it nearly always has. */
const known = new WeakMap<Tool, ToolFacts>();

function factsOf(tool: Tool, name: string): ToolFacts {
  const facts = known.get(tool) ?? makeFacts(tool);
  return facts.spec.name === name ? facts : { ...facts, spec: { ...facts.spec, name } };
}

function makeFacts(tool: Tool): ToolFacts {
  const schema = toJsonSchema(tool.inputSchema);
  // Models are told of an object, also by a union of objects, which names no type of its own.
  const inputSchema = "type" in schema ? schema : { type: "object", ...schema };
  const facts: ToolFacts = {
    spec: { name: sanitizeToolName(tool.name), description: tool.description, inputSchema },
    copyKnown: copierFor(schema),
  };
  known.set(tool, facts);
  return facts;
}
