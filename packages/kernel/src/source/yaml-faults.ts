import type { YAMLError } from "yaml";

/** What people usually did when the parser says so. */
const EXPLAINED: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: "a tab stands where YAML wants spaces; indent with spaces only",
  BAD_INDENT: "the indentation does not fit the lines around it",
  BLOCK_AS_IMPLICIT_KEY: 'a text holds ": ", which YAML takes for a key; put quotes round the text',
  UNEXPECTED_TOKEN:
    "something follows where the value has ended; put quotes round a text that begins with {, [, & or *",
  MISSING_CHAR: "a quote or bracket is not closed",
  TAG_RESOLVE_FAILED: "tags (!…) are not allowed here",
};

/** Says in plain words what the parser refused. */
export function explainYamlError(error: YAMLError, text: string): string {
  if (error.code === "DUPLICATE_KEY") {
    const key = /^[^:\n]*/.exec(text.slice(error.pos[0]))?.[0].trim() ?? "";
    return `the key "${key}" stands here for the second time; keep one of them`;
  }
  const explained = EXPLAINED[error.code];
  return explained === undefined ? error.message : `${explained} (${error.message})`;
}
