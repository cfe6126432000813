import type { Brief } from "../brief.ts";
import { oneLine } from "./block.ts";

/** A title for a document, in the task's words: "Report on the tides". */
export function titleOf(brief: Brief): string {
  const text = `${brief.task.slice(0, 2_000)}\n${brief.expected.slice(0, 1_000)}`;
  const named = /\btitled?\s+["“']([^"”'\n]{2,100})["”']/i.exec(text)?.[1];
  if (named !== undefined) return named;
  const match =
    /\b((?:report|article|essay|briefing|overview|analysis|review|write-?up|document|post|paper)\s+(?:on|about|of|for|covering)\s+[^.,;:\n()]{3,80})/i.exec(
      text,
    )?.[1];
  if (match === undefined) return "Report";
  const own = /^\S+\s+(?:on|about|of)\s/i.test(match)
    ? match.replace(/\s+for\s+(?:a|an|the|our|my|your)\b.*$/i, "")
    : match;
  const cut =
    own.split(/\s+(?:with|that|which|using|from|in markdown|as|and (?:write|save|send|include))\b/i)[0] ?? own;
  return oneLine(`${cut.charAt(0).toUpperCase()}${cut.slice(1)}`, 90);
}
