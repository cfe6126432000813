/** A day named in a text; `iso` is `YYYY-MM-DD` when the text names one day of one year. */
export interface DateMention {
  readonly text: string;
  readonly iso: string | undefined;
  readonly start: number;
  readonly end: number;
}

/** The days a text names: ISO dates (with time), "30 November 2026", "Nov 30", "next Monday", "tomorrow". */
export function datesOf(text: string): DateMention[] {
  const found: DateMention[] = [];
  for (const match of text.matchAll(ISO))
    add(found, match, isoOf(Number(match[1]), Number(match[2]), Number(match[3])));
  for (const match of text.matchAll(DAY_FIRST)) add(found, match, named(match[3], match[2], match[1]));
  for (const match of text.matchAll(MONTH_FIRST)) add(found, match, named(match[3], match[1], match[2]));
  for (const match of text.matchAll(RELATIVE)) add(found, match, undefined);
  return found.sort((one, other) => one.start - other.start);
}

/** Whether a word names a month or a day of the week. */
export function isCalendarWord(word: string): boolean {
  return CALENDAR.has(word.toLowerCase().replace(/\.$/, ""));
}

const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];
const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const CALENDAR = new Set([...MONTHS, ...DAYS, ...MONTHS.map((month) => month.slice(0, 3)), "sept"]);
const MONTH =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";
const ISO = /\b(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[-+]\d{2}:?\d{2})?)?(?![\w-])/g;
const DAY_FIRST = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH}(?:,? (\\d{4}))?\\b`, "gi");
const MONTH_FIRST = new RegExp(`\\b${MONTH} (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?\\b(?!:)`, "gi");
const RELATIVE = new RegExp(
  `\\b(?:(?:next|this|last) (?:week(?:end)?|month|year|${DAYS.join("|")})|today|tonight|tomorrow|yesterday|${DAYS.join("|")})\\b`,
  "gi",
);

function add(found: DateMention[], match: RegExpExecArray, iso: string | undefined): void {
  const start = match.index;
  const end = start + match[0].length;
  if (!found.some((other) => start < other.end && other.start < end)) found.push({ text: match[0], iso, start, end });
}

function named(year: string | undefined, month: string | undefined, day: string | undefined): string | undefined {
  const at = MONTHS.findIndex((name) => name.startsWith((month ?? "-").slice(0, 3).toLowerCase()));
  return year === undefined ? undefined : isoOf(Number(year), at + 1, Number(day));
}

function isoOf(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (Number.isNaN(date.getTime()) || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return date.toISOString().slice(0, 10);
}
