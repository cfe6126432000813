/** A word of a text, where it begins, and the stem it is compared by. */
export interface Word {
  readonly text: string;
  readonly stem: string;
  readonly index: number;
}

/** The words of a text in order; `camelCase` counts as its parts, text without spaces (Chinese, Japanese) as pairs of characters. */
export function wordsOf(text: string): Word[] {
  const found: Word[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const token = match[0];
    if (UNSPACED.test(token)) pushPairs(found, token, match.index);
    else found.push({ text: token, stem: stem(token), index: match.index });
  }
  return found;
}

/** The stems that carry meaning: no stop words, no single letters; repeated as often as they occur. */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const word of wordsOf(text)) if (isTerm(word)) terms.push(word.stem);
  return terms;
}

/** Whether a word carries meaning by itself. */
function isTerm(word: Word): boolean {
  return word.stem.length > 1 && !isStopWord(word.text);
}

/** Whether a word says nothing of the matter (articles, prepositions, auxiliaries). */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word.toLowerCase().replace(/['’]\p{L}{1,2}$/u, ""));
}

/** `getUserName`, `get_user_name` and `get-user-name` as `["get", "user", "name"]`. */
export function nameWords(name: string): string[] {
  return (name.match(NAME_PART) ?? []).map((part) => part.toLowerCase());
}

/** A light English stem: plural, -ing, -ed, -ation and the like go, so that "calculator" meets "calculate". */
export function stem(word: string): string {
  const plain = word.toLowerCase().replace(/['’]s?$/u, "");
  if (plain.length < 4 || !ASCII_WORD.test(plain)) return plain;
  const single = singular(plain);
  const bare = SUFFIXES.exec(single)?.[1] ?? single;
  const root = bare.length > 4 && bare.endsWith("e") ? bare.slice(0, -1) : bare;
  return root.length > 3 && DOUBLED.test(root) ? root.slice(0, -1) : root;
}

function singular(word: string): string {
  if (/.{2}ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x)es$/.test(word)) return word.slice(0, -2);
  return /[^sui]s$/.test(word) ? word.slice(0, -1) : word;
}

const TOKEN =
  /\p{Lu}?[\p{Ll}\p{M}]+(?:['’]\p{Ll}+)?|\p{Lu}+(?!\p{Ll})|\p{Lu}|\p{Nd}+|[\p{Lo}\p{Lm}\p{Lt}\p{M}\p{Nl}]+/gu;
const NAME_PART = /\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{Nd}+|\p{Lo}+|\p{Lu}/gu;
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const ASCII_WORD = /^[a-z]+$/;
const SUFFIXES = /^(.{4,}?)(?:izations?|ations?|ators?|ating|ated|ates?|ings?|ions?|ments?|ers?|ors?|ed|ly)$/;
const DOUBLED = /([b-df-hj-km-np-rtv-z])\1$/;

function pushPairs(found: Word[], token: string, index: number): void {
  const characters = Array.from(token);
  if (characters.length === 1) found.push({ text: token, stem: token, index });
  let at = index;
  for (let n = 0; n + 1 < characters.length; n += 1) {
    const pair = `${characters[n] ?? ""}${characters[n + 1] ?? ""}`;
    found.push({ text: pair, stem: pair, index: at });
    at += characters[n]?.length ?? 1;
  }
}

const STOP_WORDS = new Set(
  (
    "a about above after again all also am an and any are as at be because been before being below between both but by can could did do does doing done down during each else " +
    "few for from further get give given had has have having he her here hers him his how i if in into is it its itself just let like make makes may me might more most must my " +
    "need no nor not now of off on once one only or other our ours out over own per please same shall she should so some such than that the their theirs them then there these " +
    "they this those through to too under until up upon us use used uses using very via want was we were what when where which while who whom whose why will with within without " +
    "would you your yours tell show say says let's it's don't e.g i.e etc"
  ).split(" "),
);
