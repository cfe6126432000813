/** What separates one command of a shell from the next, or from a file that it reads or writes. */
const SEPARATORS = /\|\||&&|[;|&<>\n\r]/;

/**
 * The commands of a shell text: `a && b | c` is three. Undefined where text stands for other commands (`$(…)`, backquotes, `<(…)`), or a quote
 * is open: what it runs cannot be told by looking.
 */
export function commandParts(text: string): readonly string[] | undefined {
  const bare = withoutQuoted(text);
  if (bare === undefined || /`|\$\(|[<>]\(|\$\{/.test(bare.visible)) return undefined;
  const parts: string[] = [];
  let start = 0;
  for (const found of bare.masked.matchAll(new RegExp(SEPARATORS, "g"))) {
    parts.push(text.slice(start, found.index));
    start = found.index + found[0].length;
  }
  parts.push(text.slice(start));
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** `masked`: quoted characters are blanks. `visible`: only what single quotes hide from the shell is gone. Undefined: a quote is open. */
function withoutQuoted(text: string): { readonly masked: string; readonly visible: string } | undefined {
  let [masked, visible] = ["", ""];
  let quote = "";
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charAt(i);
    const isEscape = char === "\\" && quote !== "'";
    const isQuote = quote === "" ? char === "'" || char === '"' : char === quote;
    if (isQuote) quote = quote === "" ? char : "";
    masked += isQuote || isEscape || quote !== "" ? " " : char;
    visible += isQuote || isEscape || quote === "'" ? " " : char;
    if (!isEscape) continue;
    i += 1; // what is escaped is no sign of anything
    [masked, visible] = [`${masked} `, `${visible} `];
  }
  return quote === "" ? { masked, visible } : undefined;
}
