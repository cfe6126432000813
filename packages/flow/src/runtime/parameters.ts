import { isPlainObject } from "@boathook/hooks";

type AnyFunction = (...args: never[]) => unknown;

const declared = new WeakMap<AnyFunction, boolean>();

/** True when a function declares a parameter, also one with a default or a rest parameter, which `length` does not count. */
export function declaresParameter(method: unknown): boolean {
  if (typeof method !== "function") return false;
  const known = declared.get(method as AnyFunction);
  if (known !== undefined) return known;
  const answer = method.length > 0 || hasParameterText(Function.prototype.toString.call(method));
  declared.set(method as AnyFunction, answer);
  return answer;
}

/** The parameters of a method as hooks and events see them: by position, `_0`. */
export function parametersOf(args: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(args.map((arg, index) => [`_${index}`, arg]));
}

/**
 * The arguments that a record of parameters stands for: `_` and a number by position, in the order of the numbers, gaps closed; all other keys
 * together as one object, the last argument. Anything but a record leaves the arguments as they were.
 */
export function argumentsOf(payload: unknown, original: readonly unknown[]): readonly unknown[] {
  if (!isPlainObject(payload)) return original;
  const keys = Object.keys(payload);
  const positions = keys.filter(isPosition).sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
  const named = keys.filter((key) => !isPosition(key)).map((key) => [key, payload[key]] as const);
  const args = positions.map((key) => payload[key]);
  return named.length === 0 ? args : [...args, Object.fromEntries(named)];
}

function isPosition(key: string): boolean {
  return /^_\d+$/.test(key);
}

/** Looks past comments, keywords and the name (which may be computed or quoted) for the list of parameters. */
function hasParameterText(source: string): boolean {
  const text = source.replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, " ");
  const list =
    /^\s*(?:async\b\s*)?(?:function\b\s*)?\*?\s*(?:\[[^]*?\]|"[^"]*"|'[^']*'|[\w$\u0080-\uffff]*)\s*\(([^]*)$/.exec(
      text,
    )?.[1];
  return list !== undefined && !/^\s*\)/.test(list);
}
