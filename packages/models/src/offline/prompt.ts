/** A task prompt taken apart. */
export interface Prompt {
  readonly task: string;
  readonly expected: string;
  readonly context: readonly string[];
  readonly schema: object | undefined;
}

/**
 * Takes the user messages of one turn apart by the headings that prompts commonly carry: the task, the expected output,
 * context of earlier tasks, and instructions on the format. What stands before any heading is the task.
 */
export function readPrompt(texts: readonly string[]): Prompt {
  const parts: Record<Part, string[]> = { task: [], expected: [], context: [], format: [] };
  texts.forEach((text, at) => {
    // A later message of the turn is a reminder of the loop, not a new task.
    if (at === 0) sort(text, parts);
    else if (text.trim() !== "") parts.format.push(text);
  });
  const format = parts.format.join("\n");
  return {
    task: parts.task.join("\n").trim(),
    expected: parts.expected.join("\n").trim(),
    context: splitContext(parts.context),
    schema: schemaIn(format),
  };
}

type Part = "task" | "expected" | "context" | "format";

const MARK = "^\\s{0,3}(?:#{1,6}\\s+)?(?:\\*{1,2}|__)?";
const HEADINGS: readonly (readonly [Part, RegExp])[] = [
  [
    "expected",
    new RegExp(
      `${MARK}(?:this is |here is )?(?:the |your )?expected[ _-](?:output|result|answer|criteria)\\b([^:\\n]{0,80})(?::|$)(?:\\*{1,2})?\\s*(.*)$`,
      "i",
    ),
  ],
  [
    "context",
    new RegExp(
      `${MARK}(?:this is |here is |here are )?(?:the |some )?(?:additional |relevant |useful |working |prior )?(?:context|memor(?:y|ies)|knowledge|background information|(?:results?|outputs?|answers?) (?:of|from) (?:the )?(?:earlier|previous|other|prior) (?:tasks?|steps?)|(?:earlier|previous|prior) (?:results?|outputs?|tasks?|answers?))\\b([^:\\n]{0,80}):(?:\\*{1,2})?\\s*(.*)$`,
      "i",
    ),
  ],
  [
    "context",
    /^\s{0,3}#{1,6}\s+(?:(?:additional |relevant )?(?:context|memor(?:y|ies)|knowledge)|(?:results?|outputs?) (?:of|from) (?:the )?(?:earlier|previous) tasks?)(.{0,60})()$/i,
  ],
  [
    "format",
    new RegExp(
      `${MARK}(?:(?:output |answer |response |final answer |markdown )?(?:format(?:ting)?|schema|json schema|style)(?: instructions?| rules?)?|(?:answer|respond|reply|format|return)\\b[^:\\n]{0,60}\\b(?:json|schema|markdown))\\b([^:\\n]{0,60})(?::|$)\\s*(.*)$`,
      "i",
    ),
  ],
  [
    "task",
    new RegExp(
      `${MARK}(?:(?:the |your |current )*(?:task|assignment|instructions?|description))()\\s*:(?:\\*{1,2})?\\s*(.*)$`,
      "i",
    ),
  ],
];

// Most lines are no headings, and this says so at once.
const HINT =
  /expected|context|memor|knowledge|background|results?|outputs?|answers?|format|schema|style|respond|reply|return|task|assignment|instruction|description/i;

function sort(text: string, parts: Record<Part, string[]>): void {
  let part: Part = "task";
  for (const line of text.split("\n")) {
    const heading = headingOf(line, part);
    if (heading === undefined) parts[part].push(line);
    else {
      part = heading.part;
      if (heading.rest !== "") parts[part].push(heading.rest);
    }
  }
}

function headingOf(line: string, current: Part): { part: Part; rest: string } | undefined {
  if (line.length > 2_000 || !HINT.test(line.slice(0, 100))) return undefined;
  for (const [part, pattern] of HEADINGS) {
    // Earlier answers carry headings of their own: inside the context only an expected output ends it.
    if (current === "context" && part !== "expected" && part !== "format") continue;
    const match = pattern.exec(line);
    if (match !== null) return { part, rest: (match[2] ?? "").trim() };
  }
  return undefined;
}

/** The outputs of several tasks, divided by ruled lines. */
function splitContext(lines: readonly string[]): string[] {
  const parts: string[][] = [[]];
  for (const line of lines) {
    if (RULE.test(line)) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts.map((part) => part.join("\n").trim()).filter((part) => part !== "");
}

const RULE = /^\s{0,3}(?:-{4,}|={4,}|\*{4,}|_{4,})\s{0,20}$/;

/** The first JSON Schema written out in format instructions. */
function schemaIn(text: string): object | undefined {
  const from = text.indexOf("{");
  const to = text.lastIndexOf("}");
  if (from < 0 || to <= from || to - from > 100_000) return undefined;
  try {
    const value: unknown = JSON.parse(text.slice(from, to + 1));
    return typeof value === "object" && value !== null && "properties" in value ? value : undefined;
  } catch {
    return undefined;
  }
}
