/** One point of an answer, in Markdown without its bullet; a table is one line of several rows. */
export interface Line {
  readonly text: string;
  readonly kind: "point" | "table" | "prose";
  /** It sums up what the others detail. */
  readonly isLead: boolean;
}

/** Points that belong together under one heading. */
export interface Block {
  readonly title: string;
  readonly lines: readonly Line[];
}

/** A point that details. */
export function point(text: string): Line {
  return { text, kind: "point", isLead: false };
}

/** A point that sums up. */
export function lead(text: string): Line {
  return { text, kind: "point", isLead: true };
}

/** "1 file", "3 files". */
export function counted(count: number, noun: string): string {
  const number = count.toLocaleString("en-US");
  if (count === 1) return `${number} ${noun}`;
  return `${number} ${/(?:s|x|ch|sh)$/.test(noun) ? `${noun}es` : noun.endsWith("y") && !/[aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`}`;
}

/** A text on one line, cut at a word when it is too long. */
export function oneLine(text: string, most: number): string {
  const flat = text.replace(/\s+/g, " ").trim();
  if (flat.length <= most) return flat;
  const cut = flat.slice(0, most - 1);
  const space = cut.lastIndexOf(" ");
  return `${(space > most * 0.6 ? cut.slice(0, space) : cut).replace(/[\s,;:]+$/, "")}…`;
}

/** A text in backticks, also when it holds backticks itself. */
export function code(text: string): string {
  const flat = text.replace(/\s+/g, " ").trim();
  return flat.includes("`") ? `\`\` ${flat} \`\`` : `\`${flat}\``;
}

/** `a`, `b` (3) and the like: the most frequent names with their counts. */
export function frequencies(
  names: readonly string[],
  most: number,
): { readonly name: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((one, other) => other.count - one.count)
    .slice(0, most);
}
