import { createHash } from "node:crypto";

const MAX_LENGTH = 64;
const KEPT_LENGTH = 55;

/**
 * The form of a tool's name that models are shown and filters compare: snake case, ASCII, at most 64 characters (a longer name keeps 55 and a
 * hash). `deleteFile`, `Delete File` and `delete-file` are all `delete_file`; a name with nothing usable gives `""`.
 */
export function sanitizeToolName(name: string): string {
  const known = cache.get(name);
  if (known !== undefined) return known;
  const sanitized = shorten(snakeCase(name));
  if (name.length > MAX_CACHED_LENGTH) return sanitized;
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(name, sanitized);
  return sanitized;
}

/** Names come from models too: neither their number nor their length may fill the memory. */
const MAX_CACHED = 2_000;
const MAX_CACHED_LENGTH = 200;
const cache = new Map<string, string>();

function snakeCase(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/[^\x00-\x7F]/g, "") // eslint-disable-line no-control-regex -- all of ASCII is meant
    .replace(/(?<=[A-Z])(?=[A-Z][a-z])|(?<=[a-z])(?=[A-Z])/g, "_")
    .toLowerCase()
    .replace(/['"]/g, "")
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
}

function shorten(name: string): string {
  if (name.length <= MAX_LENGTH) return name;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 8);
  return `${name.slice(0, KEPT_LENGTH).replace(/_+$/, "")}_${hash}`;
}
