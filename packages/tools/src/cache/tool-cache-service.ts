import { serviceKey } from "@boathook/kernel";

import { MemoryToolCache } from "./memory-tool-cache.ts";
import type { ToolCache } from "./tool-cache.ts";

/** The tool cache of the current runtime; by default in memory. */
export const ToolCacheService = serviceKey<ToolCache>("ToolCache", () => new MemoryToolCache());
