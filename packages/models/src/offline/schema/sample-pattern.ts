/** A short text that a regular expression accepts, for the constructs that schemas use; nothing when none was found. */
export function sampleOf(pattern: string): string | undefined {
  const reader: Reader = { source: pattern.slice(0, 500), at: 0 };
  const sample = readAlternatives(reader, 0);
  return accepts(pattern, sample) ? sample : undefined;
}

function accepts(pattern: string, text: string): boolean {
  // Unicode classes need the flag, sloppy escapes need its absence.
  for (const flags of ["u", ""]) {
    try {
      if (new RegExp(pattern, flags).test(text)) return true;
    } catch {
      // Not a pattern under this flag.
    }
  }
  return false;
}

interface Reader {
  readonly source: string;
  at: number;
}

function readAlternatives(reader: Reader, depth: number): string {
  let first: string | undefined;
  let sequence = "";
  while (reader.at < reader.source.length && depth < 32) {
    const sign = reader.source[reader.at] ?? "";
    if (sign === ")") break;
    if (sign === "|") {
      first ??= sequence;
      sequence = "";
      reader.at += 1;
      continue;
    }
    const piece = readPiece(reader, depth);
    // A repetition of 10 000 would be a text nobody asked for.
    sequence += piece.repeat(Math.min(readRepeat(reader), 256));
  }
  return first ?? sequence;
}

function readPiece(reader: Reader, depth: number): string {
  const sign = reader.source[reader.at] ?? "";
  reader.at += 1;
  switch (sign) {
    case "^":
    case "$":
      return "";
    case ".":
      return "a";
    case "\\":
      return readEscape(reader);
    case "[":
      return readClass(reader);
    case "(":
      return readGroup(reader, depth);
    default:
      return sign;
  }
}

function readGroup(reader: Reader, depth: number): string {
  const kind = /^\?(?:[:=!]|<[=!]|<\w+>)/.exec(reader.source.slice(reader.at))?.[0] ?? "";
  reader.at += kind.length;
  const inside = readAlternatives(reader, depth + 1);
  reader.at += 1;
  // A look-around takes no text.
  return /[=!]$/.test(kind) ? "" : inside;
}

function readEscape(reader: Reader): string {
  const sign = reader.source[reader.at] ?? "";
  reader.at += 1;
  const known: Record<string, string> = {
    d: "0",
    w: "a",
    s: " ",
    D: "a",
    W: "-",
    S: "a",
    n: "\n",
    t: "\t",
    r: "\r",
    b: "",
    B: "",
  };
  if (sign === "p" || sign === "P") {
    const name = /^\{[^}]*\}/.exec(reader.source.slice(reader.at))?.[0] ?? "";
    reader.at += name.length;
    return name.includes("Lu") ? "A" : name.includes("N") ? "0" : "a";
  }
  return known[sign] ?? sign;
}

function readClass(reader: Reader): string {
  const end = classEnd(reader);
  const body = reader.source.slice(reader.at, end);
  reader.at = end + 1;
  const candidates = "a0A_- .@/" + body.replace(/[\\^\]]/g, "");
  return Array.from(candidates).find((one) => accepts(`[${body}]`, one)) ?? "";
}

function classEnd(reader: Reader): number {
  let at = reader.at;
  while (at < reader.source.length && reader.source[at] !== "]") at += reader.source[at] === "\\" ? 2 : 1;
  return at;
}

/** How often the piece just read has to stand, at least. */
function readRepeat(reader: Reader): number {
  const match = /^(?:([*+?])|\{(\d+)(?:,\d*)?\})\??/.exec(reader.source.slice(reader.at, reader.at + 24));
  if (match === null) return 1;
  reader.at += match[0].length;
  if (match[1] !== undefined) return match[1] === "+" ? 1 : 0;
  return Number(match[2]);
}
