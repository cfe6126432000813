import { fileURLToPath } from "node:url";

/** `file:line` of the first caller outside of this package; undefined when the stack does not say. Where a hook comes from is what one asks first at 3 a.m. */
export function callerFile(): string | undefined {
  const stack: unknown = new Error().stack; // a tool may have replaced how stacks are written
  if (typeof stack !== "string") return undefined;
  for (const line of stack.split("\n").slice(1)) {
    const place = PLACE.exec(line);
    const file = place?.[1] === undefined ? undefined : asPath(place[1]);
    if (file !== undefined && !file.startsWith(OWN_FOLDER) && !GO_BETWEEN.test(file))
      return `${file}:${place?.[2] ?? ""}`;
  }
  return undefined;
}

/** A place in a file, as V8 writes it at the end of a line: a URL or an absolute path, the line, the column. */
const PLACE = /(file:\/\/[^()]+|(?<=[\s(])(?:\/|[A-Za-z]:\\)[^()]+):(\d+):\d+\)?$/;
/** Code that applies decorators for the one who wrote them. */
const GO_BETWEEN = /[\\/]node_modules[\\/](?:reflect-metadata|tslib|@swc[\\/]helpers)[\\/]/;
const OWN_FOLDER = fileURLToPath(new URL("..", import.meta.url));

function asPath(place: string): string | undefined {
  try {
    return place.startsWith("file://") ? fileURLToPath(place) : place;
  } catch {
    return undefined;
  }
}
