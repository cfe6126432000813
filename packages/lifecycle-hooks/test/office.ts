import { Agent, createRuntime, Crew, Task, type Runtime } from "@boathook/crew";
import type { Memory } from "@boathook/memory";
import { ScriptedModel, type ScriptedReply } from "@boathook/testing";
import { tool } from "@boathook/tools";
import { z } from "zod";

import {
  lifecycleHooks,
  LIFECYCLE_EVENTS,
  type HookResult,
  type LifecycleContext,
  type LifecycleEvent,
  type LifecycleRegistry,
} from "@boathook/lifecycle-hooks";
import { makeRegistry } from "./support.ts";

/** One agent with a tool, on a script. */
export function office(runtime: Runtime, replies: readonly ScriptedReply[], memory?: Memory) {
  const ran: unknown[] = [];
  const model = new ScriptedModel({ replies });
  const look = tool({
    name: "look",
    description: "look",
    inputSchema: z.object({ at: z.string() }),
    execute: ({ at }) => {
      ran.push(at);
      if (at === "nowhere") throw new Error("nothing there");
      return `saw ${at}`;
    },
  });
  const agent = new Agent({ role: "Worker", goal: "g", backstory: "b", llm: model, tools: [look] });
  const task = new Task({ description: "Look at the harbour", expectedOutput: "it", agent });
  const crew = new Crew({ name: "office", tasks: [task], runtime, ...(memory && { memory }) });
  const texts = (): string => JSON.stringify(model.requests.map(({ messages }) => messages));
  return { crew, ran, texts };
}

/** A runtime with a registry; `seen` keeps every publish. */
export function attach(providers: readonly (new () => object)[] = []) {
  const { registry, logger } = makeRegistry();
  const runtime = createRuntime({ use: [lifecycleHooks(registry, { providers })], logger });
  return { registry, runtime, logger };
}

export function watch(registry: LifecycleRegistry, seen: LifecycleContext[]): void {
  for (const event of LIFECYCLE_EVENTS) {
    registry.register({ id: "watch", event, priority: 99, handler: (ctx) => void seen.push(ctx) });
  }
}

export const stopAt = (registry: LifecycleRegistry, event: LifecycleEvent, answer: HookResult) =>
  registry.register({ id: "stop", event, handler: () => answer });
