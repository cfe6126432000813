import type { Ask, Candidate } from "./ask.ts";
import { labelledValues } from "./labels.ts";
import {
  dateCandidates,
  literalCandidates,
  nameCandidates,
  placeCandidates,
  queryCandidates,
  searchCandidates,
  symbolCandidates,
  titleCandidates,
} from "./candidates-text.ts";
import {
  columnCandidates,
  conditionCandidates,
  numberCandidates,
  operatorCandidates,
  valueCandidates,
} from "./candidates-data.ts";

/** The values a stretch of the task offers for an argument, the surest first, else in the order of the text. */
export function candidatesFor(ask: Ask): Candidate[] {
  const labelled = labelledValues(ask);
  const found = [
    ...labelled,
    ...ofKind(ask).filter((one) => !labelled.some((other) => one.start < other.end && other.start < one.end)),
  ];
  const best = Math.max(0, ...found.map((one) => one.strength));
  // Guesses are worth something only where nothing better is there.
  return found
    .filter((one) => one.strength > 1 || best === 1)
    .sort((one, other) => other.strength - one.strength || one.start - other.start);
}

function ofKind(ask: Ask): Candidate[] {
  const { mentions } = ask;
  switch (ask.param.kind) {
    case "expression":
      return [
        ...mentions.expressions.map((one) => at(one, one.loose ? 1 : 2)),
        ...literalCandidates(ask, /^[\d\s.+\-*/^()%,a-z]*\d[\d\s.+\-*/^()%,a-z]*$/i, 2),
      ].filter(unique);
    case "path":
      return paths(ask).map((one) => at(one, 2));
    case "directory":
      return directories(ask);
    case "glob":
      return mentions.paths.filter((one) => one.kind === "glob").map((one) => at(one, 3));
    case "url":
      return mentions.urls.map((one) => at(one, 2));
    case "email":
      return mentions.emails.map((one) => at(one, 2));
    case "date":
      return dateCandidates(ask);
    case "place":
      return placeCandidates(ask);
    case "search":
      return searchCandidates(ask);
    case "query":
      return queryCandidates(ask);
    case "sql":
      return mentions.sql.map((one) => at(one, 3));
    case "column":
      return columnCandidates(ask);
    case "operator":
      return operatorCandidates(ask);
    case "condition":
      return conditionCandidates(ask);
    case "value":
      return valueCandidates(ask);
    case "count":
      return numberCandidates(ask);
    case "identifier":
      return [
        ...mentions.codes.map((one) => at({ ...one, text: one.text.replace(/^#/, "") }, 2)),
        ...literalCandidates(ask, /^\S{1,80}$/, 2),
      ].filter(unique);
    case "symbol":
      return symbolCandidates(ask);
    case "language":
      return nameCandidates(ask, /\b(?:to|into|in|from)$/).filter(
        (one) => !ask.mentions.literals.some((literal) => literal.start === one.start),
      );
    case "title":
      return titleCandidates(ask);
    case "text":
      return textCandidates(ask);
    case "name":
    case "unknown":
      return nameCandidates(ask);
  }
}

function at(one: { text: string; start: number; end: number }, strength: Candidate["strength"]): Candidate {
  return { value: one.text, start: one.start, end: one.end, strength };
}

function unique(one: Candidate, index: number, all: readonly Candidate[]): boolean {
  return all.findIndex((other) => other.start < one.end && one.start < other.end) === index;
}

/** Files; of those that something is to be written to, only for a tool that writes. */
function paths(ask: Ask): { text: string; start: number; end: number }[] {
  const files = ask.mentions.paths.filter((one) => one.kind === "path");
  const isTarget = (one: { start: number }): boolean =>
    TARGET.test(
      ask.clause.text.slice(Math.max(0, one.start - ask.clause.start - 80), Math.max(0, one.start - ask.clause.start)),
    );
  const targets = files.filter(isTarget);
  if (!ask.tool.changesThings) return files.filter((one) => !targets.includes(one));
  return targets.length > 0 ? targets : files;
}

const TARGET =
  /\b(?:write|writes|save|store|export|put|append|output|record)\b[^.!?\n]{0,60}\b(?:to|into|in|as|under)\s+(?:the\s+|a\s+)?(?:file\s+)?(?:called\s+|named\s+)?["'`]?$/i;

function directories(ask: Ask): Candidate[] {
  const named = ask.mentions.paths.filter((one) => one.kind === "directory").map((one) => at(one, 3));
  if (named.length > 0) return named;
  const here = /\b(?:repo(?:sitory)?|project|codebase|workspace|(?:current|this|working) (?:directory|folder))\b/i.exec(
    ask.clause.text,
  );
  return here === null
    ? []
    : [{ value: ".", start: ask.clause.start + here.index, end: ask.clause.start + here.index, strength: 1 }];
}

/** A text to work on stands set apart, or after a colon; what is asked for as context is the task itself. */
function textCandidates(ask: Ask): Candidate[] {
  if (/^(?:context|background)$/i.test(ask.param.name))
    return [{ value: ask.clause.text.trim(), start: ask.clause.start, end: ask.clause.end, strength: 1 }];
  const apart = literalCandidates(ask, /\s|^\S{1,400}$/, 2);
  if (apart.length > 0) return apart;
  const after = /:\s+(\S[\s\S]{2,})$/.exec(ask.clause.text);
  const text = after?.[1]?.trim();
  return after === null || text === undefined
    ? []
    : [{ value: text, start: ask.clause.start + after.index, end: ask.clause.end, strength: 1 }];
}
