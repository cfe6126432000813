import { isPlainObject } from "@boathook/hooks";

/** What is taken out of texts and data, and what is put there. */
export interface CleanerOptions {
  readonly patterns: readonly RegExp[];
  /** Names of fields whose whole value is replaced. */
  readonly names: readonly string[];
  readonly replacement: string;
}

/** Takes secrets out. What holds none is given back as it is, not as a copy. */
export class Cleaner {
  readonly #patterns: readonly RegExp[];
  readonly #names: ReadonlySet<string>;
  readonly #replacement: string;

  constructor({ patterns, names, replacement }: CleanerOptions) {
    this.#patterns = patterns.map(everywhere);
    this.#names = new Set(names.map(spellingOf));
    this.#replacement = replacement;
  }

  /** A text; where fields have names to look for, also those in a text that is JSON. */
  text(text: string): string {
    const plain = this.#patterns.reduce((rest, pattern) => rest.replace(pattern, () => this.#replacement), text);
    if (this.#names.size === 0 || !/^\s*[[{]/.test(plain)) return plain;
    const read = tryJson(plain);
    const cleaned = this.data(read);
    return cleaned === read ? plain : JSON.stringify(cleaned);
  }

  /** Texts, lists and plain objects of any depth, also ones that contain themselves. Other objects stay as they are. */
  data<T>(value: T): T {
    const walk: Walk = { copies: new Map(), changed: false };
    const copy = this.#visit(value, walk) as T; // every value is replaced by one of its own kind
    return walk.changed ? copy : value;
  }

  #visit(value: unknown, walk: Walk): unknown {
    if (typeof value === "string") return this.#changed(value, this.text(value), walk);
    if (typeof value !== "object" || value === null) return value;
    const known = walk.copies.get(value);
    if (known !== undefined) return known;
    if (Array.isArray(value)) return this.#visitList(value, walk);
    return isPlainObject(value) ? this.#visitRecord(value, walk) : value;
  }

  #visitList(list: readonly unknown[], walk: Walk): unknown[] {
    const copy: unknown[] = [];
    walk.copies.set(list, copy);
    for (const item of list) copy.push(this.#visit(item, walk));
    return copy;
  }

  #visitRecord(record: Readonly<Record<string, unknown>>, walk: Walk): object {
    const copy: object = Object.create(Object.getPrototypeOf(record) as object | null) as object; // a plain object again
    walk.copies.set(record, copy);
    for (const [key, field] of Object.entries(record)) {
      const isSecret = this.#names.has(spellingOf(key)) && isFilled(field);
      const value = isSecret ? this.#changed(field, this.#replacement, walk) : this.#visit(field, walk);
      // Defined, not assigned: a key `__proto__` would change what the object is.
      Object.defineProperty(copy, key, { value, enumerable: true, writable: true, configurable: true });
    }
    return copy;
  }

  #changed(before: unknown, after: string, walk: Walk): string {
    if (before !== after) walk.changed = true;
    return after;
  }
}

interface Walk {
  /** What each object has become; one that is met again is not walked again. */
  readonly copies: Map<object, object>;
  changed: boolean;
}

/** Every match counts, wherever it stands. */
function everywhere(pattern: RegExp): RegExp {
  return new RegExp(pattern.source, `${pattern.flags.replace(/[gy]/g, "")}g`);
}

/** `apiKey`, `api_key` and `API-KEY` are one name. */
function spellingOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

function isFilled(field: unknown): boolean {
  return field !== undefined && field !== null && field !== "" && typeof field !== "boolean";
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // a text like any other
  }
}
