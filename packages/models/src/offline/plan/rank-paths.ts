import { overlap, type Topic } from "../text/concepts.ts";

/** Files in the order in which a reader with this task would open them; binaries, lock files and what was generated are left out. */
export function rankPaths(paths: ReadonlyMap<string, number>, topic: Topic, extensions: readonly string[]): string[] {
  // What a newcomer reads first is worth less to who looks for something else.
  const isIntroduced = overlap(topic, "readme overview purpose introduction survey structure summary") > 0;
  const ranking: Ranking = { topic, extensions, frontWeight: isIntroduced ? 1 : 0.3, folders: new Map() };
  const ranked: { path: string; order: number; score: number }[] = [];
  for (const [path, times] of paths) {
    if (UNREADABLE.test(path) || path.endsWith("/")) continue;
    ranked.push({ path, order: ranked.length, score: score(path, ranking) + Math.min(times - 1, 5) * 0.8 });
  }
  return ranked.sort((one, other) => other.score - one.score || one.order - other.order).map((one) => one.path);
}

interface Ranking {
  readonly topic: Topic;
  readonly extensions: readonly string[];
  readonly frontWeight: number;
  /** How much each folder is about the topic, once it is known. */
  readonly folders: Map<string, number>;
}

const UNREADABLE =
  /(?:\.(?:png|jpe?g|gif|webp|ico|svg|pdf|zip|gz|tgz|tar|mp[34]|wav|woff2?|ttf|wasm|lock|map|min\.js|sqlite|db|snap)$)|(?:^|\/)(?:node_modules|dist|build|vendor|target|coverage|\.git|__pycache__|\.venv)\/|(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|yarn\.lock)$/i;
const TESTS = /(?:^|\/)(?:tests?|spec|__tests__|fixtures?|examples?)\//i;
const FRONT = /^readme(?:\.\w+)?$/i;
const MANIFEST =
  /^(?:package\.json|pyproject\.toml|setup\.py|cargo\.toml|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|composer\.json|gemfile|deno\.json|mix\.exs)$/i;
const ENTRY = /^(?:main|index|app|mod|lib|cli|server|__init__|__main__)\.\w+$/i;

function score(path: string, ranking: Ranking): number {
  const slash = path.lastIndexOf("/");
  const name = path.slice(slash + 1);
  const depth = path.split("/").length;
  const about = overlap(ranking.topic, name) * 1.5 + folderScore(path.slice(0, Math.max(0, slash)), ranking);
  const isWanted = ranking.extensions.some((extension) => name.endsWith(`.${extension}`));
  return (
    about +
    frontScore(name, depth) * ranking.frontWeight +
    (isWanted ? 2 : 0) -
    depth * 0.25 -
    penalty(path, name, ranking.topic)
  );
}

/** What introduces a project, above all at its root. */
function frontScore(name: string, depth: number): number {
  if (FRONT.test(name)) return depth === 1 ? 4 : 1;
  if (MANIFEST.test(name)) return depth === 1 ? 3 : 0.5;
  return ENTRY.test(name) ? 1.2 : 0;
}

function penalty(path: string, name: string, { stems }: Topic): number {
  const isTest = TESTS.test(path) && !stems.has("test") && !stems.has("exampl");
  return (isTest ? 1 : 0) + (name.startsWith(".") ? 1.5 : 0);
}

function folderScore(folder: string, { folders, topic }: Ranking): number {
  let score = folders.get(folder);
  if (score === undefined) {
    score = folder === "" ? 0 : overlap(topic, folder) * 0.5;
    folders.set(folder, score);
  }
  return score;
}
