import { serviceToken, type Runtime, type RuntimePlugin } from "@boathook/crew";
import { HookConfigRejectedEvent } from "@boathook/hooks";
import { emit, formatFault, instanceLike, log, readOptions } from "@boathook/kernel";
import type { ModelSource } from "@boathook/models";
import { z } from "zod";

import { loadHookFiles, type LoadedHooks } from "../read/load-hook-files.ts";
import type { CallMcpTool } from "../run/services.ts";
import { SkillHookSet, SkillHooksService } from "../run/skill-hook-set.ts";
import { TrustStore } from "../trust/trust-store.ts";
import { listenToEvents, registerRunMoments } from "./run-moments.ts";
import { registerToolMoments } from "./tool-moments.ts";

/** What `skillHooks` is told. */
export interface SkillHooksOptions {
  /** Where hook files are looked for; default the working directory. */
  projectDir?: string | undefined;
  /** These files, and no others. */
  files?: readonly string[] | undefined;
  /** True: the files of the project are trusted as they are. A store: only what it knows. Default: the user's own store. */
  trust?: boolean | TrustStore | undefined;
  homeDir?: string | undefined;
  /** For `mcp_tool` actions. */
  callMcpTool?: CallMcpTool | undefined;
  /** For `prompt` actions of Claude Code's format. */
  llm?: ModelSource | undefined;
  /** Hosts that `http` actions may ask although their address is not public. */
  privateHosts?: readonly string[] | undefined;
}

const optionsSchema = z.strictObject({
  projectDir: z.string().min(1).optional(),
  files: z.array(z.string().min(1)).readonly().optional(),
  trust: z
    .union([z.boolean(), instanceLike<TrustStore>("a TrustStore", (value) => value instanceof TrustStore)])
    .optional(),
  homeDir: z.string().min(1).optional(),
  callMcpTool: instanceLike<CallMcpTool>("a function", (value) => typeof value === "function").optional(),
  llm: z.custom<ModelSource>(() => true).optional(),
  privateHosts: z.array(z.string().min(1)).readonly().optional(),
});

/**
 * For `createRuntime({ use: [...] })`: reads the hook files, and runs their hooks for everything on that runtime. What is wrong in a file is a line
 * in the log and an event `hook_config_rejected`; the entries beside it are in force.
 */
export function skillHooks(options: SkillHooksOptions = {}): RuntimePlugin {
  const read = readOptions(optionsSchema, options, { subject: "skillHooks" });
  return { name: "skill-hooks", install: (runtime) => install(runtime, read) };
}

async function install(runtime: Runtime, options: SkillHooksOptions): Promise<() => void> {
  const { projectDir = process.cwd(), homeDir, files } = options;
  const loaded = await loadHookFiles(files ?? { projectDir, homeDir }, { trust: storeOf(options.trust) });
  report(loaded);
  const { callMcpTool, llm, privateHosts = [] } = options;
  const set = new SkillHookSet(loaded.rules, { projectDir, callMcpTool, llm, privateHosts });
  const unbind = runtime.rebind(serviceToken(SkillHooksService), set);
  const registered = [...registerToolMoments(runtime.hooks.on), ...registerRunMoments(runtime.hooks.on)];
  const listening = listenToEvents(runtime.events);
  return () => {
    listening.unsubscribe();
    for (const registration of registered) registration.unregister();
    unbind();
  };
}

function storeOf(trust: SkillHooksOptions["trust"]): TrustStore | undefined {
  if (trust === true) return undefined;
  return typeof trust === "object" ? trust : new TrustStore();
}

function report({ faults, notices }: LoadedHooks): void {
  if (faults.length > 0) emit(HookConfigRejectedEvent, { faults });
  for (const fault of faults) log("error", { fault: formatFault(fault) }, "a hook was refused");
  for (const notice of notices) log("warn", { notice: formatFault(notice) }, "a hook will not do what it says");
}
