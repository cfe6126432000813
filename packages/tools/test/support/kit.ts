import { HookDispatchedEvent } from "@boathook/hooks";
import {
  childFrame,
  defaultServices,
  LoggerService,
  type BoathookEvent,
  type Frame,
  type Logger,
  type ServiceKey,
} from "@boathook/kernel";
import type { ToolCall } from "@boathook/models";
import { z } from "zod";

import {
  tool,
  ToolFailureDetectedEvent,
  ToolUsageCompletedEvent,
  ToolUsageFailedEvent,
  ToolUsageProgressEvent,
  ToolUsageStartedEvent,
  type Tool,
} from "../../src/index.ts";

let calls = 0;

/** A tool call as a model gives it. */
export function callOf(name: string, input: Record<string, unknown> = {}, more: Partial<ToolCall> = {}): ToolCall {
  calls += 1;
  return { id: `call_${calls}`, name, input, ...more };
}

/** A tool that answers with its query, and what it was called with. */
export function searchTool(options: Partial<Parameters<typeof makeSearch>[1]> = {}): {
  readonly search: Tool<{ query: string }, string>;
  readonly got: unknown[];
} {
  const got: unknown[] = [];
  return { search: makeSearch(got, options), got };
}

function makeSearch(
  got: unknown[],
  options: { name?: string; resultAsAnswer?: boolean; maxUsageCount?: number; cache?: boolean },
): Tool<{ query: string }, string> {
  return tool({
    name: "search",
    description: "Searches.",
    inputSchema: z.object({ query: z.string() }),
    execute: (input) => {
      got.push(input);
      return `found ${input.query}`;
    },
    ...options,
  });
}

/** One line per event, with what matters of it. */
export function line(event: BoathookEvent): string {
  if (event instanceof HookDispatchedEvent) return `${event.interceptionPoint} ${event.outcome}`;
  if (event instanceof ToolUsageStartedEvent) return `started ${event.toolName} ${JSON.stringify(event.input)}`;
  if (event instanceof ToolUsageCompletedEvent) return `completed ${event.output}${flagsOf(event)}`;
  if (event instanceof ToolUsageFailedEvent) return `failed ${(event.error as Error).message}`;
  if (event instanceof ToolUsageProgressEvent) return `progress ${event.message}`;
  if (event instanceof ToolFailureDetectedEvent) return `failure ${event.failure.reason}`;
  return event.type;
}

function flagsOf(event: ToolUsageCompletedEvent): string {
  const flags = (["fromCache", "blocked", "skipped"] as const).filter((flag) => event[flag]);
  return flags.length === 0 ? "" : ` (${flags.join(", ")})`;
}

/** A frame in which one service is another one, and the warnings that are logged in it. */
export function frameWith<T>(
  key?: ServiceKey<T>,
  replacement?: T,
): { readonly frame: Frame; readonly warnings: unknown[] } {
  const warnings: unknown[] = [];
  const none = (): void => undefined;
  const warn: Logger["warn"] = (data, message) => {
    warnings.push([data, message]);
  };
  const services = new Map<unknown, unknown>([
    [LoggerService, { debug: none, info: none, warn, error: none }],
    [key, replacement],
  ]);
  const frame = childFrame({
    services: { get: (asked) => (services.get(asked) ?? defaultServices.get(asked)) as never },
  });
  return { frame, warnings };
}
