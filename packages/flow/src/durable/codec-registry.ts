import { processWide } from "@boathook/kernel";

/** How objects of one class are kept in a record of a run. */
export interface ValueCodec<T = unknown> {
  /** Names the class in what is stored, so it must not change; one codec per tag, the one registered last. */
  readonly tag: string;
  readonly is: (value: unknown) => value is T;
  /** Plain data, or other values that can be stored. */
  readonly encode: (value: T) => unknown;
  /** Makes the object from what `encode` gave; throws when that is no such thing. */
  readonly decode: (stored: unknown) => T;
}

/** One for the whole process: what one copy of a package has stored, another one can read. */
const codecs = processWide("value-codecs/1", () => new Map<string, ValueCodec>());

/** From now on objects of this class can be parts of states, outputs and inputs of recorded runs. */
export function registerCodec<T>(codec: ValueCodec<T>): void {
  codecs.set(codec.tag, codec as unknown as ValueCodec); // it is only given what its own `is` and `encode` said yes to
}

/** The codec for an object that is no plain data; undefined when its class cannot be stored. */
export function codecFor(value: object): ValueCodec | undefined {
  for (const codec of codecs.values()) if (codec.is(value)) return codec;
  return undefined;
}

export function codecOfTag(tag: string): ValueCodec | undefined {
  return codecs.get(tag);
}
