import safeRegex from "safe-regex2";

/** True for a regular expression that may take exponentially long: a repetition inside of a repetition, or very many of them. */
export function isRiskyPattern(pattern: string): boolean {
  return !safeRegex(pattern);
}
