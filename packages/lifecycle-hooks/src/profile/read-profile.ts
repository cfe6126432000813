import { isPlainObject } from "@boathook/hooks";
import { faultsOf, formatFault, joinPath, readOptions, suggestName, type Fault } from "@boathook/kernel";
import { z } from "zod";

import { eventSchema, idSchema, type LifecycleHookOptions } from "../hooks/lifecycle-hook.ts";
import type { ActionPlace, LifecycleAction } from "./action.ts";

/** An agent's profile as far as hooks go; everything else in it belongs to others. */
const profileSchema = z.looseObject({ id: idSchema, hooks: z.array(z.unknown()).default([]) });

const entrySchema = z.looseObject({
  id: idSchema.refine((id) => !id.startsWith("builtin:"), "`builtin:` ids are reserved; a builtin can be disabled"),
  event: eventSchema,
  action: z.string().min(1),
  priority: z.number().default(50),
  enabled: z.boolean().default(false),
  mode: z.enum(["sequential", "parallel"]).default("sequential"),
  timeout_seconds: z.number().positive().optional(),
  config: z.record(z.string(), z.unknown()).default({}),
});

type Entry = z.infer<typeof entrySchema>;

/** What stands in a profile: the hooks that can be registered, and what is wrong with the others. */
export interface ProfileHooks {
  readonly agentId: string;
  readonly hooks: readonly LifecycleHookOptions[];
  readonly faults: readonly Fault[];
  /** What is odd and does no harm. */
  readonly notices: readonly { readonly level: "debug" | "warn"; readonly text: string; readonly hook: string }[];
}

/** What reading needs of the registry. */
export interface ProfileReader {
  readonly actions: ReadonlyMap<string, LifecycleAction>;
  /** True: hooks run for every agent, not only for the profile's. */
  readonly isGlobal: boolean;
  readonly log: ActionPlace["log"];
}

/** Reads the `hooks` of a profile entry by entry. Throws only when the profile has no id, or `hooks` is no list. */
export function readProfile(given: unknown, reader: ProfileReader): ProfileHooks {
  const { id: agentId, hooks: entries } = readOptions(profileSchema, given, { subject: "agent profile" });
  const faults: Fault[] = [];
  const notices: { level: "debug" | "warn"; text: string; hook: string }[] = [];
  const hooks = new Map<string, LifecycleHookOptions>();
  entries.forEach((raw, index) => {
    const entry = readEntry(raw, index, faults);
    const hook = entry && makeHook(entry, { index, agentId, faults, reader });
    if (entry === undefined || hook === undefined) return;
    const key = JSON.stringify([hook.event, hook.id]);
    if (hooks.has(key))
      notices.push({ level: "warn", text: "stands twice in the profile; the later one wins", hook: hook.id });
    const unknown = Object.keys(entry).filter((name) => !Object.hasOwn(entrySchema.shape, name));
    if (unknown.length > 0)
      notices.push({ level: "debug", text: `has unknown keys: ${unknown.join(", ")}`, hook: hook.id });
    hooks.delete(key); // the later one stands at its own place
    hooks.set(key, hook);
  });
  return { agentId, hooks: [...hooks.values()], faults, notices };
}

function readEntry(raw: unknown, index: number, faults: Fault[]): Entry | undefined {
  const parsed = entrySchema.safeParse(raw);
  if (parsed.success) return parsed.data;
  faults.push(fault(index, raw, faultsOf(parsed.error, entrySchema).map(formatFault).join("; ")));
  return undefined;
}

interface Making {
  readonly index: number;
  readonly agentId: string;
  readonly faults: Fault[];
  readonly reader: ProfileReader;
}

function makeHook(entry: Entry, { index, agentId, faults, reader }: Making): LifecycleHookOptions | undefined {
  const action = reader.actions.get(entry.action);
  if (action === undefined) {
    const suggestion = suggestName(entry.action, reader.actions.keys());
    faults.push(
      fault(
        index,
        entry,
        `action: unknown action "${entry.action}"${suggestion === undefined ? "" : ` (${suggestion})`}`,
      ),
    );
    return undefined;
  }
  const config = action.config.safeParse(entry.config);
  if (!config.success) {
    faults.push(fault(index, entry, faultsOf(config.error, action.config, "config").map(formatFault).join("; ")));
    return undefined;
  }
  const { id, event, priority, enabled, mode, timeout_seconds } = entry;
  try {
    return {
      id,
      event,
      priority,
      enabled,
      mode,
      ...(reader.isGlobal ? {} : { scope: agentId }),
      ...(timeout_seconds !== undefined && { timeoutMs: timeout_seconds * 1000 }),
      handler: action.handler(config.data, { hook: id, event, agentId, log: reader.log }),
    };
  } catch (error) {
    faults.push(fault(index, entry, `the action "${action.name}" refused it: ${String(error)}`));
    return undefined;
  }
}

function fault(index: number, raw: unknown, reason: string): Fault {
  const id = isPlainObject(raw) && typeof raw.id === "string" ? ` (${raw.id.slice(0, 200)})` : "";
  return { path: joinPath("hooks", index), message: `entry refused${id}: ${reason}` };
}
