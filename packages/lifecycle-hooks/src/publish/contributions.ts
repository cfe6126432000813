import { isPlainObject } from "@boathook/hooks";

import { rewritableKeys, type LifecycleEvent } from "../events/catalogue.ts";
import { faultOfKey } from "../events/payloads.ts";
import { frozenCopy } from "./copy-data.ts";

type Data = Readonly<Record<string, unknown>>;

/** Keys that would change what the merged object is. */
const DROPPED: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** What the hooks of one publish have contributed so far. Objects are replaced, never written to: contexts hold them. */
export class Contributions {
  readonly #event: LifecycleEvent;
  /** For the host: its own payload, with what was replaced. */
  payload: Data;
  #seen: Data | undefined;
  data: Data = EMPTY;
  list: { readonly hook: string; readonly data: unknown }[] | undefined;
  /** True once a payload key was replaced. */
  isRewritten = false;

  constructor(event: LifecycleEvent, payload: Data) {
    this.#event = event;
    this.payload = payload;
  }

  /** The payload for hooks, which cannot write to it. */
  get seen(): Data {
    return (this.#seen ??= frozenCopy(this.payload));
  }

  /** Takes over what a hook contributed; gives what is wrong with keys that were to be replaced. */
  add(hook: string, given: unknown): readonly string[] {
    const data = frozenCopy(given);
    (this.list ??= []).push({ hook, data });
    if (!isPlainObject(data)) return NO_FAULTS;
    const kept = Object.entries(data).filter(([key]) => !DROPPED.has(key));
    const faults: string[] = [];
    const accepted = kept.filter(([key, value]) => this.#accepts(key, value, faults));
    this.data = Object.freeze({ ...this.data, ...Object.fromEntries(accepted) });
    return faults;
  }

  #accepts(key: string, value: unknown, faults: string[]): boolean {
    if (!rewritableKeys(this.#event).includes(key)) return true;
    const fault = faultOfKey(this.#event, key, value);
    if (fault !== undefined) {
      faults.push(`"${key}" cannot be replaced by that: ${fault}`);
      return false;
    }
    this.#seen = Object.freeze({ ...this.seen, [key]: value });
    this.payload = { ...this.payload, [key]: value };
    this.isRewritten = true;
    return true;
  }
}

const EMPTY: Data = Object.freeze({});
const NO_FAULTS: readonly string[] = [];
