import { randomUUID } from "node:crypto";

import { serviceKey } from "./services.ts";

/** Makes the ids of runs, tasks and agents. Replace it to get repeatable ids. */
export const IdGeneratorService = serviceKey<() => string>("IdGenerator", () => randomUUID);
