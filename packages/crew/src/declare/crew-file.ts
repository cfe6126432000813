import path from "node:path";

import type { Fault } from "@boathook/kernel";

import { configSection, readConfigFile, type ConfigFile } from "../config/config-file.ts";
import { agentEntries, entryKind, taskEntries, type EntryKind } from "../config/entry-kinds.ts";
import { parseSections, type YamlField, type YamlSections } from "../config/parse-yaml.ts";
import { readTextFile, shownPath } from "../config/read-text-file.ts";
import { crewOptionsSchema } from "../crew/crew-options.ts";

/** The name of the one entry that the settings of a crew file are; paths of faults begin with what they set. */
export const SETTINGS = "";

/** A crew file, read. Everything wrong with it is in the faults of its parts. */
export interface CrewFile {
  readonly agents: ConfigFile;
  readonly tasks: ConfigFile;
  readonly crew: ConfigFile;
}

/** The settings that a crew file may hold beside `agents` and `tasks`: the options of a crew. */
const crewSettings: EntryKind = entryKind("crew", crewOptionsSchema.shape, {
  names: {
    managerAgent: { of: "agent", isList: false, isOpen: false },
    managerLlm: { of: "llm", isList: false, isOpen: true },
    planningLlm: { of: "llm", isList: false, isOpen: true },
    stepCallback: { of: "method", isList: false, isOpen: false },
    taskCallback: { of: "method", isList: false, isOpen: false },
    beforeKickoff: { of: "method", isList: true, isOpen: false },
    afterKickoff: { of: "method", isList: true, isOpen: false },
  },
  codeOnly: ["agents", "tasks", "hooks", "runtime"],
});

/** Reads a crew file: settings, and the sections `agents` and `tasks`, each with its entries or with the name of a file that has them. Never throws. */
export async function readCrewFile(file: string): Promise<CrewFile> {
  const shown = shownPath(file);
  const found = await readTextFile(file);
  const read: YamlSections =
    "problem" in found
      ? { fields: [], sections: new Map(), faults: [{ file: shown, path: "", message: found.problem }] }
      : parseSections(found.text, shown, ["agents", "tasks"]);
  const at = { file, shown, read };
  const [agents, tasks] = await Promise.all([
    readSection(at, "agents", agentEntries),
    readSection(at, "tasks", taskEntries),
  ]);
  return { agents, tasks, crew: readSettings(at) };
}

interface FileAt {
  readonly file: string;
  readonly shown: string;
  readonly read: YamlSections;
}

async function readSection({ file, shown, read }: FileAt, section: string, kind: EntryKind): Promise<ConfigFile> {
  const named = sectionField(read, section);
  if (typeof named?.value === "string" && named.value !== "")
    return readConfigFile(path.resolve(path.dirname(file), named.value), kind);
  return configSection({ file: shown, section, entries: read.sections.get(section) ?? [] }, kind);
}

function readSettings({ shown, read }: FileAt): ConfigFile {
  const fields = read.fields.filter(({ key }) => key !== "agents" && key !== "tasks");
  const place = { file: shown, line: 1, column: 1 };
  const settings = configSection(
    { file: shown, section: "", entries: [{ name: SETTINGS, place, fields }] },
    crewSettings,
  );
  return {
    ...settings,
    faults: [...read.faults, ...settings.faults, ...["agents", "tasks"].flatMap((name) => sectionFault(read, name))],
  };
}

/** A section that is neither entries nor the name of a file. Without tasks there is no crew; without agents the tasks have none, which is said there. */
function sectionFault(read: YamlSections, section: string): Fault[] {
  const field = sectionField(read, section);
  if (field === undefined || typeof field.value === "string" || (field.value === null && section === "agents"))
    return [];
  return [{ path: section, message: `expected names with their options, or the path of a file`, ...field.place }];
}

function sectionField(read: YamlSections, section: string): YamlField | undefined {
  return read.fields.find(({ key }) => key === section);
}
