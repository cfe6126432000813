import { stem, termsOf } from "./words.ts";

/** The concepts a stem belongs to, as numbers; empty for a stem of no group. */
export function conceptsOf(term: string): readonly number[] {
  return CONCEPTS.get(term) ?? NONE;
}

/** Whether two different stems belong to one group of related words. */
export function areRelated(one: string, other: string): boolean {
  if (one === other) return true;
  const groups = conceptsOf(other);
  return groups.length > 0 && conceptsOf(one).some((group) => groups.includes(group));
}

/** How many groups of related words two stems share; a group of less than five words counts thrice, for its words are nearly one. */
export function nearness(one: string, other: string): number {
  const groups = conceptsOf(other);
  let shared = 0;
  for (const group of conceptsOf(one))
    if (groups.includes(group)) shared += SIZES[group] !== undefined && SIZES[group] < 5 ? 3 : 1;
  return shared;
}

/** What a text is about: its stems, and the groups of related words they belong to. */
export interface Topic {
  readonly stems: ReadonlySet<string>;
  readonly concepts: ReadonlySet<number>;
}

/** The topic of a text. */
export function topicOf(text: string): Topic {
  return topicOfTerms(termsOf(text));
}

/** The topic of a task: what only tells somebody to do something ("read", "list", "report") is no topic. */
export function taskTopic(text: string): Topic {
  return topicOfTerms(termsOf(text).filter((term) => !INSTRUCTIONS.has(term)));
}

function topicOfTerms(terms: readonly string[]): Topic {
  const stems = new Set(terms);
  const concepts = new Set<number>();
  for (const term of stems) for (const group of conceptsOf(term)) concepts.add(group);
  return { stems, concepts };
}

/** How much of `text` is about the topic: a shared stem counts 1, a related word 0.4, each once. */
export function overlap(topic: Topic, text: string): number {
  if (topic.stems.size === 0) return 0;
  const seen = new Set<string | number>();
  let score = 0;
  for (const term of termsOf(text)) {
    if (seen.has(term)) continue;
    seen.add(term);
    if (topic.stems.has(term)) score += 1;
    else score += relatedOnce(topic, term, seen);
  }
  return score;
}

function relatedOnce(topic: Topic, term: string, seen: Set<string | number>): number {
  for (const group of conceptsOf(term)) {
    if (!topic.concepts.has(group) || seen.has(group)) continue;
    seen.add(group);
    return 0.4;
  }
  return 0;
}

/** Groups of words that ordinary English uses for one thing. A word may be in several groups. */
const GROUPS = [
  "calculate compute evaluate arithmetic math mathematics expression calculator sum add plus total subtract minus multiply product divide percent percentage",
  "add plus sum total increase",
  "subtract minus difference decrease",
  "multiply product",
  "divide quotient ratio split",
  "weather temperature forecast climate rain wind sunny warm warmest cold coldest hot hottest humidity degree celsius fahrenheit",
  "search find lookup query locate seek grep research discover investigate look retrieve occurrence match contain mention",
  "list enumerate index inventory catalogue directory folder tree structure layout survey ls",
  "read open load content summarise summarize extract view cat inspect text quote excerpt body",
  "file document path source folder directory module",
  "repository repo codebase project source workspace git package",
  "commit history log change version revision author contributor release activity recent git timeline evolution",
  "quality todo fixme open end unfinished outstanding pending hack issue problem bug warning risk debt defect weakness concern vulnerability error failure fault danger gap",
  "overview summary introduction purpose about description readme abstract background general",
  "structure layout architecture organisation organization component module file folder directory tree composition size",
  "test spec coverage quality check verify validate ci",
  "dependency library package import requirement manifest",
  "recommendation recommend suggestion suggest advice action improve improvement next should proposal todo",
  "conclusion conclude result finding outcome summary takeaway",
  "email mail send message notify notification recipient inbox letter",
  "stock share price quote ticker market equity cost",
  "translate translation language",
  "convert conversion exchange currency rate transform",
  "date day calendar today tomorrow yesterday schedule deadline due",
  "time clock hour minute timezone now",
  "count number many amount quantity total size",
  "compare comparison versus difference contrast rank",
  "row record entry table csv column spreadsheet dataset data database sql",
  "person people user customer client member employee staff contact",
  "web website page url link internet online site fetch download browse http",
  "news article headline press story",
  "sentiment positive negative mood opinion review tone",
  "image picture photo drawing illustration",
  "place city town location country region",
  "delete remove erase drop destroy purge unlink",
  "write save store persist create put",
  "update edit modify change replace set rewrite patch",
  "analyse analyze analysis examine review inspect audit study assess evaluate investigate explore",
  "largest biggest longest highest most maximum top greatest",
  "smallest shortest lowest least minimum fewest cheapest",
  "approve approved accept accepted ok okay good yes fine pass publish ready",
  "reject rejected deny denied bad decline no fail refuse wrong",
  "revise revision rework improve redo adjust correct change",
  "order purchase invoice booking reservation shipment delivery ticket",
  "define definition meaning dictionary term explain",
  "delegate assign ask question coworker colleague",
  "celsius metric centigrade",
  "fahrenheit imperial",
];

/** Words by which tasks give orders. */
const INSTRUCTIONS = new Set(
  "read list find search look show write report give answer name check open make use get produce draft prepare compile expect output markdown bullet list section task file follow please only include need want relevant important key main"
    .split(" ")
    .map(stem),
);
const NONE: readonly number[] = [];
const CONCEPTS = indexGroups();
const SIZES = GROUPS.map((group) => group.split(" ").length);

function indexGroups(): ReadonlyMap<string, readonly number[]> {
  const index = new Map<string, number[]>();
  GROUPS.forEach((group, at) => {
    for (const word of new Set(group.split(" ").map(stem))) index.set(word, [...(index.get(word) ?? []), at]);
  });
  return index;
}
