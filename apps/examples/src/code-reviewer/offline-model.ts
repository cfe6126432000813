import type { ModelRequest } from "boathook";
import { callTool, ScriptedModel, type ScriptedReply } from "@boathook/testing";

import { asked, isAskedOf, toolResults } from "../offline.ts";

/** What it looks for in a line, and what it says of it. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/\beval\(/, "runs text as code"],
  [/:\s*any\b/, "gives up the type check"],
  [/\bTODO\b/, "is not finished"],
];

/** Reviews by three rules: it lists the folder, reads all files at once, and goes through their lines. */
export function offlineReviewer(): ScriptedModel {
  return new ScriptedModel({ modelId: "offline-reviewer", replies: reply });
}

function reply(request: ModelRequest): ScriptedReply {
  if (isAskedOf(request, "Editor of reviews")) return verdict(asked(request));
  const [listing, ...texts] = toolResults(request);
  if (listing === undefined) return callTool("list_directory", { path: "." });
  const files = filesIn(listing);
  if (texts.length === 0 && files.length > 0)
    return { toolCalls: files.map((path) => ({ name: "read_text_file", input: { path } })) };
  const findings = texts.flatMap((text, index) => findingsIn(files[index] ?? "", text));
  return findings.join("\n") || "nothing found";
}

function filesIn(listing: string): string[] {
  return [...listing.matchAll(/^\[FILE\] (.+)$/gm)].map(([, name = ""]) => name);
}

function findingsIn(file: string, text: string): string[] {
  return text
    .split("\n")
    .flatMap((line, index) =>
      RULES.filter(([rule]) => rule.test(line)).map(([, says]) => `${file}:${index + 1} ${says}`),
    );
}

function verdict(text: string): string {
  const findings = text.match(/^\S+:\d+ .+$/gm) ?? [];
  if (findings.length === 0) return "# Review\n\nIt may be merged: nothing was found.";
  return `# Review\n\nNot yet: ${findings.length} findings.\n\n${findings.map((one) => `- ${one}`).join("\n")}`;
}
