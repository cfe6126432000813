import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

import { ConfigurationError, formatFault, readSourceText } from "@boathook/kernel";
import { LifecycleRegistry, registerBuiltinHooks, type HookItem } from "@boathook/lifecycle-hooks";
import { z } from "zod";

import { UsageError } from "../io/failure.ts";
import { existingFile } from "../io/given.ts";

/** An agent's hooks, as its assistant would have them. */
export interface AgentHooks {
  readonly agentId: string;
  readonly file: string;
  readonly registry: LifecycleRegistry;
}

/** Which profiles are meant. */
export interface ProfilesGiven {
  readonly profile?: readonly string[] | undefined;
  readonly agent?: string | undefined;
}

const idSchema = z.looseObject({ id: z.string().min(1) });

/** The hooks of the profiles that were named, else of `assistant.json` and `agents/*.json` here; what is wrong with one hook is told to `note`. */
export async function loadAgentHooks(
  { profile, agent }: ProfilesGiven,
  note: (line: string) => void,
): Promise<readonly AgentHooks[]> {
  const files = profile === undefined ? await profilesHere() : profile.map((file) => existingFile("--profile", file));
  const all: AgentHooks[] = [];
  for (const file of files) all.push(await loadFile(file, note));
  if (agent === undefined) return all;
  const found = all.filter(({ agentId }) => agentId === agent);
  if (found.length > 0) return found;
  const known = all.map(({ agentId }) => agentId).join(", ");
  throw new UsageError(
    `--agent: there is no profile of "${agent}"; there ${known === "" ? "are none" : `is ${known}`}.`,
  );
}

async function profilesHere(): Promise<string[]> {
  const folder = path.resolve("agents");
  const names = existsSync(folder) ? (await readdir(folder)).filter((name) => name.endsWith(".json")).sort() : [];
  const single = path.resolve("assistant.json");
  return [...(existsSync(single) ? [single] : []), ...names.map((name) => path.join(folder, name))];
}

/** The switches are where an assistant of this profile keeps them. */
async function loadFile(file: string, note: (line: string) => void): Promise<AgentHooks> {
  const source = readSourceText(await readFile(file, "utf8"), file);
  const read = idSchema.safeParse(source.value);
  if (source.faults.length > 0 || !read.success) {
    const fault = { path: "id", message: "expected a profile with an id", file };
    throw new ConfigurationError(source.faults.length > 0 ? source.faults : [fault], { subject: "agent profile" });
  }
  const { id } = read.data;
  const stateFile = path.join(path.dirname(file), ".boathook", "assistants", id, "hooks.json");
  const registry = new LifecycleRegistry({ stateFile, logger: QUIET });
  registerBuiltinHooks(registry);
  const { faults } = registry.loadProfile(source.value);
  for (const fault of faults) note(`boathook: ${formatFault({ ...fault, file: fault.file ?? file })}`);
  return { agentId: id, file, registry };
}

/** Refused hooks are told by the command itself. */
const QUIET = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: (data: object | string, message?: string) => {
    process.stderr.write(`boathook error: ${message ?? ""} ${JSON.stringify(data)}\n`);
  },
};

/** A hook as the commands show it. */
export function shownHook(item: HookItem, agentId: string): Record<string, unknown> {
  const { id, event, priority, mode, enabled, source, timeoutMs, toggled } = item;
  const shared = { id, event, priority, mode, enabled, source, toggled };
  return { ...shared, agent_id: item.agentId ?? agentId, timeout_seconds: timeoutMs / 1000 };
}
