import { pathKind } from "../text/paths.ts";
import { descriptionOf, typesOf, type Schema } from "../schema/view.ts";
import { nameWords } from "../text/words.ts";

/** What sort of thing an argument wants, as far as its name, description, format and examples tell. */
export type Kind =
  | "expression"
  | "path"
  | "directory"
  | "glob"
  | "url"
  | "email"
  | "date"
  | "place"
  | "search"
  | "query"
  | "sql"
  | "column"
  | "operator"
  | "condition"
  | "value"
  | "identifier"
  | "symbol"
  | "unit"
  | "repository"
  | "language"
  | "name"
  | "text"
  | "title"
  | "count"
  | "unknown";

/** The kind of an argument. */
export function kindOf(name: string, schema: Schema, toolText: string): Kind {
  const description = descriptionOf(schema);
  const format = FORMATS[String(schema.node["format"])];
  if (format !== undefined) return format;
  const words = nameWords(name);
  const named = kindOfWords(words, description, toolText);
  if (named !== undefined) return named;
  if (typesOf(schema).some((type) => type === "number" || type === "integer")) return "value";
  return kindOfExamples(schema, description) ?? kindOfDescription(description) ?? "unknown";
}

/** The examples a schema gives, in `examples` or in its description ("e.g. ORD-123"). */
export function examplesOf(schema: Schema): string[] {
  const { examples, example } = schema.node;
  const given = [...(Array.isArray(examples) ? (examples as unknown[]) : []), example].filter(
    (one): one is string => typeof one === "string",
  );
  const told = /(?:e\.g\.|for example|for instance|such as|like|example:)\s*,?\s*["'`“]?([^"'`”,;)\n]{1,60})/i.exec(
    descriptionOf(schema),
  )?.[1];
  return told === undefined ? given : [...given, told.trim().replace(/\.$/, "")];
}

const FORMATS: Readonly<Record<string, Kind | undefined>> = {
  uri: "url",
  url: "url",
  "uri-reference": "url",
  email: "email",
  date: "date",
  "date-time": "date",
  uuid: "identifier",
};

const WORDS: readonly (readonly [Kind, string])[] = [
  ["sql", "sql statement"],
  ["expression", "expression expr formula equation calculation math arithmetic"],
  ["glob", "glob globs wildcard"],
  ["url", "url uri link href endpoint website webpage"],
  ["email", "email mail recipient recipients cc bcc"],
  ["directory", "directory dir folder cwd root"],
  ["path", "path paths file files filename filepath filenames"],
  ["date", "date day since until deadline when"],
  [
    "place",
    "city cities place places location locations town country countries region destination origin venue airport station harbour harbor address state",
  ],
  ["column", "column columns field fields property attribute attributes header metric sort groupby"],
  ["operator", "operator op comparator comparison"],
  ["condition", "where condition conditions filter filters predicate criteria"],
  ["symbol", "ticker tickers symbol symbols currency currencies base quote"],
  ["language", "language languages lang locale"],
  [
    "query",
    "query queries q search keyword keywords term terms question topic topics prompt phrase task request instruction",
  ],
  ["title", "title headline caption subject"],
  [
    "text",
    "text content contents body message input data document paragraph passage note comment payload context html markdown",
  ],
  ["count", "limit count max maximum top n num size depth lines days hours weeks months years page amount quantity k"],
  [
    "identifier",
    "id ids identifier code ref reference sku ticket issue uuid hash sha commit order account isbn key number no",
  ],
  [
    "name",
    "name names person people author user username customer client company organisation organization employee owner product artist coworker",
  ],
  ["unit", "unit units"],
  ["repository", "repo repository"],
  ["value", "value threshold"],
];
const KIND_OF_WORD = new Map(WORDS.flatMap(([kind, words]) => words.split(" ").map((word) => [word, kind] as const)));

function kindOfWords(words: readonly string[], description: string, toolText: string): Kind | undefined {
  if (words.some((word) => /^(?:pattern|regexp?)$/.test(word)))
    return patternKind(`${words.join(" ")} ${description}`, toolText);
  if (/^(?:from|to|source|target|src|dest|start|end)$/.test(words.join(" ")))
    return directionKind(description, toolText);
  const kinds = [...words].reverse().flatMap((word) => KIND_OF_WORD.get(word) ?? []);
  // A "customer name" is a name, a "file name" a file: any other word of the name says more.
  const kind = kinds.find((one) => one !== "name") ?? kinds[0];
  if (kind === "query") return isLiteralSearch(words, description, toolText) ? "search" : kind;
  return kind === "condition" && /\bglob|wildcard|\*\.\w/i.test(description) ? "glob" : kind;
}

/** "pattern" is a wildcard for files, or what a search looks for. */
function patternKind(own: string, toolText: string): Kind {
  if (/\bregex|regular expression/i.test(`${own} ${toolText}`)) return "search";
  if (/\bglob|wildcard|\*\.\w|\*\*\//i.test(own)) return "glob";
  return /\b(?:search(?:es|ing)?|grep|match(?:es|ing)? (?:lines|text)|occurrences|contents?)\b/i.test(
    `${own} ${toolText}`,
  )
    ? "search"
    : "glob";
}

function directionKind(description: string, toolText: string): Kind {
  const text = `${description} ${toolText}`;
  if (/\bcurrenc|exchange rate/i.test(text)) return "symbol";
  if (/\btranslat|language/i.test(text)) return "language";
  if (/\bdate|day|calendar/i.test(description)) return "date";
  if (/\bmail|recipient/i.test(text)) return "email";
  if (/\bfile|path|folder\b/i.test(text)) return "path";
  return /\bunit|convert/i.test(text) ? "unit" : "place";
}

/** A search inside files or lines wants the literal words; a search engine wants a question. */
function isLiteralSearch(words: readonly string[], description: string, toolText: string): boolean {
  if (words.includes("question") || words.includes("topic") || words.includes("task")) return false;
  return /\b(?:grep|regex|regular expression|exact|literal|substring|occurrences?|lines? (?:that |which )?(?:match|contain)|(?:in|through|across|of) (?:the |all )?(?:files?|code|source|lines|contents?|codebase|repository))\b/i.test(
    `${description} ${toolText}`,
  );
}

function kindOfExamples(schema: Schema, description: string): Kind | undefined {
  for (const example of examplesOf(schema)) {
    const shape = SHAPES.find(([, pattern]) => pattern.test(example))?.[0] ?? pathKind(example);
    // A capitalised word may be anything that has a name: a city, a person.
    const kind = shape === "name" ? (kindOfDescription(description) ?? shape) : shape;
    if (kind !== undefined) return kind;
  }
  return undefined;
}

const SHAPES: readonly (readonly [Kind, RegExp])[] = [
  ["url", /^https?:/],
  ["email", /^\S+@\S+\.\S+$/],
  ["date", /^\d{4}-\d{2}-\d{2}/],
  ["expression", /^[\d\s().]+[-+*/^][\d\s().+*/^-]+$/],
  ["sql", /^select\s/i],
  ["identifier", /^#?[A-Z]*[-_]?\d[\w-]*$/],
  ["symbol", /^[A-Z]{2,5}$/],
  ["name", /^\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)*$/u],
];

function kindOfDescription(description: string): Kind | undefined {
  const words = nameWords(description.slice(0, 200)).filter((word) => !VAGUE.has(word));
  const kinds = words.flatMap((word) => KIND_OF_WORD.get(word) ?? KIND_OF_WORD.get(word.replace(/s$/, "")) ?? []);
  return kinds.find((kind) => kind !== "count");
}

/** Words that say what an argument is when they are its name, and little in a description. */
const VAGUE = new Set("key no top max base data input state when where n k number order size".split(" "));
