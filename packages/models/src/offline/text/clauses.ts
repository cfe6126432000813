/** A piece of a text that says one thing: a sentence, a line, or what follows "then" or "but". */
export interface Clause {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** It says what must not be done. */
  readonly negated: boolean;
}

/** The clauses of a text in order. */
export function clausesOf(text: string): Clause[] {
  const clauses: Clause[] = [];
  let start = 0;
  for (const match of text.matchAll(BREAK)) {
    push(clauses, text, start, match.index + (match[1]?.length ?? 0));
    start = match.index + match[0].length;
  }
  push(clauses, text, start, text.length);
  return clauses;
}

/** The sentences of prose, white space made single; headings, fences and empty lines are left out. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  for (const paragraph of text.split(/\n\s*\n/)) {
    const plain = paragraph
      .split("\n")
      .filter((line) => !/^\s*(?:#|```|[|]|<!--|\[!\[|!\[)/.test(line))
      .join(" ")
      .replace(/\s+/g, " ")
      .trim();
    for (const sentence of plain.split(SENTENCE_END)) if (sentence.trim() !== "") sentences.push(sentence.trim());
  }
  return sentences;
}

// The first group is the mark that still belongs to the clause before.
const VERBS =
  "read|list|find|search|look|count|check|write|send|e-?mail|compute|calculate|get|show|summari[sz]e|compare|open|fetch|delete|remove|create|save|convert|translate|report|describe|explain|give|tell|analy[sz]e|review|name|add up";
// A new imperative begins a new clause: "list the files, read the README and count the lines".
const BREAK = new RegExp(
  `([.!?;。！？；])(?:\\s+|$)|\\n+|,?\\s+(?:and\\s+)?then,?\\s+|,?\\s+but\\s+|[。！？；]|(?:[,:]\\s+(?:and\\s+)?|\\s+and\\s+)(?=(?:${VERBS})\\b)`,
  "gi",
);
const SENTENCE_END = /(?<=[.!?]["')]?)\s+(?=[\p{Lu}\p{N}"'(`*])|(?<=[。！？])/u;
const NEGATION =
  /\b(?:do not|don['’]t|does not|must not|mustn['’]t|should not|shouldn['’]t|never|without|avoid|instead of|no need to|rather than|cannot|can['’]t|not allowed to)\b/i;

function push(clauses: Clause[], text: string, start: number, end: number): void {
  const piece = text.slice(start, end);
  if (piece.trim() !== "") clauses.push({ text: piece, start, end, negated: NEGATION.test(piece) });
}
