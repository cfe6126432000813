import { randomUUID } from "node:crypto";

import { service } from "./frame.ts";
import { serviceKey } from "./services.ts";

/** Makes the ids of runs, tasks and agents. Replace it to get repeatable ids. */
export const IdGeneratorService = serviceKey<() => string>("IdGenerator", () => randomUUID);

/** A new unique id from the current run's generator. */
export function newId(): string {
  return service(IdGeneratorService)();
}
