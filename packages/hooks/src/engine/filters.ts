import { sanitizeToolName } from "../sanitize-tool-name.ts";
import type { AnyContext } from "./any-context.ts";

/** Which calls a hook wants, and how it is treated. */
export interface HookFilters {
  /** Roles, matched exactly, after interpolation. */
  readonly agents?: readonly string[] | undefined;
  /** Tool names; spelling is sanitised on both sides. */
  readonly tools?: readonly string[] | undefined;
  /** Kinds of step. */
  readonly kinds?: readonly ("task" | "flow_method")[] | undefined;
  /** True: the hook does not run where the context has nothing to filter by. Default false: it runs there. */
  readonly strict?: boolean | undefined;
  /** What a throw of the hook does: `"continue"` (default) reports it and goes on, `"abort"` stops the operation. */
  readonly onError?: "continue" | "abort" | undefined;
  /** Milliseconds; past it the hook counts as thrown. Absent: no limit. */
  readonly timeoutMs?: number | undefined;
  /** True: runs for the first call that its filters let through, then never again. */
  readonly once?: boolean | undefined;
  /** Shown in events and logs. */
  readonly name?: string | undefined;
  /** True: at POST_MODEL_CALL, a stream's text is held back until this hook has run. */
  readonly bufferStreams?: boolean | undefined;
}

/** The filters whose use depends on the point. */
export type FilterName = "agents" | "tools" | "kinds" | "bufferStreams";

/** True when the hook wants this context. */
export type Matcher = (context: AnyContext) => boolean;

/** The test that the filters stand for; undefined when they let everything through. */
export function compileFilters(filters: HookFilters): Matcher | undefined {
  const strict = filters.strict === true;
  const tests: Matcher[] = [];
  if (filters.tools?.length) tests.push(isTool(filters.tools, strict));
  if (filters.agents?.length) tests.push(oneOf(filters.agents, roleOf, strict));
  if (filters.kinds?.length) tests.push(oneOf(filters.kinds, kindOf, strict));
  if (tests.length <= 1) return tests[0];
  return (context) => tests.every((test) => test(context));
}

function oneOf(
  allowed: readonly string[],
  read: (context: AnyContext) => string | undefined,
  strict: boolean,
): Matcher {
  const set = new Set<string>(allowed);
  return (context) => {
    const value = read(context);
    return value === undefined ? !strict : set.has(value);
  };
}

/** Of several tools with one name the models are shown numbered ones (`delete_file_2`): the name that the tool has itself counts, too. */
function isTool(names: readonly string[], strict: boolean): Matcher {
  const wanted = new Set(names.map(sanitizeToolName));
  return ({ toolName, tool }) => {
    if (typeof toolName !== "string") return !strict;
    const own = (tool as { name?: unknown } | null | undefined)?.name; // whatever stands there, only a text `name` is used
    return wanted.has(sanitizeToolName(toolName)) || (typeof own === "string" && wanted.has(sanitizeToolName(own)));
  };
}

function roleOf(context: AnyContext): string | undefined {
  const agent = context.agent as { role?: unknown } | null | undefined; // whatever stands there, only a text `role` is used
  const role = agent?.role ?? context.agentRole;
  return typeof role === "string" ? role : undefined;
}

function kindOf(context: AnyContext): string | undefined {
  return typeof context.kind === "string" ? context.kind : undefined;
}
