import type { EventStreams } from "./event-channel.ts";
import { processChannel } from "./process-channel.ts";

/** Every event of the process; a runtime's, crew's and flow's `events` are parts of it. */
export const events: EventStreams = processChannel;
