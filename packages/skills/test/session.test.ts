import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "@jest/globals";
import { eventFromJson } from "@boathook/kernel";
import { recordEvents } from "@boathook/testing";
import { runTool, tool, Toolbox } from "@boathook/tools";
import { z } from "zod";

import { openSkills, SkillActivatedEvent, SkillFileReadEvent, type SkillSession } from "../src/index.ts";
import { folderWith, skillFile } from "./support.ts";

let calls = 0;

/** A toolbox with the session's tools and some others, and a way to call them. */
function withTools(session: SkillSession): (name: string, input?: Record<string, unknown>) => Promise<string> {
  const plain = (name: string) =>
    tool({ name, description: "d", inputSchema: z.object({}), execute: () => `${name} ran` });
  const tools = [plain("readFile"), plain("shell"), ...session.tools];
  const toolbox = new Toolbox({ tools, refuses: session.refuses });
  return async (name, input = {}) => (await runTool({ id: String((calls += 1)), name, input }, toolbox)).text;
}

const FILES = {
  "pdf/SKILL.md": skillFile(
    "name: pdf\ndescription: |\n  Fills forms.\n  Use it for forms.\nallowed-tools: read-file",
    "Read references/a.md.",
  ),
  "pdf/references/a.md": "all about a",
  "notes/SKILL.md": skillFile("name: notes\ndescription: Takes notes."),
  "web/SKILL.md": skillFile("name: web\ndescription: Looks things up.\nallowed-tools: [shell]"),
  "secret.txt": "the secret",
};

describe("a session", () => {
  it("tells a model of names and descriptions only", async () => {
    const session = await openSkills([await folderWith(FILES)]);
    expect(session.prompt).toBe(
      [
        "Skills are instructions for particular kinds of work. When one fits what you are asked to do, call activate_skill with its name first, and do as it says:",
        "- notes: Takes notes.",
        "- pdf: Fills forms. Use it for forms. ".trimEnd(),
        "- web: Looks things up.",
      ].join("\n"),
    );
    expect(session.tools.map(({ name }) => name)).toEqual(["activate_skill", "read_skill_file"]);
    const none = await openSkills([]);
    expect([none.prompt, none.tools, none.refuses("shell")]).toEqual([undefined, [], undefined]);
  });

  it("gives the instructions on activation, and files on demand, as they now are", async () => {
    const folder = await folderWith(FILES);
    const recorded = recordEvents();
    const call = withTools(await openSkills([folder]));
    await writeFile(join(folder, "notes", "SKILL.md"), skillFile("name: notes\ndescription: d", "Newer."));
    expect(await call("activate_skill", { name: "pdf" })).toBe(
      "# Skill: pdf\n\nRead references/a.md.\n\nIts files, for read_skill_file:\n- references/a.md\n\nTools that may be used with it: read-file",
    );
    expect(await call("activate_skill", { name: "notes" })).toBe("# Skill: notes\n\nNewer.");
    expect(await call("read_skill_file", { name: "pdf", path: "references/a.md" })).toBe("all about a");
    recorded.stop();
    expect(recorded.of(SkillActivatedEvent).map(({ skill, allowedTools }) => [skill, allowedTools])).toEqual([
      ["pdf", ["read-file"]],
      ["notes", undefined],
    ]);
    expect(recorded.of(SkillFileReadEvent).map(({ skill, path }) => [skill, path])).toEqual([
      ["pdf", "references/a.md"],
    ]);
    for (const event of recorded.events.filter(({ type }) => type.startsWith("skill_"))) {
      expect(eventFromJson(JSON.parse(JSON.stringify(event)))).toEqual(event);
    }
  });

  it("keeps every skill in its folder", async () => {
    const folder = await folderWith(FILES);
    await symlink(join(folder, "secret.txt"), join(folder, "pdf", "link"));
    const call = withTools(await openSkills([folder]));
    const paths = ["../secret.txt", "link", join(folder, "secret.txt"), "references/../../secret.txt", "gone.md", ""];
    const texts = await Promise.all(paths.map((path) => call("read_skill_file", { name: "pdf", path })));
    expect(texts.filter((text) => text.includes("the secret"))).toEqual([]);
    expect(texts[0]).toMatch(/lies outside/);
    expect(texts[4]).toBe('There is no such file or folder: "gone.md".');
  });

  it("knows only the skills it was opened with", async () => {
    const call = withTools(await openSkills([await folderWith(FILES)]));
    expect(await call("activate_skill", { name: "../pdf" })).toBe('There is no skill "../pdf". Known: notes, pdf, web');
    expect(await call("read_skill_file", { name: "x", path: "SKILL.md" })).toBe(
      'There is no skill "x". Known: notes, pdf, web',
    );
  });
});

describe("allowed tools", () => {
  it("hold from activation on, together for all active skills, and not beside one that says nothing of tools", async () => {
    const session = await openSkills([await folderWith(FILES)]);
    const call = withTools(session);
    const trail = [await call("shell")];
    await call("activate_skill", { name: "pdf" });
    trail.push(await call("shell"), await call("read_file"));
    await call("activate_skill", { name: "web" });
    trail.push(await call("shell"), await call("read_file"));
    await call("activate_skill", { name: "notes" });
    trail.push(await call("shell"));
    expect(trail).toEqual([
      "shell ran",
      "Tool 'shell' was not run: the active skill allows only these tools: read-file.",
      "readFile ran",
      "shell ran",
      "readFile ran",
      "shell ran",
    ]);
    expect(session.active.map(({ name }) => name)).toEqual(["pdf", "web", "notes"]);
  });

  it("are each session's own", async () => {
    const folder = await folderWith(FILES);
    const [one, other] = [withTools(await openSkills([folder])), withTools(await openSkills([folder]))];
    await one("activate_skill", { name: "pdf" });
    expect([await one("shell"), await other("shell")]).toEqual([expect.stringContaining("was not run"), "shell ran"]);
  });
});
