/** A number in a text, in digits or as a word, with the words on either side of it. */
export interface NumberMention {
  readonly value: number;
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
}

/** The numbers of a text in order; "1,250" is one number, "twelve" is 12. */
export function numbersOf(text: string): NumberMention[] {
  const numbers: NumberMention[] = [];
  for (const match of text.matchAll(NUMBER)) {
    const value = readNumber(match[0]);
    if (value === undefined) continue;
    const start = match.index;
    const end = start + match[0].length;
    numbers.push({
      value,
      start,
      end,
      before: wordsBefore(text, start),
      after: /^[\s-]*([\p{L}°%]+)/u.exec(text.slice(end, end + 40))?.[1] ?? "",
    });
  }
  return numbers;
}

/** A number as it is written, with thousands separators or as a word; nothing when it is none. */
export function readNumber(written: string): number | undefined {
  const word = NUMBER_WORDS.get(written.toLowerCase());
  if (word !== undefined) return word;
  if (!/^[-+]?\d/.test(written)) return undefined;
  const value = Number(/^[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(written) ? written.replaceAll(",", "") : written);
  return Number.isFinite(value) ? value : undefined;
}

const NUMBER_WORDS = new Map<string, number>(
  ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"].map(
    (word, n) => [word, n] as const,
  ),
);
for (const [word, value] of [
  ["fifteen", 15],
  ["twenty", 20],
  ["thirty", 30],
  ["fifty", 50],
  ["hundred", 100],
  ["dozen", 12],
] as const)
  NUMBER_WORDS.set(word, value);

const NUMBER = new RegExp(
  `(?<![\\w.])[-+]?\\d{1,15}(?:,\\d{3})*(?:\\.\\d{1,15})?(?![\\w]|\\.\\d)|(?<![\\w.])-?\\d{1,15}(?:\\.\\d{1,15})?(?=[%°€$£CFkKm]\\b|[%°])|\\b(?:${[...NUMBER_WORDS.keys()].join("|")})\\b`,
  "gi",
);

function wordsBefore(text: string, start: number): string {
  return /(?:[\p{L}_]+[\s:=]+){0,3}$/u.exec(text.slice(Math.max(0, start - 60), start))?.[0].trim() ?? "";
}
