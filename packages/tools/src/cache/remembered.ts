import { isPlainObject } from "@boathook/hooks";
import { errorMessage, log, service } from "@boathook/kernel";

import { copyData } from "../input/copy-data.ts";
import { succeeded, type Outcome } from "../run/outcome.ts";
import type { RunningCall } from "../run/running-call.ts";
import type { Tool } from "../tool.ts";
import type { ToolEntry } from "../toolbox/tool-entry.ts";
import { ToolCacheService } from "./tool-cache-service.ts";
import type { ToolCache } from "./tool-cache.ts";

/** What the same call gave earlier, where the tool is cached. A cache that fails is one that has nothing. */
export function remembered(call: RunningCall, { tool }: ToolEntry): Promise<Outcome | undefined> | undefined {
  return call.key === undefined || !isCached(call, tool) ? undefined : lookUp(call, call.key, tool);
}

/** Keeps a result for the next such call, unless it is a failure or the tool's own rule says no. */
export function remember(call: RunningCall, { tool }: ToolEntry, outcome: Outcome): Promise<void> | undefined {
  if (outcome.failure !== undefined || call.key === undefined || !isCached(call, tool)) return undefined;
  return keep(call, call.key, { tool, result: outcome.raw });
}

async function lookUp(call: RunningCall, key: string, tool: Tool): Promise<Outcome | undefined> {
  try {
    const found = await cacheOf(tool).get(key);
    return isPlainObject(found) ? succeeded(copyData(found.result, 0), true) : undefined;
  } catch (thrown) {
    report(call, thrown, "the tool cache could not be read; the tool runs");
    return undefined;
  }
}

async function keep(call: RunningCall, key: string, { tool, result }: { tool: Tool; result: unknown }): Promise<void> {
  try {
    if (typeof tool.cache === "function" && !tool.cache(call.args, result)) return;
    await cacheOf(tool).set(key, { result: copyData(result, 0) });
  } catch (thrown) {
    report(call, thrown, "a result could not be kept in the tool cache");
  }
}

/** The tool's own word counts; where it says nothing, what only reads is cached if the agent wants it. */
function isCached({ toolbox }: RunningCall, tool: Tool): boolean {
  if (tool.cache !== undefined) return tool.cache !== false;
  return toolbox.cache && tool.access !== "write";
}

function cacheOf(tool: Tool): ToolCache {
  const cache = service(ToolCacheService);
  return cache.partFor?.(tool) ?? cache;
}

function report(call: RunningCall, thrown: unknown, what: string): void {
  log("warn", { tool: call.toolName, error: errorMessage(thrown) }, what);
}
