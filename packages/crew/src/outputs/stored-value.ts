import { isPlainObject } from "@boathook/hooks";
import { errorMessage, NotSerializableError } from "@boathook/kernel";

import { isBytes } from "../files/input-files.ts";

const BYTES = "$bytes";

/** A value as one line of JSON. Bytes become base64, whole numbers of any size become text; what JSON cannot say is a `NotSerializableError`. */
export function toStored(value: unknown): string {
  try {
    return JSON.stringify(value, function (this: unknown, key, shown: unknown) {
      const given = (this as Record<string, unknown>)[key]; // as it was before its own toJSON
      if (isBytes(given)) return { [BYTES]: Buffer.from(given).toString("base64") };
      return typeof shown === "bigint" ? shown.toString() : shown;
    });
  } catch (error) {
    throw new NotSerializableError("", errorMessage(error));
  }
}

/** What `toStored` wrote; throws for what is no JSON. */
export function fromStored(line: string): unknown {
  return JSON.parse(line, (_key, value: unknown) => {
    const encoded = isPlainObject(value) && Object.keys(value).length === 1 ? value[BYTES] : undefined;
    return typeof encoded === "string" ? new Uint8Array(Buffer.from(encoded, "base64")) : value;
  });
}
