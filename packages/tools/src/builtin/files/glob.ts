/**
 * A test for paths by a pattern: `*` and `?` within one name, `**` over folders, `{a,b}` not. A pattern without a slash is compared with the last
 * name of the path. Takes time in proportion to path times pattern, whatever the pattern is.
 */
export function globMatcher(pattern: string): (path: string) => boolean {
  const bare = pattern.startsWith("./") ? pattern.slice(2) : pattern;
  if (!bare.includes("/")) return (path) => matchesName(path.slice(path.lastIndexOf("/") + 1), bare);
  const parts = bare.split("/");
  return (path) => matchesParts(path.split("/"), parts);
}

function matchesParts(names: readonly string[], parts: readonly string[]): boolean {
  return wildcardMatch(names, parts, {
    isMany: (part) => part === "**",
    isOne: (name, part) => matchesName(name, part),
  });
}

function matchesName(name: string, pattern: string): boolean {
  const letters = {
    isMany: (char: string) => char === "*",
    isOne: (char: string, part: string) => part === "?" || part === char,
  };
  return wildcardMatch(Array.from(name), Array.from(pattern), letters);
}

interface Wildcards {
  readonly isMany: (part: string) => boolean;
  readonly isOne: (item: string, part: string) => boolean;
}

/** The greedy match that only ever goes back to the last "many". */
function wildcardMatch(items: readonly string[], parts: readonly string[], { isMany, isOne }: Wildcards): boolean {
  let [item, part, lastMany, retryAt] = [0, 0, -1, 0];
  while (item < items.length) {
    const [current, wanted] = [items[item] ?? "", parts[part]];
    if (wanted !== undefined && isMany(wanted)) {
      [lastMany, retryAt] = [part, item];
      part += 1;
    } else if (wanted !== undefined && isOne(current, wanted)) {
      item += 1;
      part += 1;
    } else if (lastMany >= 0) {
      retryAt += 1;
      [item, part] = [retryAt, lastMany + 1];
    } else {
      return false;
    }
  }
  return parts.slice(part).every((rest) => isMany(rest));
}
