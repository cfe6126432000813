import { errorMessage } from "../errors/is-error.ts";
import { LoggerService } from "../logger.ts";
import { processWide } from "../process-wide.ts";
import { defaultServices } from "../services.ts";
import { EventChannel } from "./event-channel.ts";

/** The channel that every event of the process passes, also those of a second copy of this package. */
export const processChannel = processWide(
  "events/1",
  () =>
    new EventChannel((error) => {
      defaultServices.get(LoggerService).error({ error: errorMessage(error) }, "a subscriber of events failed");
    }),
);
