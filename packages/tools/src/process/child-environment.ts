import { delimiter, isAbsolute } from "node:path";

/** Without these hardly any program runs; none of them holds a secret. */
const BASICS = [
  "PATH",
  "LANG",
  "LC_ALL",
  "LC_CTYPE",
  "TZ",
  "TMPDIR",
  "TEMP",
  "TMP",
  "SystemRoot",
  "PATHEXT",
  "ComSpec",
];

/**
 * The environment of a child process: the basics, those of ours that are named, and what is added. Nothing else of ours is in it, so keys and
 * passwords stay here. Relative folders are left out of PATH: a file in the working directory must not pass for a program.
 */
export function childEnvironment(
  names: readonly string[] = [],
  added: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of [...BASICS, ...names]) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = name === "PATH" ? absoluteOnly(value) : value;
  }
  return { ...environment, ...added };
}

function absoluteOnly(path: string): string {
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .join(delimiter);
}
