/** Why a tool's text is a refusal or an error, without its prefix; nothing when it is a result. */
export function failureOf(result: string): string | undefined {
  const head = result.slice(0, 2_000).trim();
  for (const pattern of FAILURES) {
    const match = pattern.exec(head);
    if (match !== null) return (match[1] ?? match[0]).trim().replace(/\s+/g, " ").slice(0, 300);
  }
  return errorObject(head);
}

const FAILURES: readonly RegExp[] = [
  /^Error executing tool:\s*([\s\S]*)$/i,
  /^(Tool execution blocked by hook\b[\s\S]*)$/i,
  /^(Tool call skipped by hook\b[\s\S]*)$/i,
  /^(Tool '[^']*' has reached its usage limit\b[\s\S]*)$/i,
  /^(Tool not found\b[\s\S]*)$/i,
  /^(Permission denied\b[\s\S]*)$/i,
  /^(?:Error|Failure|Exception)\s*:\s*([\s\S]*)$/,
  /^(Invalid (?:input|arguments?)\b[^\n]*)/i,
];

/** `{"error": "…"}` and nothing else of substance. */
function errorObject(head: string): string | undefined {
  if (!head.startsWith("{")) return undefined;
  const match =
    /^\{\s*"(?:error|errorMessage)"\s*:\s*(?:"((?:[^"\\]|\\.){1,400})"|\{[^{}]*"message"\s*:\s*"((?:[^"\\]|\\.){1,400})"[^{}]*\})\s*(?:,\s*"(?:code|status|ok|success)"\s*:\s*[^,{}[\]]{1,60})*\}$/.exec(
      head,
    );
  return match === null ? undefined : (match[1] ?? match[2]);
}
