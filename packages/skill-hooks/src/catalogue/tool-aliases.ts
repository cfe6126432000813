type Input = Readonly<Record<string, unknown>>;

/** What a built-in tool is called in Claude Code, and how its arguments are called there. */
interface ToolAlias {
  readonly name: string;
  /** Ours → theirs. */
  readonly keys: Readonly<Record<string, string>>;
  /** Arguments of theirs that ours stand for together; they cannot be taken back apart. */
  readonly composed?: (input: Input) => Input;
}

const ALIASES: Readonly<Record<string, ToolAlias>> = {
  shell: { name: "Bash", keys: {}, composed: ({ program, args }) => ({ command: commandLine(program, args) }) },
  read_file: { name: "Read", keys: { path: "file_path" } },
  write_file: { name: "Write", keys: { path: "file_path" } },
  list_files: { name: "Glob", keys: {} },
  search_files: { name: "Grep", keys: {} },
  fetch_url: { name: "WebFetch", keys: {} },
};

function aliasOf(toolName: string): ToolAlias | undefined {
  return Object.hasOwn(ALIASES, toolName) ? ALIASES[toolName] : undefined;
}

/** The name of one of our built-in tools in Claude Code; undefined for every other tool. */
export function claudeName(toolName: string): string | undefined {
  return aliasOf(toolName)?.name;
}

/** The arguments with those that a script written for Claude Code looks for beside ours. */
export function claudeInput(toolName: string, input: Input): Input {
  const alias = aliasOf(toolName);
  if (alias === undefined) return input;
  const renamed = Object.entries(alias.keys).filter(([ours]) => ours in input);
  return {
    ...input,
    ...Object.fromEntries(renamed.map(([ours, theirs]) => [theirs, input[ours]])),
    ...alias.composed?.(input),
  };
}

/** Our arguments of what such a script gave back; undefined when it changed what cannot be taken apart. */
export function ownInput(toolName: string, given: Input, shown: Input): Record<string, unknown> | undefined {
  const alias = aliasOf(toolName);
  if (alias === undefined) return { ...given };
  const composed = Object.keys(alias.composed?.(shown) ?? {});
  if (composed.some((key) => key in given && given[key] !== shown[key])) return undefined;
  const renamed = Object.entries(alias.keys).map(([ours, theirs]) => ({ ours, theirs }));
  const left = Object.entries(given).filter(
    ([key]) => !composed.includes(key) && !renamed.some(({ theirs }) => theirs === key),
  );
  const changed = renamed.filter(({ ours, theirs }) => theirs in given && given[theirs] !== shown[ours]);
  return {
    ...Object.fromEntries(left),
    ...Object.fromEntries(changed.map(({ ours, theirs }) => [ours, given[theirs]])),
  };
}

/** As one would type it; for reading only. */
function commandLine(program: unknown, args: unknown): string {
  const words = [program, ...(Array.isArray(args) ? (args as unknown[]) : [])].map(String);
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(" ");
}
