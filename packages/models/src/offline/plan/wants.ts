/** Whether a clause wants something done to more than what it names ("the key files", "each of them"). */
export function wantsMany(text: string): boolean {
  return MANY.test(text);
}

/** How many of them it wants: "the three largest files" wants three. */
export function wantedCount(text: string): number | undefined {
  const written = COUNTED.exec(text)?.[1]?.toLowerCase();
  if (written === undefined) return undefined;
  const word = ["one", "two", "three", "four"].indexOf(written);
  return word >= 0 ? word + 1 : Number(written);
}

const MANY =
  /\b(?:each|every|all|most|key|main|important|relevant|largest|biggest|several|few|some|those|them|these|files|pages|items|others?)\b/i;
const COUNTED =
  /\b(?:the|up to|at most)\s+(one|two|three|four|[1-4])\s+(?:most|largest|biggest|main|key|important|relevant|first|top|best|latest|files|pages|documents)/i;
