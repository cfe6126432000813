import path from "node:path";

import { readCsv } from "./read-csv.ts";
import { readJson, readJsonLines } from "./read-json.ts";
import { readMarkdown } from "./read-markdown.ts";
import { readPdf } from "./read-pdf.ts";
import { sentencesOf, textOf, type Section, type SectionReader } from "./section.ts";

/** What a file is read as. */
export type SourceType = "text" | "markdown" | "csv" | "json" | "jsonl" | "pdf";

/** All types, for schemas. */
export const SOURCE_TYPES: readonly SourceType[] = ["text", "markdown", "csv", "json", "jsonl", "pdf"];

/** The type that a file's name says; undefined for endings that are not known. */
export function typeOfFile(file: string): SourceType | undefined {
  return BY_ENDING[path.extname(file).toLowerCase()];
}

/** Reads bytes of that type. */
export const READERS: Readonly<Record<SourceType, SectionReader>> = {
  text: readPlain,
  markdown: readMarkdown,
  csv: readCsv,
  json: readJson,
  jsonl: readJsonLines,
  pdf: readPdf,
};

function readPlain(bytes: Uint8Array): Section[] {
  return [{ units: sentencesOf(textOf(bytes)) }];
}

const BY_ENDING: Readonly<Record<string, SourceType>> = {
  ".txt": "text",
  ".text": "text",
  ".log": "text",
  ".rst": "text",
  ".md": "markdown",
  ".markdown": "markdown",
  ".mdx": "markdown",
  ".csv": "csv",
  ".tsv": "csv",
  ".json": "json",
  ".jsonl": "jsonl",
  ".ndjson": "jsonl",
  ".pdf": "pdf",
};
