import { instanceLike } from "@boathook/kernel";
import { z } from "zod";

/** Files by name: bytes, or the path, the http(s) URL or the data URL of one. */
export type InputFiles = Readonly<Record<string, string | Uint8Array>>;

/** The schema of `InputFiles`. */
export const inputFilesSchema: z.ZodType<InputFiles> = z.record(
  z.string().min(1),
  z.union([z.string().min(1), instanceLike<Uint8Array>("bytes", isBytes)], {
    error: "expected bytes, or the path or URL of a file",
  }),
);

/** True for bytes, also those of another realm. */
export function isBytes(value: unknown): value is Uint8Array {
  return Object.prototype.toString.call(value) === "[object Uint8Array]";
}
