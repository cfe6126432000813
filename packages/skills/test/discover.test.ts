import { symlink } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "@jest/globals";
import { formatFault } from "@boathook/kernel";
import { recordEvents } from "@boathook/testing";
import fc from "fast-check";

import { discoverSkills, loadSkills, SkillLoadFailedEvent } from "../src/index.ts";
import { readHead } from "../src/read-head.ts";
import { splitSkillFile } from "../src/split-skill-file.ts";
import { folderWith, skillFile } from "./support.ts";

const PDF = skillFile(
  [
    "name: pdf-forms",
    "description: >",
    "  Fills in PDF forms.",
    "  Use it for forms.",
    "license: MIT",
    "compatibility: needs qpdf",
    "metadata: { author: us, version: 1.5 }",
    "allowed-tools: read_file, shell",
    "hooks: { PreToolUse: [{ matcher: shell }] }",
    "when_to_use: often",
  ].join("\n"),
  "# Forms\n\nSee references/fields.md.",
);

describe("discovery", () => {
  it("finds a skill by its folder, by its file, and by the folder around; bodies stay where they are", async () => {
    const folder = await folderWith({
      "pdf-forms/SKILL.md": PDF,
      "notes/SKILL.md": skillFile("name: notes\ndescription: Takes notes."),
      "no-skill/README.md": "nothing",
    });
    const around = await loadSkills([folder]);
    expect(around.map(({ name }) => name)).toEqual(["notes", "pdf-forms"]);
    const [byFolder] = await loadSkills([join(folder, "pdf-forms")]);
    const [byFile] = await loadSkills([join(folder, "pdf-forms", "SKILL.md")]);
    expect(byFolder).toEqual(byFile);
    expect(byFolder).toMatchObject({
      folder: join(folder, "pdf-forms"),
      name: "pdf-forms",
      description: "Fills in PDF forms. Use it for forms.",
      license: "MIT",
      compatibility: "needs qpdf",
      allowedTools: ["read_file", "shell"],
      metadata: { author: "us", version: "1.5" },
      hooks: { PreToolUse: [{ matcher: "shell" }] },
      other: { when_to_use: "often" },
    });
    expect(await byFolder?.body()).toBe("# Forms\n\nSee references/fields.md.");
  });

  it("takes the first of two skills of one name, and the same folder twice as one", async () => {
    const [one, other] = [
      await folderWith({ "a/SKILL.md": skillFile("name: a\ndescription: First.") }),
      await folderWith({ "a/SKILL.md": skillFile("name: a\ndescription: Second.") }),
    ];
    const { skills, faults } = await discoverSkills([one, join(one, "a"), other]);
    expect(skills.map(({ description }) => description)).toEqual(["First."]);
    expect(faults.map(formatFault)).toEqual([
      `${join(other, "a", "SKILL.md")}: name: there is already a skill "a", in ${join(one, "a")}`,
    ]);
  });

  it("names everything that is wrong, with file and line, and gives the rest", async () => {
    const folder = await folderWith({
      "good/SKILL.md": skillFile("name: good\ndescription: Fine."),
      "bad/SKILL.md": skillFile(
        "name: Bad_Name\nlicence: MIT\ndescription: 5\nallowed-tools: Bash(git:*) read_file",
        " ",
      ),
      "other/SKILL.md": skillFile("name: another\ndescription: Its folder has another name."),
      "none/SKILL.md": "# No head",
      "broken/SKILL.md": skillFile('name: broken\ndescription: "no end'),
      "twice/SKILL.md": skillFile("name: twice\nname: twice\ndescription: d"),
      "patterns/SKILL.md": skillFile('name: patterns\ndescription: d\nallowed-tools:\n  - Bash(git add:*)\n  - "*"'),
      "binary/SKILL.md": new Uint8Array([1, 0, 2]),
    });
    const recorded = recordEvents();
    const { skills, faults } = await discoverSkills([folder, join(folder, "gone")]);
    recorded.stop();
    expect(skills.map(({ name }) => name)).toEqual(["good"]);
    const lines = faults.map((fault) => formatFault(fault).replace(`${folder}/`, ""));
    expect(lines).toEqual([
      expect.stringMatching(/^bad\/SKILL\.md:3:1: licence: unknown key \(.*license.*\)$/),
      "bad/SKILL.md:2:1: name: expected small letters and digits, with single hyphens between them",
      "bad/SKILL.md:4:1: description: expected a text that says what the skill does and when to use it",
      "bad/SKILL.md: nothing follows the head: there are no instructions",
      "binary/SKILL.md: This is a binary file, not a text.",
      expect.stringMatching(/^broken\/SKILL\.md:\d:\d+: a quote or bracket is not closed/),
      'none/SKILL.md:1: expected a head: "---" as the first line, name and description, and another line "---"',
      'other/SKILL.md:2:1: name: expected the name of its folder, "other", got "another"',
      'patterns/SKILL.md:4:1: allowed-tools: "Bash(git add:*)": arguments and wildcards are not supported, name the tool alone',
      'patterns/SKILL.md:4:1: allowed-tools: "*": arguments and wildcards are not supported, name the tool alone',
      expect.stringMatching(/^twice\/SKILL\.md:3:1: the key "name" stands here for the second time/),
      expect.stringMatching(/^gone: it cannot be read: ENOENT/),
    ]);
    expect(recorded.of(SkillLoadFailedEvent)).toHaveLength(8);
    await expect(loadSkills([folder])).rejects.toMatchObject({
      code: "invalid_configuration",
      faults: faults.slice(0, -1),
    });
  });

  it("reads no SKILL.md that is a link to somewhere else", async () => {
    const folder = await folderWith({ "secret.md": skillFile("name: linked\ndescription: d"), "linked/x": "" });
    await symlink(join(folder, "secret.md"), join(folder, "linked", "SKILL.md"));
    expect((await discoverSkills([join(folder, "linked")])).faults[0]?.message).toMatch(/lies outside/);
  });

  it("says so where there is no skill at all", async () => {
    const folder = await folderWith({ "a/b/SKILL.md": PDF, "notes.md": "x" });
    const { faults } = await discoverSkills([folder, join(folder, "notes.md")]);
    expect(faults.map(({ message }) => message)).toEqual(
      Array(2).fill("there is no SKILL.md here, nor in a folder directly below"),
    );
  });
});

describe("a head", () => {
  it.each([
    ["---\nname: a\n---\nbody", { head: "name: a\n", body: "\nbody" }],
    ["\ufeff---\r\nname: a\r\n---\r\nbody", { head: "name: a\r\n", body: "\nbody" }],
    ["---  \na: 1\n---\t\n", { head: "a: 1\n", body: "\n" }],
    ["---\n---\n", { head: "", body: "\n" }],
    ["---\na: ---x\n---", { head: "a: ---x\n", body: "" }],
    ["---\na: 1\n----\n", undefined],
    [" ---\na: 1\n---\n", undefined],
    ["", undefined],
  ])("of %j is %j", (text, parts) => {
    expect(splitSkillFile(text)).toEqual(parts);
  });

  it("is read, or its faults are told, whatever stands there", () => {
    const piece = fc.constantFrom(
      "---\n",
      "name: a\n",
      "description: d\n",
      "- x\n",
      "hooks:\n",
      "  a: *b\n",
      "&b [",
      "]\n",
      "!!js\n",
      "<<: {}\n",
      ": ",
      "\t",
      "ä",
      "text\n",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const reading = readHead(`---\n${pieces.join("")}`, "SKILL.md", "a");
        return "head" in reading ? reading.head.name === "a" : reading.faults.length > 0;
      }),
      { numRuns: 500 },
    );
  });

  it("may not blow up by aliases", () => {
    const layers = Array.from(
      { length: 12 },
      (_, index) => `l${index + 1}: &l${index + 1} [${Array(10).fill(`*l${index}`).join(", ")}]`,
    );
    const text = skillFile(["name: a", "description: d", "l0: &l0 [x]", ...layers].join("\n"));
    expect(readHead(text, "SKILL.md", "a")).toMatchObject({
      faults: [{ message: expect.stringContaining("alias") }],
    });
  });
});
