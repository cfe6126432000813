import { describeValue, isPlainObject } from "@boathook/hooks";
import { errorMessage, NotSerializableError } from "@boathook/kernel";

import { codecFor } from "./codec-registry.ts";
import { hiddenFieldsOf, seal } from "./secrets.ts";

/** Marks a record in the text that stands for something else; `v` is what that is made of. */
export const TAG = "$";

/** How deep records and lists may lie in one another. */
const DEEPEST = 500;

/**
 * A value as text: JSON, and in it dates, bytes, maps, sets, big integers, `undefined`, numbers that JSON has not, and objects of classes with a
 * registered codec. Anything else is a `NotSerializableError` with its path below `path`.
 */
export function encodeValue(value: unknown, path = ""): string {
  const secrets = hiddenFieldsOf(value);
  const shown = plain(secrets === undefined ? value : without(value as object, secrets), { path, parents: [] });
  if (secrets !== undefined) addSecrets(shown as Record<string, unknown>, value as Record<string, unknown>, secrets); // only records have any
  return JSON.stringify(shown);
}

function without(record: object, fields: ReadonlySet<string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !fields.has(name)));
}

/** What cannot be encrypted is not there at all, save that it was. */
function addSecrets(shown: Record<string, unknown>, value: Record<string, unknown>, fields: ReadonlySet<string>): void {
  for (const name of fields) {
    if (value[name] === undefined) continue;
    const sealed = seal(JSON.stringify(plain(value[name], { path: name, parents: [] })));
    shown[name] = sealed === undefined ? { [TAG]: "secret" } : { [TAG]: "secret", v: sealed };
  }
}

interface Place {
  readonly path: string;
  readonly parents: readonly object[];
}

function plain(value: unknown, place: Place): unknown {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) && !Object.is(value, -0)
        ? value
        : tagged("number", String(Object.is(value, -0) ? "-0" : value));
    case "bigint":
      return tagged("bigint", String(value));
    case "undefined":
      return { [TAG]: "undefined" };
    case "object":
      return value === null ? null : plainObject(value, place);
    default:
      throw new NotSerializableError(place.path, `it is ${describeValue(value)}`);
  }
}

function plainObject(value: object, { path, parents }: Place): unknown {
  if (parents.includes(value)) throw new NotSerializableError(path, "it is a part of itself");
  if (parents.length >= DEEPEST) throw new NotSerializableError(path, `it lies deeper than ${DEEPEST} levels`);
  const inside = [...parents, value];
  const part = (child: unknown, name: string | number): unknown =>
    plain(child, { path: path === "" ? String(name) : `${path}.${name}`, parents: inside });
  if (Array.isArray(value)) return Array.from(value, part);
  if (isPlainObject(value)) return plainRecord(value, path, part);
  return builtIn(value, part) ?? registered(value, path, part);
}

function plainRecord(
  value: Record<string, unknown>,
  path: string,
  part: (child: unknown, name: string) => unknown,
): unknown {
  const [symbol] = Object.getOwnPropertySymbols(value);
  if (symbol !== undefined) throw new NotSerializableError(path, `it has the key ${String(symbol)}`);
  // Not `fromEntries` for its speed, but because a key may be `__proto__`.
  const record = Object.fromEntries(Object.entries(value).map(([key, child]) => [key, part(child, key)]));
  return Object.hasOwn(record, TAG) ? tagged("record", record) : record;
}

function builtIn(value: object, part: (child: unknown, name: string | number) => unknown): unknown {
  switch (Object.prototype.toString.call(value)) {
    case "[object Date]":
      return tagged("date", (value as Date).getTime().toString());
    case "[object Uint8Array]":
      return tagged("bytes", Buffer.from(value as Uint8Array).toString("base64"));
    case "[object Map]":
      return tagged(
        "map",
        Array.from(value as Map<unknown, unknown>, ([key, child], index) => [
          part(key, `key ${index}`),
          part(child, typeof key === "string" ? key : index),
        ]),
      );
    case "[object Set]":
      return tagged("set", Array.from(value as Set<unknown>, part));
    default:
      return undefined;
  }
}

function registered(value: object, path: string, part: (child: unknown, name: string) => unknown): unknown {
  const codec = codecFor(value);
  if (codec === undefined) throw new NotSerializableError(path, `it is ${describeValue(value)}`);
  let encoded: unknown;
  try {
    encoded = codec.encode(value);
  } catch (error) {
    throw new NotSerializableError(path, errorMessage(error));
  }
  return { [TAG]: "object", of: codec.tag, v: part(encoded, codec.tag) };
}

function tagged(tag: string, value: unknown): unknown {
  return { [TAG]: tag, v: value };
}
