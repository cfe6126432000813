import type { ServerRequest, ServerUsage } from "./server-reply.ts";

/** How one service writes its answers. */
export interface WireFormat {
  readonly isStream: (request: ServerRequest) => boolean;
  readonly whole: (answer: CompleteAnswer, request: ServerRequest) => object;
  /** Server-sent events in order. The text is in pieces; `done` marks what says that the answer is complete. */
  readonly events: (answer: CompleteAnswer, request: ServerRequest) => readonly WireEvent[];
  readonly error: (status: number, message: string) => object;
}

/** One server-sent event. */
export interface WireEvent {
  readonly event?: string;
  readonly data: object | string;
  readonly piece?: boolean;
  readonly done?: boolean;
}

/** A `ServerAnswer` with everything filled in. */
export interface CompleteAnswer {
  readonly text: string;
  readonly reasoning: string;
  readonly toolCalls: readonly CompleteCall[];
  readonly finishReason: string | undefined;
  readonly usage: ServerUsage;
}

/** A tool call with its input as JSON text. */
export interface CompleteCall {
  readonly id: string;
  readonly name: string;
  readonly input: string;
}

/** As it goes over the line. */
export function toSse({ event, data }: WireEvent): string {
  const text = typeof data === "string" ? data : JSON.stringify(data);
  return `${event === undefined ? "" : `event: ${event}\n`}data: ${text}\n\n`;
}
