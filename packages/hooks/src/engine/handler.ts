import type { HookFilters, Matcher } from "./filters.ts";
import type { AnyContext } from "./any-context.ts";

/** A hook as the engine calls it. */
export type HookFunction = (context: never) => unknown;

/** Which dialect a hook was written in. */
export type Dialect = "interception" | "lifecycle" | "skill" | "task" | "subagent";

/** One registration: what its author wrote, compiled once. */
export interface Handler {
  readonly point: string;
  /** `ClassName.method`, the function's name, the `name` filter, else `anonymous`. */
  readonly name: string;
  /** What the author wrote. */
  readonly hook: HookFunction;
  readonly call: (context: AnyContext) => unknown;
  readonly filters: HookFilters;
  /** Undefined: no filter, runs always. */
  readonly matches: Matcher | undefined;
  readonly dialect: Dialect;
  /** `file:line` where the hook was written down, when that is known. */
  readonly file: string | undefined;
  /** Takes it out of where it was registered; false when it was out already. */
  readonly remove: () => boolean;
  /** The `once` filter. */
  readonly isOnce: boolean;
  /** How many calls of it are on the stack right now (synchronous ones). */
  depth: number;
  /** Known to return promises: its calls run in a frame of their own, which finds recursion across awaits. */
  isAsync: boolean;
  /** A `once` hook that ran. */
  spent: boolean;
}
