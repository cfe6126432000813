import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";

const MAX_BYTES = 10_000_000;

/** Told when the answer to a request has ended: its id, and whether the server gave what is needed to go on elsewhere. */
export type AnswerEnded = (id: string | number, canBeResumed: boolean) => void;

/** A fetch whose answers end in an error when they, or one event of a stream, have more than ten million bytes. */
export function boundedFetch(onEnd: AnswerEnded): FetchLike {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (response.body === null) return response;
    const isStream = response.headers.get("content-type")?.includes("event-stream") === true;
    const id = isStream ? requestIdOf(init?.body) : undefined;
    const over = (canBeResumed: boolean): void => {
      if (id !== undefined) onEnd(id, canBeResumed);
    };
    const body = ReadableStream.from(bounded(response.body, isStream, over));
    const { status, statusText, headers } = response;
    return new Response(body, { status, statusText, headers });
  };
}

async function* bounded(
  body: AsyncIterable<Uint8Array>,
  isStream: boolean,
  onEnd: (canBeResumed: boolean) => void,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  let hasEventId = false;
  try {
    for await (const chunk of body) {
      const text = isStream ? Buffer.from(chunk).toString("latin1") : "";
      bytes = /\r?\n\r?\n/.test(text) ? 0 : bytes + chunk.length;
      if (bytes > MAX_BYTES) throw new Error(`the server's answer has more than ${MAX_BYTES} bytes`);
      hasEventId ||= /(?:^|\n)id:/.test(text);
      yield chunk;
    }
  } finally {
    onEnd(hasEventId);
  }
}

function requestIdOf(body: unknown): string | number | undefined {
  if (typeof body !== "string") return undefined;
  const { id } = JSON.parse(body) as { id?: string | number }; // written by the SDK
  return id;
}
