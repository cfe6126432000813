import { isPlainObject } from "@boathook/hooks";

import { codecOfTag } from "./codec-registry.ts";
import { TAG } from "./encode.ts";
import { HiddenSecret, unseal } from "./secrets.ts";

/** The value that `encodeValue` made a text of. Throws for any other text, and for a class whose codec is not registered here. */
export function decodeValue(text: string): unknown {
  return revive(JSON.parse(text));
}

function revive(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revive);
  if (!isPlainObject(value)) return value;
  return Object.hasOwn(value, TAG) ? untagged(value) : record(value);
}

function record(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, revive(child)]));
}

function untagged(value: Record<string, unknown>): unknown {
  const { v: part } = value;
  switch (value[TAG]) {
    case "undefined":
      return undefined;
    case "number":
      return Number(text(part));
    case "bigint":
      return BigInt(text(part));
    case "date":
      return new Date(Number(text(part)));
    case "bytes":
      return new Uint8Array(Buffer.from(text(part), "base64"));
    case "map":
      return new Map(list(part).map((entry) => list(revive(entry)) as [unknown, unknown])); // written as pairs
    case "set":
      return new Set(list(part).map(revive));
    case "record":
      return record(isPlainObject(part) ? part : unreadable(value));
    case "object":
      return fromCodec(text(value.of), part);
    case "secret":
      return secretOf(part);
    default:
      return unreadable(value);
  }
}

/** Also without the key that it was sealed with it can be given again. */
function secretOf(part: unknown): unknown {
  const plain = part === undefined ? undefined : unseal(text(part));
  return plain === undefined ? new HiddenSecret() : decodeValue(plain);
}

function fromCodec(tag: string, part: unknown): unknown {
  const codec = codecOfTag(tag);
  if (codec === undefined) {
    throw new TypeError(
      `an object of "${tag}" is stored, and no codec of that name is registered; import the package that it is from`,
    );
  }
  return codec.decode(revive(part));
}

function text(value: unknown): string {
  return typeof value === "string" ? value : unreadable(value);
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : unreadable(value);
}

function unreadable(value: unknown): never {
  throw new TypeError(`what is stored is no value of ours: ${JSON.stringify(value).slice(0, 80)}`);
}
