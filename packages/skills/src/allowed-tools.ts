import { sanitizeToolName } from "@boathook/hooks";

/** The names under `allowed-tools`, and what is wrong with them. */
export interface AllowedTools {
  readonly names: readonly string[];
  readonly problems: readonly string[];
}

/** Reads `allowed-tools`: a list, or names in one text with spaces or commas between them. Undefined where nothing is said. */
export function readAllowedTools(value: string | readonly string[] | undefined): AllowedTools | undefined {
  if (value === undefined) return undefined;
  const parts = typeof value === "string" ? (value.match(/[^\s,(]+(?:\([^)]*\))?/g) ?? []) : value;
  const names = parts.map((part) => part.trim()).filter((part) => part !== "");
  return { names, problems: names.flatMap(problemOf) };
}

function problemOf(name: string): string[] {
  // To take the name and leave the rest would allow more than the file says.
  if (/[()*]/.test(name)) return [`"${name}": arguments and wildcards are not supported, name the tool alone`];
  return sanitizeToolName(name) === "" ? [`"${name}" names no tool`] : [];
}
