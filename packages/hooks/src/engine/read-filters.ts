import { suggestName } from "@boathook/kernel";
import { z } from "zod";

import { HookRegistrationError } from "../errors.ts";
import { sanitizeToolName } from "../sanitize-tool-name.ts";
import { compileFilters, type FilterName, type HookFilters, type Matcher } from "./filters.ts";
import type { HookPoint } from "./point.ts";

/** Filters that were read and found right, with the test they stand for. */
export interface CompiledFilters {
  readonly filters: HookFilters;
  /** Undefined: lets everything through. */
  readonly matches: Matcher | undefined;
}

const NO_FILTERS: CompiledFilters = { filters: {}, matches: undefined };
/** By what was read, and for which point. */
const compiled = new WeakMap<object, CompiledFilters & { readonly point: HookPoint }>();

/** Reads what was given as filters; everything wrong with them is named at once. What this gave before is not read again. */
export function readFilters(given: unknown, point: HookPoint, hook: string): CompiledFilters {
  if (given === undefined) return NO_FILTERS;
  const known = typeof given === "object" && given !== null ? compiled.get(given) : undefined;
  if (known?.point === point) return known;
  const parsed = filtersSchema.safeParse(given);
  const problems = parsed.success ? neverMatching(parsed.data, point) : parsed.error.issues.map(describeIssue);
  if (problems.length > 0 || !parsed.success) {
    throw new HookRegistrationError(
      `The filters of hook "${hook}" at ${point.name} are wrong: ${problems.join("; ")}.`,
      { point: point.name, hook },
    );
  }
  const result = { filters: parsed.data, matches: compileFilters(parsed.data), point };
  compiled.set(parsed.data, result);
  return result;
}

const names = z.array(z.string()).readonly().optional();
const filtersSchema = z.strictObject({
  agents: names,
  tools: names,
  kinds: z
    .array(z.enum(["task", "flow_method"]))
    .readonly()
    .optional(),
  strict: z.boolean().optional(),
  onError: z.enum(["continue", "abort"]).optional(),
  timeoutMs: z.number().positive().optional(),
  once: z.boolean().optional(),
  name: z.string().min(1).optional(),
  bufferStreams: z.boolean().optional(),
});

function neverMatching(filters: HookFilters, point: HookPoint): string[] {
  const problems = (filters.tools ?? [])
    .filter((name) => sanitizeToolName(name) === "")
    .map((name) => `tools: "${name}" can never match, no letter or digit is left of it as a tool's name`);
  const { filters: answered } = point;
  if (answered === undefined) return problems;
  if (filters.strict === true) {
    const used = (["agents", "tools", "kinds"] satisfies FilterName[]).filter((name) => filters[name]?.length);
    for (const name of used.filter((one) => !answered.includes(one))) {
      problems.push(`${name}: with \`strict\` it can never match here, this point has nothing to compare it with`);
    }
  }
  if (filters.bufferStreams === true && !answered.includes("bufferStreams")) {
    problems.push("bufferStreams: only post_model_call has streams");
  }
  return problems;
}

function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code !== "unrecognized_keys") return `${issue.path.join(".") || "filters"}: ${issue.message}`;
  return issue.keys
    .map((key) => `unknown filter "${key}" (${suggestName(key, Object.keys(filtersSchema.shape)) ?? ""})`)
    .join("; ");
}
