import type { Collected } from "./findings.ts";
import { hasFileExtension } from "../text/paths.ts";
import { collectText } from "./read-text.ts";

/** Adds a JSON value: scalars as facts, lists as lists, lists of objects as tables, long strings as documents. */
export function collectJson(found: Collected, key: string, value: unknown, depth: number): void {
  if (typeof value === "string" && (value.length > 160 || value.includes("\n"))) {
    collectText(found, key, value);
    return;
  }
  if (!isNested(value)) {
    if (value !== null && value !== undefined && value !== "") found.facts.push({ key, value: scalarText(value) });
    return;
  }
  if (Array.isArray(value)) collectArray(found, key, value, depth);
  else if (depth < MAX_DEPTH)
    for (const [name, inner] of Object.entries(value))
      collectJson(found, key === "" ? name : `${key}.${name}`, inner, depth + 1);
  else found.facts.push({ key, value: cellText(value) });
}

const MAX_DEPTH = 5;
const MAX_ROWS = 5_000;
const MAX_COLUMNS = 12;

function collectArray(found: Collected, key: string, items: readonly unknown[], depth: number): void {
  if (items.length === 0) {
    found.facts.push({ key, value: "none" });
    return;
  }
  const objects = items.filter((item): item is Record<string, unknown> => isNested(item) && !Array.isArray(item));
  if (objects.length === items.length) collectRows(found, key, objects, depth);
  else {
    const texts = items.slice(0, MAX_ROWS).map(cellText);
    found.lists.push({
      key,
      kind: texts.filter(looksLikePath).length > texts.length * 0.8 ? "paths" : "items",
      items: texts,
    });
  }
}

function collectRows(found: Collected, key: string, objects: readonly Record<string, unknown>[], depth: number): void {
  const columns = new Set<string>();
  for (const object of objects.slice(0, 200))
    for (const name of Object.keys(object)) if (columns.size < MAX_COLUMNS) columns.add(name);
  const names = [...columns];
  found.tables.push({
    key,
    columns: names,
    rows: objects.slice(0, MAX_ROWS).map((object) => names.map((name) => cellText(object[name]))),
  });
  const [only] = objects;
  // One row may carry more than a cell can show.
  if (objects.length === 1 && only !== undefined && depth < MAX_DEPTH) {
    for (const [name, inner] of Object.entries(only))
      if (isNested(inner) || (typeof inner === "string" && inner.length > 160))
        collectJson(found, key === "" ? name : `${key}.${name}`, inner, depth + 1);
  }
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value) && value.every((item) => !isNested(item))) return clip(value.map(scalarText).join(", "));
  return clip(isNested(value) ? JSON.stringify(value) : scalarText(value).replace(/\s*\n\s*/g, " "));
}

function clip(text: string): string {
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}

function scalarText(value: unknown): string {
  return typeof value === "string" ? value : String(value);
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
