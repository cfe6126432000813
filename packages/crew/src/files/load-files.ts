import { readFile, stat } from "node:fs/promises";

import { ConfigurationError, currentFrame, errorMessage, throwIfCancelled, type Fault } from "@boathook/kernel";

import { isBytes, type InputFiles } from "./input-files.ts";
import { mediaTypeOf, mediaTypeOfName } from "./media-type.ts";

/** A file of this size in bytes is nothing that a model is shown. */
const MAX_BYTES = 20 * 1024 * 1024;

/** A file, read. One on the web stays where it is: a service fetches it itself. */
export type LoadedFile = { readonly name: string; readonly mediaType: string } & (
  { readonly bytes: Uint8Array; readonly url?: undefined } | { readonly url: string; readonly bytes?: undefined }
);

/** Reads files of at most 20 MiB. Everything that cannot be read is one `ConfigurationError`. */
export async function loadFiles(files: InputFiles): Promise<readonly LoadedFile[]> {
  const faults: Fault[] = [];
  const loaded: LoadedFile[] = [];
  for (const [name, source] of Object.entries(files)) {
    try {
      loaded.push(await loadFile(name, source));
    } catch (error) {
      throwIfCancelled(currentFrame().signal);
      faults.push({ path: `inputFiles.${name}`, message: `the file cannot be read: ${errorMessage(error)}` });
    }
  }
  if (faults.length > 0) throw new ConfigurationError(faults, { subject: "input files" });
  return loaded;
}

async function loadFile(name: string, source: string | Uint8Array): Promise<LoadedFile> {
  if (isBytes(source)) return fromBytes(name, checkSize(source), name);
  if (/^https?:\/\//i.test(source)) return fromWeb(name, source);
  if (/^data:/i.test(source)) return fromDataUrl(name, source);
  const { size } = await stat(source);
  if (size > MAX_BYTES) throw tooLarge(size);
  return fromBytes(name, checkSize(await readFile(source, { signal: currentFrame().signal })), source);
}

function fromBytes(name: string, bytes: Uint8Array, source: string): LoadedFile {
  return { name, mediaType: mediaTypeOf(bytes, source), bytes };
}

function fromWeb(name: string, url: string): LoadedFile {
  new URL(url); // throws for what is none
  const mediaType = mediaTypeOfName(new URL(url).pathname) ?? mediaTypeOfName(name) ?? "application/octet-stream";
  return { name, mediaType, url };
}

async function fromDataUrl(name: string, url: string): Promise<LoadedFile> {
  // What a data URL means is fetch's to say; nothing leaves the process.
  const response = await fetch(url);
  const bytes = checkSize(new Uint8Array(await response.arrayBuffer()));
  const [declared = ""] = (response.headers.get("content-type") ?? "").split(";", 1);
  return { name, mediaType: declared === "" ? mediaTypeOf(bytes, name) : declared, bytes };
}

function checkSize<T extends Uint8Array>(bytes: T): T {
  if (bytes.byteLength > MAX_BYTES) throw tooLarge(bytes.byteLength);
  return bytes;
}

function tooLarge(size: number): Error {
  return new RangeError(`it has ${size} bytes; at most ${MAX_BYTES} are read`);
}
