import { isPlainObject } from "@boathook/hooks";
import { errorMessage, log, service } from "@boathook/kernel";

import { copyData } from "../input/copy-data.ts";
import { succeeded, type Outcome } from "../run/outcome.ts";
import type { RunningCall } from "../run/running-call.ts";
import type { ToolEntry } from "../toolbox/tool-entry.ts";
import { ToolCacheService, type ToolCache } from "./tool-cache.ts";

/** What the same call gave earlier, where the tool is cached. A cache that fails is one that has nothing. */
export async function remembered(call: RunningCall, { tool }: ToolEntry): Promise<Outcome | undefined> {
  if (!isCached(call, tool) || call.key === undefined) return undefined;
  try {
    const found = await cacheOf(tool).get(call.key);
    return isPlainObject(found) ? succeeded(copyData(found.result, 0), true) : undefined;
  } catch (thrown) {
    report(call, thrown, "the tool cache could not be read; the tool runs");
    return undefined;
  }
}

/** Keeps a result for the next such call, unless it is a failure or the tool's own rule says no. */
export async function remember(call: RunningCall, { tool }: ToolEntry, outcome: Outcome): Promise<void> {
  if (!isCached(call, tool) || call.key === undefined || outcome.failure !== undefined) return;
  try {
    if (typeof tool.cache === "function" && !tool.cache(call.args, outcome.raw)) return;
    await cacheOf(tool).set(call.key, { result: copyData(outcome.raw, 0) });
  } catch (thrown) {
    report(call, thrown, "a result could not be kept in the tool cache");
  }
}

/** The tool's own word counts; where it says nothing, what only reads is cached if the agent wants it. */
function isCached({ toolbox }: RunningCall, tool: ToolEntry["tool"]): boolean {
  if (tool.cache !== undefined) return tool.cache !== false;
  return toolbox.cache && tool.access !== "write";
}

function cacheOf(tool: object): ToolCache {
  const cache = service(ToolCacheService);
  return cache.partFor?.(tool) ?? cache;
}

function report(call: RunningCall, thrown: unknown, what: string): void {
  log("warn", { tool: call.toolName, error: errorMessage(thrown) }, what);
}
