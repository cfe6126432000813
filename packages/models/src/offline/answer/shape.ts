import { readNumber } from "../text/numbers.ts";

/** What form the answer is asked to have. */
export interface Shape {
  readonly form: "free" | "list" | "table" | "value" | "prose" | "json";
  /** Headings the answer is to have, in order. */
  readonly sections: readonly string[];
  /** At most so many points, sentences, words. */
  readonly items: number | undefined;
  readonly sentences: number | undefined;
  readonly words: number | undefined;
  /** A document with a title. */
  readonly isReport: boolean;
}

/** Reads from the expected output, and where it is silent from the task, what form the answer is to have. */
export function readShape(expected: string, task: string): Shape {
  const wanted = expected.slice(0, 4_000);
  const both = `${wanted}\n${task.slice(0, 4_000)}`;
  const sections = sectionsNamed(wanted);
  const named = sections.length > 0 ? sections : sectionsNamed(task.slice(0, 4_000));
  return {
    form: formOf(wanted) ?? formOf(task.slice(0, 1_000)) ?? "free",
    sections: named,
    items: countOf(
      both,
      "(?:\\w+ )?(?:bullet points?|bullets|items|points|findings|facts|lines|entries|takeaways|recommendations|examples|ideas|reasons|steps)",
    ),
    sentences:
      countOf(both, "(?:\\w+ )?sentences?") ?? (/\b(?:one|a single|short) sentence\b/i.test(both) ? 1 : undefined),
    words: countOf(both, "words"),
    isReport:
      named.length > 0 ||
      /\b(?:report|article|essay|document|write-?up|briefing|post|paper)\b/i.test(wanted) ||
      /\b(?:write|produce|draft|prepare|compile|create)\b[^.\n]{0,40}\b(?:report|article|essay|document|briefing)\b/i.test(
        task.slice(0, 2_000),
      ),
  };
}

function formOf(text: string): Shape["form"] | undefined {
  if (
    /\b(?:only|just|single|bare)\b[^.\n]{0,20}\b(?:number|value|word|name|result|answer|figure)\b|\b(?:number|value|word|name|result) only\b|^\s*(?:a|the|one) (?:single )?(?:number|integer|value|word|name)\.?\s*$/i.test(
      text,
    )
  )
    return "value";
  if (/\btable\b/i.test(text)) return "table";
  if (/\bJSON\b/.test(text) && !/\bJSON files?\b/i.test(text)) return "json";
  if (/\b(?:bullets?|bulleted|numbered list|list of|a list|checklist)\b/i.test(text)) return "list";
  return /\b(?:sentences?|paragraphs?|prose)\b/i.test(text) ? "prose" : undefined;
}

/** Headings written out ("## Risks"), listed after "sections", or as a list under it. */
function sectionsNamed(text: string): string[] {
  const headings = Array.from(text.matchAll(/(?:^|\n)\s{0,3}#{2,4}\s+([^\n#]{2,80})/g), (match) =>
    clean(match[1] ?? ""),
  );
  if (headings.length > 1) return headings;
  const listed = LISTED_SECTIONS.exec(text)?.[1];
  if (listed !== undefined) return listed.trim().split("\n").map(sectionOfBullet);
  const inline = INLINE_SECTIONS.exec(text)?.[1] ?? /([^.\n;():]{3,200})\s+sections\b/i.exec(text)?.[1];
  return inline === undefined ? [] : splitNames(inline);
}

const LISTED_SECTIONS =
  /\b(?:sections?|headings?|chapters?)\b[^:\n]{0,40}:?\s*\n((?:\s*(?:[-*•]|\d{1,2}[.)])\s+[^\n]+\n?){2,})/i;
const INLINE_SECTIONS =
  /\b(?:sections|headings|chapters)\b(?:\s+(?:named|called|titled|on|for|about|are))?\s*[:(—-]?\s*([^.\n;()]{3,300})/i;

/** A bullet may go on to say what belongs into its section. */
function sectionOfBullet(line: string): string {
  const plain = line.replace(/^\s*(?:[-*•]|\d{1,2}[.)])\s+/, "");
  return clean(plain.split(/\s+[—–:]|:\s|\s-\s/)[0] ?? "");
}

function splitNames(inline: string): string[] {
  const names = inline
    .split(/\s*,\s*(?:and\s+|or\s+)?|\s+and\s+|\s*;\s*|\s*\/\s*/)
    .map(clean)
    .filter((name) => name !== "");
  const areHeadings = names.length >= 2 && names.every((name) => name.length <= 40 && name.split(" ").length <= 5);
  return areHeadings ? names : [];
}

function clean(name: string): string {
  const plain = name
    .replace(/[*_`"“”']/g, "")
    .replace(/^(?:an?|the|for|on|with|about)\s+/i, "")
    .replace(/[\s.:,]+$/, "")
    .trim();
  return plain === "" ? "" : `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`;
}

function countOf(text: string, noun: string): number | undefined {
  const match = new RegExp(
    `\\b(\\d{1,4}|one|two|three|four|five|six|seven|eight|nine|ten|twelve)(?:\\s*(?:-|–|to)\\s*(\\d{1,4}|\\w{3,5}))?[ -]${noun}\\b`,
    "i",
  ).exec(text);
  const value = readNumber(match?.[2] ?? "") ?? readNumber(match?.[1] ?? "");
  return value === undefined || value < 1 ? undefined : value;
}
