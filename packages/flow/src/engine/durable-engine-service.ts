import { serviceKey, type ServiceKey } from "@boathook/kernel";

import type { DurableEngine } from "./durable-engine.ts";
import { EmbeddedEngine } from "./embedded-engine.ts";

/** Where the runs of the current runtime are executed, unless their flow has an engine of its own; by default in memory, and recorded in a file when that is asked for. */
export const DurableEngineService: ServiceKey<DurableEngine> = serviceKey("DurableEngine", () => new EmbeddedEngine());
