import type { SourcePlace as Place } from "@boathook/kernel";

export type { Place };

/** `file:line:column`. */
export function formatPlace(place: Place): string {
  return `${place.file}:${place.line}:${place.column}`;
}

/** What is known of where the parts of one entry stand. */
export interface EntryPlaces {
  /** Where the entry's name stands. */
  readonly entry: Place;
  /** Where the value of an option stands, by the option's name in code. */
  readonly options: ReadonlyMap<string, Place>;
}

const placesOfEntries = new WeakMap<object, EntryPlaces>();
const entriesOfOwners = new WeakMap<object, EntryPlaces>();

/** Remembers where an entry was read. */
export function setPlaces(entry: object, places: EntryPlaces): void {
  placesOfEntries.set(entry, places);
}

/** Remembers from which entry an agent or task was made; an entry written by hand has no place. */
export function rememberOrigin(owner: object, config: object | undefined): void {
  const places = config === undefined ? undefined : placesOfEntries.get(config);
  if (places !== undefined) entriesOfOwners.set(owner, places);
}

/** A copy was read where its original was. */
export function shareOrigin(original: object, copy: object): void {
  const places = entriesOfOwners.get(original);
  if (places !== undefined) entriesOfOwners.set(copy, places);
}

/** Where an option of an agent or task (or of an entry itself) was read: the option's place, else the entry's; undefined when it was written in code. */
export function originOf(owner: object, option?: string): Place | undefined {
  const places = entriesOfOwners.get(owner) ?? placesOfEntries.get(owner);
  return (option === undefined ? undefined : places?.options.get(option)) ?? places?.entry;
}
