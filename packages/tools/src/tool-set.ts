import { isPromiseLike } from "@boathook/kernel";
import { z } from "zod";

import type { ToolContext } from "./tool-context.ts";
import { ToolFailure } from "./tool-failure.ts";
import { Tool } from "./tool.ts";

/**
 * Tools that are known only when they are asked for: those of a server. It stands where a tool stands, and an agent's execution replaces it by
 * what it lists.
 */
export abstract class ToolSet extends Tool {
  readonly inputSchema = z.object({});

  /** The tools there are now. */
  abstract list(): Promise<readonly Tool[]>;

  execute(_input: unknown, _context: ToolContext): ToolFailure {
    return new ToolFailure({ message: `"${this.name}" is a set of tools and cannot be called itself.` });
  }
}

const BRAND = Symbol.for("boathook:tool-set");
Object.defineProperty(ToolSet.prototype, BRAND, { value: true });

/** True for a set of tools, also one of a second copy of the package. */
export function isToolSet(value: unknown): value is ToolSet {
  return typeof value === "object" && value !== null && BRAND in value;
}

/** The tools, with each set replaced by its tools; the very list, at once, where there is no set. */
export function expandTools(tools: readonly Tool[]): readonly Tool[] | Promise<readonly Tool[]> {
  return tools.some(isToolSet) ? expand(tools) : tools;
}

async function expand(tools: readonly Tool[]): Promise<readonly Tool[]> {
  const lists = await Promise.all(tools.map(async (tool) => (isToolSet(tool) ? tool.list() : [tool])));
  const expanded = expandTools(lists.flat());
  return isPromiseLike(expanded) ? await expanded : expanded;
}
