import path from "node:path";

const BY_EXTENSION: Readonly<Record<string, string>> = {
  ".csv": "text/csv",
  ".gif": "image/gif",
  ".htm": "text/html",
  ".html": "text/html",
  ".jpeg": "image/jpeg",
  ".jpg": "image/jpeg",
  ".json": "application/json",
  ".md": "text/markdown",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain",
  ".webp": "image/webp",
  ".xml": "application/xml",
  ".yaml": "application/yaml",
  ".yml": "application/yaml",
};

const UNKNOWN = "application/octet-stream";

/** The media type that a file's name, path or URL tells; undefined where it tells none. */
export function mediaTypeOfName(name: string): string | undefined {
  const [plain = ""] = name.split(/[?#]/, 1);
  return BY_EXTENSION[path.extname(plain).toLowerCase()];
}

/** The media type of a file: what its bytes begin with counts, then its name, then whether it is text at all. */
export function mediaTypeOf(bytes: Uint8Array, name: string): string {
  return mediaTypeOfStart(bytes) ?? mediaTypeOfName(name) ?? (textOf(bytes) === undefined ? UNKNOWN : "text/plain");
}

/** The text that the bytes are in UTF-8; undefined for anything else. */
export function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function mediaTypeOfStart(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (start.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (start.startsWith("GIF87a") || start.startsWith("GIF89a")) return "image/gif";
  if (start.startsWith("%PDF-")) return "application/pdf";
  return start.startsWith("RIFF") && start.endsWith("WEBP") ? "image/webp" : undefined;
}
