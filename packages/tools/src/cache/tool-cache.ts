import type { MaybePromise } from "@boathook/hooks";

/** Where results of tools are remembered. A key is the tool's name and its arguments; a value is a record that holds what the tool gave. */
export interface ToolCache {
  /** Undefined: not there. */
  get(key: string): MaybePromise<unknown>;
  set(key: string, value: unknown): MaybePromise<void>;
  /** Where given: the part of the cache that belongs to this tool object alone. */
  partFor?(tool: object): ToolCache;
}
