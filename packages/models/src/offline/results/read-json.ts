import type { Collected } from "./findings.ts";
import { hasFileExtension } from "../text/paths.ts";
import { collectText } from "./read-text.ts";

/** Adds a JSON value: scalars as facts, lists as lists, lists of objects as tables, long strings as documents. */
export function collectJson(found: Collected, key: string, value: unknown, depth: number): void {
  if (Array.isArray(value)) collectArray(found, key, value, depth);
  else if (isNested(value) && depth < MAX_DEPTH) collectInner(found, key, Object.entries(value), depth);
  else if (isLong(value)) collectText(found, key, value);
  else if (cellText(value) !== "")
    found.facts.push({ key, value: typeof value === "string" ? value : cellText(value) });
}

const MAX_DEPTH = 5;
const MAX_ROWS = 5_000;
const MAX_COLUMNS = 12;

function collectInner(found: Collected, key: string, entries: readonly [string, unknown][], depth: number): void {
  for (const [name, inner] of entries) collectJson(found, key === "" ? name : `${key}.${name}`, inner, depth + 1);
}

function collectArray(found: Collected, key: string, items: readonly unknown[], depth: number): void {
  const objects = items.filter((item): item is Record<string, unknown> => isNested(item) && !Array.isArray(item));
  if (items.length === 0) found.facts.push({ key, value: "none" });
  else if (objects.length === items.length) collectRows(found, key, objects, depth);
  else {
    const texts = items.slice(0, MAX_ROWS).map(cellText);
    const isPaths = texts.filter(looksLikePath).length > texts.length * 0.8;
    found.lists.push({ key, kind: isPaths ? "paths" : "items", items: texts });
  }
}

function collectRows(found: Collected, key: string, objects: readonly Record<string, unknown>[], depth: number): void {
  const names = new Set(objects.slice(0, 200).flatMap((object) => Object.keys(object)));
  const columns = [...names].slice(0, MAX_COLUMNS);
  const rows = objects.slice(0, MAX_ROWS).map((object) => columns.map((name) => cellText(object[name])));
  found.tables.push({ key, columns, rows });
  const [only] = objects;
  if (objects.length !== 1 || only === undefined || depth >= MAX_DEPTH) return;
  // One row may carry more than a cell can show.
  collectInner(
    found,
    key,
    Object.entries(only).filter(([, inner]) => isNested(inner) || isLong(inner)),
    depth,
  );
}

function isLong(value: unknown): value is string {
  return typeof value === "string" && (value.length > 160 || value.includes("\n"));
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value) && !value.some(isNested)) return clip(value.map(String).join(", "));
  return clip(typeof value === "string" ? value.replace(/\s*\n\s*/g, " ") : JSON.stringify(value));
}

function clip(text: string): string {
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}

function isNested(value: unknown): value is Record<string, unknown> | unknown[] {
  return typeof value === "object" && value !== null;
}

function looksLikePath(text: string): boolean {
  return (
    !/\s/.test(text) &&
    !text.includes("://") &&
    (hasFileExtension(text) || /^[\w@.-]+(?:\/[\w@.-]+)*\/$/.test(text) || /^[\w@.-]+(?:\/[\w@.-]+)+$/.test(text))
  );
}
