import type { MaybePromise } from "@boathook/hooks";
import { serviceKey } from "@boathook/kernel";

import { MemoryToolCache } from "./memory-tool-cache.ts";

/** Where results of tools are remembered. A key is the tool's name and its arguments; a value is a record that holds what the tool gave. */
export interface ToolCache {
  /** Undefined: not there. */
  get(key: string): MaybePromise<unknown>;
  set(key: string, value: unknown): MaybePromise<void>;
  /** Where given: the part of the cache that belongs to this tool object alone. */
  partFor?(tool: object): ToolCache;
}

/** The tool cache of the current runtime; by default in memory. */
export const ToolCacheService = serviceKey<ToolCache>("ToolCache", () => new MemoryToolCache());
