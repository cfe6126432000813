import "reflect-metadata";

// Standard decorators keep metadata under a symbol that Node 20 does not have yet; the first module to load makes it.
(Symbol as { metadata?: symbol }).metadata ??= Symbol.for("Symbol.metadata");

const KEY = Symbol.for("boathook:members");

/** What one decorator wrote down about one member. */
export interface MemberRecord {
  readonly kind: string;
  readonly data: unknown;
}

/** One decorated member of a class, with everything written down about it, in the order of the source. */
export interface DecoratedMember {
  readonly name: string | symbol;
  readonly records: readonly MemberRecord[];
}

type Members = Map<string | symbol, MemberRecord[]>;

/** Where a decorator of the legacy kind (`target`) or of the standard kind (`metadata`) writes. */
export type MemberStore = { readonly target: object } | { readonly metadata: DecoratorMetadataObject };

/** Appends a record to a member, on the class itself, never on its parents. */
export function recordMember(store: MemberStore, name: string | symbol, record: MemberRecord): void {
  const members = "target" in store ? legacyMembers(store.target) : standardMembers(store.metadata);
  const records = members.get(name) ?? [];
  records.unshift(record); // decorators of one member are applied from the lowest up
  members.set(name, records);
}

/**
 * The decorated members of a class and its parents, parents first. An override without decorators keeps what its parent's method had; one with
 * decorators has its own only.
 */
export function membersOf(type: object): readonly DecoratedMember[] {
  const merged: Members = new Map();
  for (const ancestor of lineage(type)) {
    for (const [name, records] of ownMembers(ancestor)) merged.set(name, records);
  }
  return [...merged].map(([name, records]) => ({ name, records }));
}

function legacyMembers(target: object): Members {
  const existing = Reflect.getOwnMetadata(KEY, target) as Members | undefined; // only written here
  if (existing !== undefined) return existing;
  const members: Members = new Map();
  Reflect.defineMetadata(KEY, members, target);
  return members;
}

function standardMembers(metadata: DecoratorMetadataObject): Members {
  if (Object.hasOwn(metadata, KEY)) return metadata[KEY] as Members; // only written here
  const members: Members = new Map();
  metadata[KEY] = members;
  return members;
}

function ownMembers(type: object): Iterable<[string | symbol, MemberRecord[]]> {
  const legacy = Reflect.getOwnMetadata(KEY, type) as Members | undefined;
  if (legacy !== undefined) return legacy;
  const symbol = (Symbol as unknown as { metadata: symbol }).metadata;
  const metadata = Object.hasOwn(type, symbol) ? (type as Record<symbol, unknown>)[symbol] : undefined;
  return typeof metadata === "object" && metadata !== null && Object.hasOwn(metadata, KEY)
    ? standardMembers(metadata as DecoratorMetadataObject)
    : [];
}

function lineage(type: object): object[] {
  const chain: object[] = [];
  for (
    let current: object | null = type;
    current !== null && current !== Function.prototype;
    current = Object.getPrototypeOf(current) as object | null
  ) {
    chain.unshift(current);
  }
  return chain;
}
