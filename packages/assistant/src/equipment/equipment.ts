import path from "node:path";

import { Agent } from "@boathook/crew";
import { sanitizeToolName } from "@boathook/hooks";
import { ConfigurationError, suggestName, type Fault } from "@boathook/kernel";
import { Knowledge, saveMemoryTool, scopeOf, searchMemoryTool, type Memory } from "@boathook/memory";
import type { ModelSource } from "@boathook/models";
import {
  askPersonTool,
  fetchUrlTool,
  listFilesTool,
  mcpServer,
  readFileTool,
  searchFilesTool,
  shellTool,
  writeFileTool,
  type McpServer,
  type Tool,
} from "@boathook/tools";

import type { Profile } from "../profile/profile-schema.ts";

/** What an assistant works with, as its profile says; made anew when that changes. A turn keeps what it began with. */
export interface Equipment {
  readonly profile: Profile;
  readonly agent: Agent;
  readonly knowledge: Knowledge | undefined;
  readonly memory: Memory | undefined;
  /** Where in the memory its memories are. */
  readonly memoryScope: string;
  readonly servers: readonly McpServer[];
}

/** What the host gives for it. */
export interface EquipmentHost {
  readonly llm: ModelSource | undefined;
  readonly tools: readonly Tool[];
  /** What paths in the profile are relative to, and the folder that file tools are confined to. */
  readonly folder: string;
  /** Where the index of knowledge is kept. */
  readonly knowledgeFile: string;
  readonly memory: Memory | undefined;
}

/** Everything that cannot be had is one `ConfigurationError`; nothing is opened before its first use. */
export function equip(profile: Profile, host: EquipmentHost): Equipment {
  const faults: Fault[] = [];
  const tools = profile.tools.flatMap((name, index) => toolNamed(name, { index, profile, host, faults }));
  const servers = Object.entries(profile.mcp).map(([name, { tools: only, ...source }]) => {
    return mcpServer(source, { name, prefix: name, ...(only !== undefined && { tools: only }) });
  });
  if (faults.length > 0) throw new ConfigurationError(faults, { subject: "agent profile" });
  const memory = profile.memory === false ? undefined : host.memory;
  const memoryScope = scopeOf("agent", profile.id);
  const model = host.llm ?? profile.model;
  // The offline model calls every tool that could have to do with a message, and what it is shown is recalled already.
  const remembering =
    memory === undefined || model === "offline"
      ? []
      : [searchMemoryTool(memory, { scope: memoryScope }), saveMemoryTool(memory, { scope: memoryScope })];
  const agent = new Agent({
    role: profile.role,
    goal: profile.goal ?? "Answer the person you talk with truthfully and to the point",
    backstory: profile.instructions,
    ...(model !== undefined && { llm: model }),
    tools: [...tools, ...servers, ...remembering],
    ...(profile.skills.length > 0 && { skills: profile.skills.map((folder) => path.resolve(host.folder, folder)) }),
  });
  return { profile, agent, knowledge: knowledgeOf(profile, host), memory, memoryScope, servers };
}

interface Wanted {
  readonly index: number;
  readonly profile: Profile;
  readonly host: EquipmentHost;
  readonly faults: Fault[];
}

function toolNamed(name: string, { index, profile, host, faults }: Wanted): readonly Tool[] {
  const wanted = sanitizeToolName(name);
  const own = host.tools.find((tool) => sanitizeToolName(tool.name) === wanted);
  if (own !== undefined) return [own];
  const make = BUILT_IN[wanted];
  if (make !== undefined) return [make(host.folder)];
  const path = `tools.${index}`;
  if (wanted === "shell") {
    if (profile.shell !== undefined) return [shellTool({ allow: atLeastOne(profile.shell), cwd: host.folder })];
    faults.push({ path, message: 'the tool "shell" needs `shell`, a list of the programs that it may run' });
    return [];
  }
  const known = [...host.tools.map((tool) => tool.name), ...Object.keys(BUILT_IN), "shell"];
  const suggestion = suggestName(name, known);
  faults.push({
    path,
    message: `there is no tool "${name}"; the host gives none of that name, and none is built in`,
    ...(suggestion !== undefined && { suggestion }),
  });
  return [];
}

const BUILT_IN: Readonly<Record<string, (root: string) => Tool>> = {
  read_file: (root) => readFileTool({ root }),
  write_file: (root) => writeFileTool({ root }),
  list_files: (root) => listFilesTool({ root }),
  search_files: (root) => searchFilesTool({ root }),
  fetch_url: () => fetchUrlTool(),
  ask_person: () => askPersonTool(),
};

function atLeastOne(programs: readonly string[]): [string, ...string[]] {
  return programs as [string, ...string[]]; // an empty list is refused by the tool, with a sentence
}

/** A path that ends in a slash, or in no dot, is a folder. */
function knowledgeOf({ id, knowledge }: Profile, { folder, knowledgeFile }: EquipmentHost): Knowledge | undefined {
  if (knowledge.length === 0) return undefined;
  const sources = knowledge.map((entry) =>
    entry.endsWith("/") || path.extname(entry) === "" ? { folder: entry } : { file: entry },
  );
  return new Knowledge({ name: id, sources, root: folder, file: knowledgeFile });
}
