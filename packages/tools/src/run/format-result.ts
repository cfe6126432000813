import { errorMessage, isError } from "@boathook/kernel";

const MAX_LENGTH = 1_000_000;

/**
 * What a model reads of a result: a text as it is, everything else as compact JSON, in both cases cut after a million characters. A result that
 * JSON cannot say (nothing, a cycle, a bigint, bytes) has a text all the same; never throws.
 */
export function formatResult(result: unknown): string {
  return shorten(typeof result === "string" ? result : describe(result));
}

function describe(result: unknown): string {
  try {
    if (result === undefined) return "The tool finished without a result.";
    if (ArrayBuffer.isView(result)) return `[${result.byteLength} bytes of binary data]`;
    if (isError(result)) return errorMessage(result);
    if (typeof result === "bigint") return String(result);
    return toJson(result) ?? `[a ${typeof result}]`; // what JSON leaves out: a symbol or a function
  } catch (thrown) {
    return `The tool gave a result that cannot be shown: ${errorMessage(thrown)}`;
  }
}

function toJson(result: unknown): string | undefined {
  try {
    return JSON.stringify(result);
  } catch {
    return JSON.stringify(result, tolerant()); // a cycle or a bigint in it; the replacer tells which
  }
}

/** Writes a bigint as a text and marks where a value contains itself. */
function tolerant(): (this: unknown, key: string, value: unknown) => unknown {
  const ancestors: unknown[] = [];
  return function (this: unknown, _key, value) {
    if (typeof value === "bigint") return String(value);
    if (typeof value !== "object" || value === null) return value;
    // `this` holds the value: what lies behind it is finished.
    while (ancestors.length > 0 && ancestors.at(-1) !== this) ancestors.pop();
    if (ancestors.includes(value)) return "[circular]";
    ancestors.push(value);
    return value;
  };
}

function shorten(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  const end = isHighSurrogate(text, MAX_LENGTH - 1) ? MAX_LENGTH - 1 : MAX_LENGTH;
  return `${text.slice(0, end)}\n[cut: the result has ${text.length} characters]`;
}

function isHighSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit <= 0xdbff;
}
