/** A SKILL.md in its two parts. */
export interface SkillFileParts {
  /** The YAML between the two lines `---`. */
  readonly head: string;
  readonly body: string;
}

/** Takes a SKILL.md apart; undefined when it does not begin with a head that ends. Line ends may be those of Windows; a byte order mark is passed over. */
export function splitSkillFile(text: string): SkillFileParts | undefined {
  const bare = text.startsWith("\ufeff") ? text.slice(1) : text;
  const opening = /^---[ \t]*\r?\n/.exec(bare);
  if (opening === null) return undefined;
  const start = opening[0].length;
  const closing = /^---[ \t]*$/m.exec(bare.slice(start).replaceAll("\r", " "));
  if (closing === null) return undefined;
  const end = start + closing.index;
  return { head: bare.slice(start, end), body: bare.slice(end + closing[0].length) };
}
