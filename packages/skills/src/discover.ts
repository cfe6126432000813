import { readdir, realpath, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { ConfigurationError, emit, errorMessage, type Fault } from "@boathook/kernel";
import { readConfinedText } from "@boathook/tools";

import { SkillLoadedEvent, SkillLoadFailedEvent } from "./events.ts";
import { readHead } from "./read-head.ts";
import { LONGEST_SKILL, Skill } from "./skill.ts";

/** What was found, and everything that is wrong with the rest. */
export interface DiscoveredSkills {
  readonly skills: readonly Skill[];
  readonly faults: readonly Fault[];
}

/**
 * Looks for skills: each path is a skill's folder, its SKILL.md, or a folder of skills' folders. Only heads are kept. Of two skills of one name
 * the one of the earlier path is taken, and the other is a fault.
 */
export async function discoverSkills(paths: readonly string[]): Promise<DiscoveredSkills> {
  const skills = new Map<string, Skill>();
  const faults: Fault[] = [];
  for (const path of paths) {
    for (const reading of await readPath(path)) {
      const failed = "faults" in reading ? reading.faults : duplicateOf(reading, skills);
      if (failed.length > 0) {
        emit(SkillLoadFailedEvent, { path, faults: failed });
        faults.push(...failed);
      } else if (!("faults" in reading)) {
        emit(SkillLoadedEvent, { skill: reading.name, folder: reading.folder });
        skills.set(reading.name, reading);
      }
    }
  }
  return { skills: [...skills.values()], faults };
}

/** As `discoverSkills`; everything wrong is one `ConfigurationError`. */
export async function loadSkills(paths: readonly string[]): Promise<readonly Skill[]> {
  const { skills, faults } = await discoverSkills(paths);
  if (faults.length > 0) throw new ConfigurationError(faults, { subject: "skills" });
  return skills;
}

type Reading = Skill | { readonly faults: readonly Fault[] };

async function readPath(path: string): Promise<Reading[]> {
  try {
    const real = await realpath(path);
    if ((await stat(real)).isFile())
      return basename(real) === "SKILL.md" ? [await readSkill(dirname(real))] : [noSkill(path)];
    if (await hasSkillFile(real)) return [await readSkill(real)];
    const readings: Reading[] = [];
    for (const name of (await readdir(real)).sort()) {
      const folder = join(real, name);
      if (await hasSkillFile(folder)) readings.push(await readSkill(await realpath(folder)));
    }
    return readings.length === 0 ? [noSkill(path)] : readings;
  } catch (error) {
    return [{ faults: [{ path: "", file: path, message: `it cannot be read: ${errorMessage(error)}` }] }];
  }
}

function noSkill(path: string): Reading {
  return { faults: [{ path: "", file: path, message: "there is no SKILL.md here, nor in a folder directly below" }] };
}

async function hasSkillFile(folder: string): Promise<boolean> {
  try {
    return (await stat(join(folder, "SKILL.md"))).isFile();
  } catch {
    return false; // not there, or not for us: then it is no skill of ours
  }
}

async function readSkill(folder: string): Promise<Reading> {
  const file = join(folder, "SKILL.md");
  const text = await readConfinedText(folder, "SKILL.md", LONGEST_SKILL);
  if (typeof text !== "string") return { faults: [{ path: "", file, message: text.message }] };
  const reading = readHead(text, file, basename(folder));
  return "head" in reading ? new Skill(folder, reading.head) : reading;
}

function duplicateOf(skill: Skill, known: ReadonlyMap<string, Skill>): readonly Fault[] {
  const first = known.get(skill.name);
  if (first === undefined || first.folder === skill.folder) return [];
  const message = `there is already a skill "${skill.name}", in ${first.folder}`;
  return [{ path: "name", file: join(skill.folder, "SKILL.md"), message }];
}
