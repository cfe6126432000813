import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

import { isPlainObject, type Inputs } from "@boathook/hooks";
import { InvalidInputsError, processWide } from "@boathook/kernel";
import type { z } from "zod";

/** A secret as it stands in a text: sealed, or not there at all. */
export class HiddenSecret {
  /** What histories show. */
  toJSON(): string {
    return "(secret)";
  }

  static is(value: unknown): value is HiddenSecret {
    return value instanceof HiddenSecret;
  }
}

const marked = processWide("secret-schemas/1", () => new WeakSet<object>());
const fieldsOf = new WeakMap<object, ReadonlySet<string>>();
/** By the record (a state, inputs): which of its fields are secrets. */
const hidden = new WeakMap<object, ReadonlySet<string>>();
const NONE: ReadonlySet<string> = new Set();

/**
 * Marks a field of a flow's `stateSchema` as a secret: it is never stored in clear. With `BOATHOOK_SECRET_KEY` it is stored encrypted; without one it
 * is left out, and has to be among the inputs again when the run is continued. Put it outermost: `secret(z.string().min(20)).optional()`.
 */
export function secret<S extends z.ZodType>(schema: S): S {
  const own = schema.clone();
  marked.add(own);
  return own;
}

/** The names of a schema's secret fields. */
export function secretFieldsOf(schema: object | undefined): ReadonlySet<string> {
  if (schema === undefined) return NONE;
  const known = fieldsOf.get(schema);
  if (known !== undefined) return known;
  const { shape } = schema as { shape?: unknown };
  const names = isPlainObject(shape) ? Object.keys(shape).filter((name) => isSecret(shape[name])) : [];
  const found = names.length === 0 ? NONE : new Set(names);
  fieldsOf.set(schema, found);
  return found;
}

/** From now on the secret fields of this record are hidden wherever it is stored. */
export function hideFields(record: object, fields: ReadonlySet<string>): void {
  if (fields.size > 0) hidden.set(record, fields);
}

/** The fields of the record that are not to be stored in clear. */
export function hiddenFieldsOf(record: unknown): ReadonlySet<string> | undefined {
  return isPlainObject(record) ? hidden.get(record) : undefined;
}

/** Puts secrets that were not stored back, from the inputs; those that are not there either are an `InvalidInputsError`. */
export function giveSecretsAgain(state: Record<string, unknown>, inputs: Inputs): void {
  const missing = Object.keys(state).filter((name) => HiddenSecret.is(state[name]));
  const faults = missing
    .filter((name) => inputs[name] === undefined || HiddenSecret.is(inputs[name]))
    .map((name) => ({
      path: name,
      message: "it is a secret and was not stored; give it again, or set BOATHOOK_SECRET_KEY before the run begins",
    }));
  if (faults.length > 0) throw new InvalidInputsError(faults);
  for (const name of missing) state[name] = inputs[name];
}

/** Encrypts a text with the process's key; undefined when it has none. */
export function seal(text: string): string | undefined {
  const key = secretKey();
  if (key === undefined) return undefined;
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64");
}

/** Undoes `seal`; undefined without a key. Throws with another key than the one that sealed it. */
export function unseal(sealed: string): string | undefined {
  const key = secretKey();
  if (key === undefined) return undefined;
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
}

function secretKey(): Buffer | undefined {
  const { BOATHOOK_SECRET_KEY: text } = process.env;
  return text === undefined || text === "" ? undefined : createHash("sha256").update(text).digest();
}

/** Looks through `optional`, `nullable`, `default` and their like. */
function isSecret(schema: unknown): boolean {
  for (let current = schema; typeof current === "object" && current !== null; current = innerOf(current)) {
    if (marked.has(current)) return true;
  }
  return false;
}

function innerOf(schema: object): unknown {
  const { def } = schema as { def?: { innerType?: unknown } };
  return def?.innerType;
}
