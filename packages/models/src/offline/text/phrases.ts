import { areRelated } from "./concepts.ts";
import { extensionsNamed } from "./paths.ts";
import { isStopWord, stem, wordsOf } from "./words.ts";

/** What a clause is about, in its own words: the text after "about", "on" or "for", else the clause without its leading verbs. */
export function subjectOf(clause: string, toolStems: ReadonlySet<string>): string {
  const flat = clause.replace(/\s+/g, " ").trim().slice(0, 400);
  const labelled = LABELLED.exec(flat)?.[1];
  if (labelled !== undefined) return clean(labelled);
  const after = ABOUT.exec(flat)?.[1] ?? (leadsToTool(flat, toolStems) ? FOR.exec(flat)?.[1] : undefined);
  const body = after ?? withoutLead(flat, toolStems);
  return clean(CUE.exec(body)?.[1] ?? body);
}

/** The words of a clause that could be looked for literally: no verbs of asking, nothing that only names the tool's business or a language. */
export function salientWords(clause: string, toolStems: ReadonlySet<string>): string[] {
  const found = new Map<string, string>();
  for (const [word] of clause.matchAll(/\p{L}[\p{L}\p{N}_-]{3,60}/gu)) {
    const root = stem(word);
    const isPlain =
      isStopWord(word) || BUSINESS.has(root) || isRelatedToAny(root, toolStems) || extensionsNamed(word).length > 0;
    if (!isPlain && !found.has(root)) found.set(root, word);
  }
  return [...found.values()];
}

const LABELLED = /\b(?:topic|subject|theme|question|query)\s*:\s*(.{2,})$/i;
const ABOUT =
  /^.{0,120}?\b(?:about|regarding|concerning|on the (?:topic|subject|theme|question) of|on)\s+(?:the (?:topic|subject|theme)(?: of)?:?\s+)?(.{3,})$/i;
const FOR = /^.{0,80}?\bfor\s+(.{3,})$/i;
const CUE =
  /^(.{3,}?)(?:\s*(?:[;!?\n]|[.:](?:\s|$))|,?\s+(?:and|then|so that|so|in order to|using|with the help of|with a|with the|by|within|including|such as|as a|as an|that|which|who|where|at most|at least|less than|more than)\s|,\s|\s*\(|$)/i;
const BUSINESS = new Set(
  (
    "analyse analyze describe report write make give answer task question project code codebase repository repo file folder directory work part list most important main relevant each thing kind way " +
    "follow section overview summary finding result detail example information please name also clear short long good bad best new old first last next find found note explain handle handling look topic subject theme bullet point sentence paragraph"
  )
    .split(" ")
    .map(stem),
);

/** Whether the clause opens with the tool's own business ("search the web for …"), so that "for" leads to what is wanted. */
function leadsToTool(clause: string, toolStems: ReadonlySet<string>): boolean {
  return wordsOf(clause.slice(0, 60))
    .slice(0, 3)
    .some((word) => isRelatedToAny(word.stem, toolStems));
}

/** Without the words of asking at its beginning: "What is the capital of France?" leaves "capital of France". */
function withoutLead(clause: string, toolStems: ReadonlySet<string>): string {
  const words = wordsOf(clause);
  const first = words.find(
    (word) => !isStopWord(word.text) && !BUSINESS.has(word.stem) && !isRelatedToAny(word.stem, toolStems),
  );
  if (first === undefined) return "";
  return clause.slice(first.index);
}

function isRelatedToAny(term: string, stems: ReadonlySet<string>): boolean {
  if (stems.has(term)) return true;
  for (const other of stems) if (areRelated(term, other)) return true;
  return false;
}

function clean(phrase: string): string {
  return phrase
    .replace(/^(?:the|a|an|some|any|all|your|our|their)\s+/i, "")
    .replace(/[\s.,;:!?]+$/, "")
    .replace(/^["'`“]+|["'`”]+$/g, "")
    .trim();
}
