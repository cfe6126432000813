import { textOf, type Section } from "./section.ts";

/** One unit per element of a list or field of a record, as `path: value` lines. */
export function readJson(bytes: Uint8Array): Section[] {
  return [{ units: unitsOf(JSON.parse(withoutMark(textOf(bytes)))) }];
}

/** As `readJson`, for files with one value per line. */
export function readJsonLines(bytes: Uint8Array): Section[] {
  const lines = withoutMark(textOf(bytes)).split("\n");
  const units = lines.flatMap((line, index) => {
    if (line.trim() === "") return [];
    try {
      return [unitOf(JSON.parse(line), "")];
    } catch (error) {
      throw new Error(`line ${index + 1} is no JSON`, { cause: error });
    }
  });
  return [{ units }];
}

function unitsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map((element) => unitOf(element, ""));
  if (typeof value !== "object" || value === null) return [unitOf(value, "")];
  return Object.entries(value).map(([key, field]) => unitOf(field, key));
}

function unitOf(value: unknown, path: string): string {
  const lines: string[] = [];
  addLines(lines, value, path);
  return `${lines.join("\n")}\n\n`;
}

function addLines(lines: string[], value: unknown, path: string): void {
  if (typeof value !== "object" || value === null) {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    lines.push(path === "" ? text : `${path}: ${text}`);
    return;
  }
  for (const [key, field] of Object.entries(value)) {
    const inner = Array.isArray(value) ? path : path === "" ? key : `${path}.${key}`;
    addLines(lines, field, inner);
  }
}

function withoutMark(text: string): string {
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}
