import { emit } from "@boathook/kernel";
import { tool, ToolFailure, readFileTool, type Tool } from "@boathook/tools";
import { z } from "zod";

import { SkillFileReadEvent } from "./events.ts";
import type { Skill } from "./skill.ts";

/** The skills that tools choose from. */
export interface SkillChoice {
  readonly skills: readonly Skill[];
  find(name: string): Skill | undefined;
  activate(skill: Skill): void;
}

/** The tools by which a model uses skills. */
export function skillTools(session: SkillChoice): readonly Tool[] {
  return [activateTool(session), readTool(session)];
}

const name = z.string().max(64).describe("The skill's name");

function activateTool(session: SkillChoice): Tool {
  return tool({
    name: "activate_skill",
    description: "Gives the instructions of a skill. Call it before work that the skill is for.",
    inputSchema: z.object({ name }),
    access: "read",
    cache: false,
    execute: async (input) => {
      const skill = session.find(input.name);
      if (skill === undefined) return unknownSkill(input.name, session);
      const body = await skill.body();
      if (ToolFailure.is(body)) return body;
      session.activate(skill);
      return [`# Skill: ${skill.name}`, body, ...notesOn(skill, await skill.files())].join("\n\n");
    },
  });
}

function readTool(session: SkillChoice): Tool {
  return tool({
    name: "read_skill_file",
    description: "Reads a file that the instructions of a skill refer to.",
    inputSchema: z.object({
      name,
      path: z.string().describe("Path of the file, relative to the skill's folder"),
      fromLine: z.int().positive().optional().describe("First line to read, from 1; default 1"),
    }),
    access: "read",
    cache: false,
    execute: async ({ name: skillName, ...input }, context) => {
      const skill = session.find(skillName);
      if (skill === undefined) return unknownSkill(skillName, session);
      const content = await readFileTool({ root: skill.folder }).execute(input, context);
      if (!ToolFailure.is(content)) emit(SkillFileReadEvent, { skill: skillName, path: input.path });
      return content;
    },
  });
}

function unknownSkill(given: string, session: SkillChoice): ToolFailure {
  const known = session.skills.map((skill) => skill.name).join(", ");
  return new ToolFailure({ reason: "unknown_skill", message: `There is no skill "${given}". Known: ${known}` });
}

function notesOn({ allowedTools }: Skill, files: readonly string[]): string[] {
  const notes = [];
  if (files.length > 0) notes.push(`Its files, for read_skill_file:\n${files.map((path) => `- ${path}`).join("\n")}`);
  if (allowedTools !== undefined) notes.push(`Tools that may be used with it: ${allowedTools.join(", ") || "none"}`);
  return notes;
}
