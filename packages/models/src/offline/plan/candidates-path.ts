import { extensionsNamed, type PathMention } from "../text/paths.ts";
import { candidate, placeIn, type Ask, type Candidate } from "./ask.ts";

/** Files; of those that something is to be written to, only for a tool that writes. */
export function pathCandidates(ask: Ask): Candidate[] {
  const files = ask.mentions.paths.filter((one) => one.kind === "path");
  const targets = files.filter((one) => isTarget(ask, one));
  if (ask.tool.changesThings) return (targets.length > 0 ? targets : files).map((one) => candidate(one.text, one, 2));
  const named = files.filter((one) => !targets.includes(one)).map((one) => candidate(one.text, one, 2));
  const known = [...named.filter((one) => ask.files.has(String(one.value))), ...frontFiles(ask)];
  // Of files named only in case they are there ("such as …"), those that are known to be there are meant.
  return known.length > 0 ? known.sort((one, other) => one.start - other.start) : named;
}

/** Files that go by their name in capitals: the README, the LICENSE; of several the one nearest to the root. */
function frontFiles({ mentions, files }: Ask): Candidate[] {
  return mentions.capitals.flatMap((one) => {
    const pattern = new RegExp(`(?:^|/)${one.text}(?:\\.\\w+)?$`, "i");
    const [nearest] = [...files]
      .filter((file) => pattern.test(file))
      .sort((a, b) => a.split("/").length - b.split("/").length);
    return nearest === undefined ? [] : [candidate(nearest, one, 2)];
  });
}

/** Folders; a text that speaks of the whole project may mean ".". */
export function directoryCandidates(ask: Ask): Candidate[] {
  const named = ask.mentions.paths.filter((one) => one.kind === "directory");
  if (named.length > 0) return named.map((one) => candidate(one.text, one, 3));
  const here = HERE.exec(ask.clause.text);
  return here === null ? [] : [candidate(".", placeIn(ask, here.index, 0), 1)];
}

/** Wildcards, written out or meant by the name of a language ("TypeScript files"). */
export function globCandidates(ask: Ask): Candidate[] {
  const written = ask.mentions.paths.filter((one) => one.kind === "glob");
  if (written.length > 0) return written.map((one) => candidate(one.text, one, 3));
  const [extension] = extensionsNamed(ask.clause.text);
  return extension === undefined ? [] : [candidate(`**/*.${extension}`, placeIn(ask, 0, 0), 3)];
}

const HERE = /\b(?:repo(?:sitory)?|project|codebase|workspace|(?:current|this|working) (?:directory|folder))\b/i;
const TARGET =
  /\b(?:write|writes|save|store|export|put|append|output|record)\b[^.!?\n]{0,60}\b(?:to|into|in|as|under)\s+(?:the\s+|a\s+)?(?:file\s+)?(?:called\s+|named\s+)?["'`]?$/i;

function isTarget({ clause }: Ask, path: PathMention): boolean {
  const at = path.start - clause.start;
  return TARGET.test(clause.text.slice(Math.max(0, at - 80), Math.max(0, at)));
}
