import { overlap, type Topic } from "../text/concepts.ts";
import { sentencesOf } from "../text/clauses.ts";
import { termsOf } from "../text/words.ts";

/** The sentences of a text that carry most of it and most of the topic, in the order of the text. Reads at most 60 000 characters. */
export function keySentences(text: string, topic: Topic, most: number): string[] {
  const sentences = sentencesOf(text.slice(0, 60_000))
    .filter((one) => one.length > 12)
    .slice(0, 600);
  if (sentences.length <= most) return sentences;
  const terms = sentences.map((one) => new Set(termsOf(one)));
  const counts = new Map<string, number>();
  for (const set of terms) for (const term of set) counts.set(term, (counts.get(term) ?? 0) + 1);
  const scored = sentences.map((sentence, at) => {
    let shared = 0;
    for (const term of terms[at] ?? []) shared += Math.min((counts.get(term) ?? 1) - 1, 5);
    // A long sentence shares much by its length alone; the beginning of a text says what it is.
    const central = shared / (5 + (terms[at]?.size ?? 0));
    return {
      at,
      score:
        central +
        overlap(topic, sentence) * 1.5 +
        (at === 0 ? 1.5 : at < 3 ? 0.6 : 0) -
        (sentence.length > 300 ? 1 : 0),
    };
  });
  const chosen = scored
    .sort((one, other) => other.score - one.score || one.at - other.at)
    .slice(0, most)
    .sort((one, other) => one.at - other.at);
  return chosen.map(({ at }) => sentences[at] ?? "");
}
