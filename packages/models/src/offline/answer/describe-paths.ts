import type { Topic } from "../text/concepts.ts";
import { rankPaths } from "../plan/rank-paths.ts";
import { code, counted, frequencies, lead, point, type Line } from "./block.ts";

/** A listing of files: how many (of how many in all), of which sort, in which folders, and those a reader would open first. */
export function describePaths(paths: readonly string[], topic: Topic, total = 0): Line[] {
  const files = paths.filter((path) => !path.endsWith("/")).map((path) => path.replace(/^\.\//, ""));
  const folders = paths.length - files.length;
  const number =
    total > files.length ? `${String(files.length)} of ${counted(total, "file")} named` : counted(files.length, "file");
  const lines: Line[] = [lead(`${number}${folders > 0 ? ` and ${counted(folders, "folder")}` : ""}${mostly(files)}.`)];
  const places = frequencies(files.map(folderOf(files)), 8).map(({ name, count }) => `${name} (${String(count)})`);
  if (places.length > 1) lines.push(point(`By folder: ${places.join(", ")}.`));
  const isFew = files.length <= 12;
  const shown = rankPaths(new Map(files.map((path) => [path, 1])), topic, []).slice(0, isFew ? 12 : 8);
  if (shown.length > 0) lines.push(point(`${isFew ? "They are" : "Among them"}: ${shown.map(code).join(", ")}.`));
  return lines;
}

function mostly(paths: readonly string[]): string {
  const sorts = frequencies(
    paths.map(extensionOf).filter((one) => one !== ""),
    5,
  );
  if (sorts.length === 0 || paths.length < 2) return "";
  return `: ${sorts.map(({ name, count }) => `${String(count)} ${code(`.${name}`)}`).join(", ")}`;
}

function extensionOf(path: string): string {
  return /[^/]\.(\w{1,10})$/.exec(path)?.[1] ?? "";
}

/** Names the folder of a path at the first level where the paths part. */
function folderOf(paths: readonly string[]): (path: string) => string {
  let shared = 0;
  const first = paths[0]?.split("/") ?? [];
  while (
    shared < first.length - 1 &&
    paths.every((path) => path.split("/")[shared] === first[shared] && path.split("/").length > shared + 1)
  )
    shared += 1;
  return (path) => {
    const parts = path.split("/");
    return parts.length <= shared + 1 ? "top level" : code(parts.slice(0, shared + 1).join("/"));
  };
}
