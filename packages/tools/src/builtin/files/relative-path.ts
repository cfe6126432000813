import { isAbsolute, normalize, relative, sep, win32 } from "node:path";

import { outsideRoot, Refusal } from "./refusal.ts";

const LONGEST = 4_096;

/** A path that a model wrote, normalised: relative, without `..`, so that nothing in its letters leads out of the root. `""` is the root itself. */
export function relativePath(path: string): string {
  if (path.length > LONGEST) throw new Refusal("invalid_path", `The path has more than ${LONGEST} characters.`);
  if (path.includes("\0")) throw new Refusal("invalid_path", "The path contains a NUL character.");
  if (isAbsolute(path) || win32.isAbsolute(path) || DRIVE.test(path)) {
    throw new Refusal("outside_root", `"${path}" is absolute; write paths relative to the tool's folder.`);
  }
  const normal = normalize(path === "" ? "." : path);
  if (normal === ".." || normal.startsWith(`..${sep}`)) throw outsideRoot(path);
  return normal.endsWith(sep) ? withoutDot(normal.slice(0, -1)) : withoutDot(normal);
}

const DRIVE = /^[A-Za-z]:/;

function withoutDot(path: string): string {
  return path === "." ? "" : path;
}

/** True when a real path is the real root or lies in it. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
