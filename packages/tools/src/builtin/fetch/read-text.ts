import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

import { FetchRefusal } from "./fetch-refusal.ts";

/** The text of an answer, and whether it was cut. */
export interface BodyText {
  readonly text: string;
  readonly isCut: boolean;
  readonly isHtml: boolean;
}

/** Reads a body that is a text, unpacked, up to `maxBytes` of what comes out: a small packet that unpacks to a large one is cut as well. */
export async function readText(response: IncomingMessage, maxBytes: number): Promise<BodyText> {
  const { type, charset } = contentTypeOf(response);
  if (!TEXT_TYPES.test(type)) {
    response.destroy();
    throw new FetchRefusal("content_type", `The answer is no text but "${type}".`);
  }
  const { bytes, isCut } = await readBytes(unpacked(response), maxBytes);
  response.destroy();
  return { text: decoderFor(charset).decode(bytes), isCut, isHtml: type.includes("html") };
}

/** An answer without a type is taken for a text; NUL bytes tell otherwise. */
const TEXT_TYPES =
  /^(?:text\/|application\/(?:json|xml|javascript|x-javascript|ecmascript|yaml|x-yaml|x-ndjson|toml|rtf)$|[^;]+\+(?:json|xml|yaml)$)/;

function contentTypeOf({ headers }: IncomingMessage): { readonly type: string; readonly charset: string } {
  const [type = "", ...parameters] = (headers["content-type"] ?? "text/plain").toLowerCase().split(";");
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith("charset="));
  return { type: type.trim(), charset: (charset ?? "charset=utf-8").slice("charset=".length).replaceAll('"', "") };
}

function unpacked(response: IncomingMessage): Readable {
  const encoding = (response.headers["content-encoding"] ?? "identity").toLowerCase();
  const unpack = UNPACKERS[encoding];
  if (unpack !== undefined) {
    const unpacking = unpack();
    response.on("error", (error) => unpacking.destroy(error));
    return response.pipe(unpacking);
  }
  if (encoding === "identity" || encoding === "") return response;
  response.destroy();
  throw new FetchRefusal("content_type", `The answer is packed in a way that was not asked for: "${encoding}".`);
}

const UNPACKERS: Readonly<Record<string, () => Readable & NodeJS.WritableStream>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

async function readBytes(body: Readable, maxBytes: number): Promise<{ bytes: Buffer; isCut: boolean }> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxBytes) break;
    }
  } catch (cause) {
    throw new FetchRefusal("network", "The answer broke off, or could not be unpacked.", { cause, isRetryable: true });
  }
  const bytes = Buffer.concat(chunks).subarray(0, maxBytes);
  if (bytes.includes(0)) throw new FetchRefusal("content_type", "The answer says it is a text, and is none.");
  return { bytes, isCut: length > maxBytes };
}

function decoderFor(charset: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder(); // a name that nobody knows: most texts are UTF-8
  }
}
