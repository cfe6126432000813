import { BoathookError } from "../errors/boathook-error.ts";
import type { BoathookEvent } from "./event.ts";
import type { EventChannel } from "./event-channel.ts";

interface Delivery {
  readonly event: BoathookEvent;
  readonly channels: readonly EventChannel[];
  /** 1: emitted by ordinary code; 2: by a subscriber that was looking at such an event; and so on. */
  readonly depth: number;
}

const MAX_DEPTH = 64;
const waiting: Delivery[] = [];
let current: Delivery | undefined;

/**
 * Hands an event to the subscribers of every channel. One that a subscriber emits is handed over when everybody has seen the one before it, so
 * that all see events in the order of their numbers; a chain of such events is cut, and reported, before it becomes endless.
 */
export function deliver(event: BoathookEvent, channels: readonly EventChannel[]): void {
  if (current === undefined) {
    handOver({ event, channels, depth: 1 });
  } else if (current.depth < MAX_DEPTH) {
    waiting.push({ event, channels, depth: current.depth + 1 });
  } else {
    channels[0]?.fail(new EventLoopError(event.type), event);
  }
}

function handOver(first: Delivery): void {
  try {
    for (let delivery: Delivery | undefined = first; delivery !== undefined; delivery = waiting.shift()) {
      current = delivery;
      for (const channel of delivery.channels) channel.deliver(delivery.event);
    }
  } finally {
    current = undefined;
  }
}

/** Subscribers emit an event for every event they see. */
class EventLoopError extends BoathookError {
  constructor(type: string) {
    super(
      `A "${type}" event was dropped: subscribers answered events with events ${MAX_DEPTH} times over. Let the subscriber look whether it sees an event of its own.`,
      { code: "event_loop" },
    );
  }
}
