/**
 * The words of a text as they are indexed and searched: lower case, without accents, English endings taken off, without the commonest words.
 * Where a script has no spaces, each character is a word, and so is each pair of neighbours. Only letters, digits and marks are left, so that no
 * term can say anything to the full-text engine.
 */
export function termsOf(text: string): string[] {
  const folded = text.normalize("NFKD").toLowerCase().replace(ACCENTS, "").normalize("NFC");
  const terms: string[] = [];
  for (const [word] of folded.matchAll(WORDS)) {
    if (STARTS_UNSPACED.test(word)) addPairs(terms, word);
    else if (!COMMON.has(word)) terms.push(stem(word.slice(0, LONGEST_TERM)));
  }
  return terms;
}

const LONGEST_TERM = 64;
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}`;
const ACCENTS = /[\u0300-\u036f]/g;
const WORDS = new RegExp(String.raw`[${UNSPACED}]+|(?:(?![${UNSPACED}])[\p{L}\p{N}\p{M}])+`, "gu");
const STARTS_UNSPACED = new RegExp(`^[${UNSPACED}]`, "u");

const COMMON: ReadonlySet<string> = new Set(
  (
    "a about after all also an and any are as at be been before but by can could did do does for from had has have how i if in into is it its " +
    "like me more my no not of on one or our so some than that the their them then there these they this to up us was we were what when where " +
    "which who why will with would you your"
  ).split(" "),
);

function addPairs(terms: string[], run: string): void {
  const characters = Array.from(run);
  characters.forEach((character, index) => {
    terms.push(character);
    const next = characters[index + 1];
    if (next !== undefined) terms.push(character + next);
  });
}

/** English endings only: what they are taken from needs not be a word, only the same for "refund", "refunds" and "refunded". */
function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  return withoutE(withoutVerbEnding(withoutPlural(word)));
}

function withoutPlural(word: string): string {
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  return /[^siu]s$/.test(word) ? word.slice(0, -1) : word;
}

function withoutVerbEnding(word: string): string {
  const rest = /^(.*[aeiouy].*)(?:ing|ed)$/.exec(word)?.[1];
  if (rest === undefined || rest.length < 3) return word;
  return /([^aeiouls])\1$/.test(rest) ? rest.slice(0, -1) : rest;
}

function withoutE(word: string): string {
  return word.length > 3 && word.endsWith("e") ? word.slice(0, -1) : word;
}
