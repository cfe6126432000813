import { candidate, meets, placeIn, type Ask, type Candidate } from "./ask.ts";
import { conditionCandidates, operatorCandidates } from "./candidates-conditions.ts";
import {
  columnCandidates,
  dateCandidates,
  numberCandidates,
  unitCandidates,
  valueCandidates,
} from "./candidates-data.ts";
import {
  languageCandidates,
  nameCandidates,
  placeCandidates,
  repositoryCandidates,
  symbolCandidates,
} from "./candidates-names.ts";
import { directoryCandidates, globCandidates, pathCandidates } from "./candidates-path.ts";
import {
  literalCandidates,
  queryCandidates,
  searchCandidates,
  textCandidates,
  titleCandidates,
} from "./candidates-words.ts";
import { examplesOf, type Kind } from "./kinds.ts";
import { labelledValues } from "./labels.ts";

/** The values a stretch of the task offers for an argument, the surest first, else in the order of the text. */
export function candidatesFor(ask: Ask): Candidate[] {
  const labelled = [...labelledValues(ask), ...exampleValues(ask)];
  const others = SOURCES[ask.param.kind](ask).filter((one) => !labelled.some((other) => meets(one, other)));
  const found = [...labelled, ...others];
  const best = Math.max(0, ...found.map((one) => one.strength));
  // Guesses are worth something only where nothing better is there.
  return found
    .filter((one) => one.strength > 1 || best === 1)
    .sort((one, other) => other.strength - one.strength || one.start - other.start);
}

/** Examples of the schema that the text names itself ("coin name such as bitcoin"). */
function exampleValues(ask: Ask): Candidate[] {
  const text = ask.clause.text.toLowerCase();
  return examplesOf(ask.param.schema).flatMap((example) => {
    const index = /^[\p{L}\p{N}][\p{L}\p{N} -]{2,39}$/u.test(example) ? text.indexOf(example.toLowerCase()) : -1;
    const isWhole =
      index >= 0 && !/[\p{L}\p{N}]/u.test(`${text[index - 1] ?? ""}${text[index + example.length] ?? ""}`);
    return isWhole
      ? [candidate(ask.clause.text.slice(index, index + example.length), placeIn(ask, index, example.length), 3)]
      : [];
  });
}

/** For each kind of argument: what in a stretch of text could fill it. */
const SOURCES: Readonly<Record<Kind, (ask: Ask) => Candidate[]>> = {
  expression: expressionCandidates,
  path: pathCandidates,
  directory: directoryCandidates,
  glob: globCandidates,
  url: ({ mentions }) => mentions.urls.map((one) => candidate(one.text, one, 2)),
  email: ({ mentions }) => mentions.emails.map((one) => candidate(one.text, one, 2)),
  date: dateCandidates,
  place: placeCandidates,
  search: searchCandidates,
  query: queryCandidates,
  sql: ({ mentions }) => mentions.sql.map((one) => candidate(one.text, one, 3)),
  column: columnCandidates,
  operator: operatorCandidates,
  condition: conditionCandidates,
  value: valueCandidates,
  count: numberCandidates,
  identifier: identifierCandidates,
  symbol: symbolCandidates,
  unit: unitCandidates,
  repository: repositoryCandidates,
  language: languageCandidates,
  title: titleCandidates,
  text: textCandidates,
  name: nameCandidates,
  unknown: nameCandidates,
};

function expressionCandidates(ask: Ask): Candidate[] {
  const read = ask.mentions.expressions.map((one) => candidate(one.text, one, one.loose ? 1 : 2));
  return apart([...read, ...literalCandidates(ask, /^[\d\s.+\-*/^()%,a-z]*\d[\d\s.+\-*/^()%,a-z]*$/i)]);
}

function identifierCandidates(ask: Ask): Candidate[] {
  const codes = ask.mentions.codes.map((one) => candidate(one.text.replace(/^#/, ""), one, 2));
  return apart([...codes, ...literalCandidates(ask, /^\S{1,80}$/)]);
}

/** Without those that stand where an earlier one stands. */
function apart(candidates: readonly Candidate[]): Candidate[] {
  return candidates.filter((one, index) => candidates.findIndex((other) => meets(one, other)) === index);
}
