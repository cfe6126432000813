/** A file, folder or wildcard named in a text. */
export interface PathMention {
  readonly kind: "path" | "directory" | "glob";
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The files, folders and wildcards a text names outright. */
export function pathsOf(text: string): PathMention[] {
  const found: PathMention[] = [];
  for (const match of text.matchAll(CANDIDATE)) {
    const token = match[0].replace(/[.,:;!?)\]}'"]+$/, "");
    const kind =
      token.length > 300 ? undefined : pathKind(token, text.slice(Math.max(0, match.index - 24), match.index));
    if (kind !== undefined) found.push({ kind, text: token, start: match.index, end: match.index + token.length });
  }
  return found;
}

/** What a word is when it stands for something on disk; `before` is the text that leads up to it. */
export function pathKind(token: string, before = ""): PathMention["kind"] | undefined {
  if (/\/\/|^www\.|@|^(?:\/|\.{1,2})$/.test(token) || FRAMEWORK.test(token)) return undefined;
  if (token.includes("*")) return isGlob(token) ? "glob" : undefined;
  return hasFileExtension(token) ? "path" : (kindBySlashes(token) ?? kindByLead(token, before));
}

/** Whether a word ends like a file's name. */
export function hasFileExtension(token: string): boolean {
  const extension = /^(?:[\w@~+-]|[./\\](?!$)|[^\p{ASCII}])+\.(\w{1,10})$/u.exec(token)?.[1]?.toLowerCase();
  return (extension !== undefined && EXTENSIONS.has(extension)) || WHOLE_NAMES.test(token);
}

function isGlob(token: string): boolean {
  // "**bold**" is Markdown.
  return /\*\*\/|\/\*|\*\./.test(token) && !/^\*+[^*]+\*+$/.test(token);
}

function kindBySlashes(token: string): PathMention["kind"] | undefined {
  if (token.endsWith("/")) return /^(?:[\w.-]|~?\/)/.test(token) ? "directory" : undefined;
  if (/^(?:\.{1,2}|~)?\/[\w.-]/.test(token)) return "path";
  return token.split("/").length > 2 && !/^\d/.test(token) ? "path" : undefined;
}

/** "in the folder src", "the file a/b". */
function kindByLead(token: string, before: string): PathMention["kind"] | undefined {
  if (/\b(?:folder|directory|dir|under|inside)\s+[`"']?$/i.test(before)) {
    return /^[\w./-]+$/.test(token) && !ARTICLES.test(token) ? "directory" : undefined;
  }
  return /\b(?:file|path|in|read|open)\s+[`"']?$/i.test(before) && /^[a-z0-9_.-]+\/[a-z0-9_.-]+$/.test(token)
    ? "path"
    : undefined;
}

/** File extensions that go with the name of a language or format ("TypeScript files"), the usual one first. */
export function extensionsNamed(text: string): string[] {
  const found: string[] = [];
  for (const [pattern, extension] of FORMATS) if (pattern.test(text)) found.push(extension);
  return found;
}

const CANDIDATE = /(?:[\w@~+./*{}\\-]|[^\p{ASCII}\s，。、；：！？（）「」『』“”‘’])+/gu;
const ARTICLES = /^(?:the|a|an|this|that|each|every|all|it)$/i;
const WHOLE_NAMES =
  /(?:^|\/)(?:Makefile|Dockerfile|LICENSE|Gemfile|Rakefile|\.(?:gitignore|env|npmrc|editorconfig|prettierrc))$/;
const FRAMEWORK = /^(?:node|vue|next|nuxt|express|three|d3|react|ember|backbone|deno|bun|p5|chart)\.js$/i;
const EXTENSIONS = new Set(
  (
    "ts tsx mts cts js jsx mjs cjs json jsonc json5 jsonl ndjson yaml yml toml ini cfg conf env md mdx rst txt log csv tsv xml html htm css scss less svg py pyi ipynb rb go rs java kt kts " +
    "scala c h cc cpp hpp cs fs swift m mm php pl pm lua r jl sh bash zsh fish ps1 bat sql db sqlite parquet proto graphql gql vue svelte astro tf lock gradle xlsx xls docx doc pdf pptx odt " +
    "png jpg jpeg gif webp mp3 mp4 wav zip gz tar tgz wasm tex bib patch diff ex exs erl hs ml clj dart zig nix"
  ).split(" "),
);
const FORMATS: readonly (readonly [RegExp, string])[] = [
  [/\btypescript\b|\bTS files?\b/i, "ts"],
  [/\bjavascript\b|\bJS files?\b/i, "js"],
  [/\bpython\b/i, "py"],
  [/\bmarkdown (?:files?|documents?|pages?|docs)\b/i, "md"],
  [/\bJSON files?\b/i, "json"],
  [/\bya?ml files?\b/i, "yaml"],
  [/\bCSV files?\b/i, "csv"],
  [/\bgo(?:lang)? (?:files?|source|code)\b/i, "go"],
  [/\brust\b/i, "rs"],
  [/\bjava (?:files?|source|code|classes)\b/i, "java"],
  [/\bruby\b/i, "rb"],
  [/\bkotlin\b/i, "kt"],
  [/\bswift (?:files?|source|code)\b/i, "swift"],
  [/\bC\+\+/i, "cpp"],
  [/\bSQL files?\b/i, "sql"],
  [/\bHTML (?:files?|pages?)\b/i, "html"],
  [/\bCSS files?\b/i, "css"],
  [/\bshell scripts?\b/i, "sh"],
  [/\btext files?\b/i, "txt"],
  [/\blog files?\b/i, "log"],
];
