import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { HumanInputUnavailableError, McpConnectionCompletedEvent, ToolUsageProgressEvent } from "boathook";
import { callTool, recordEvents, ScriptedModel, type ScriptedReply } from "@boathook/testing";

import { archiveSearch } from "../../src/tools/archive-search.ts";
import { askTheOwner } from "../../src/tools/ask-the-owner.ts";
import { confinedFiles } from "../../src/tools/confined-files.ts";
import { guardedPrograms } from "../../src/tools/guarded-programs.ts";
import { toolsOfAServer } from "../../src/tools/tools-of-a-server.ts";
import { withSkills } from "../../src/tools/with-skills.ts";

const require = createRequire(import.meta.url);

const script = (...replies: readonly ScriptedReply[]): ScriptedModel => new ScriptedModel({ replies });
/** What the tools said, in order. */
const results = (model: ScriptedModel): string[] =>
  (model.requests.at(-1)?.messages ?? []).filter(({ role }) => role === "tool").map(({ content }) => content as string); // what tools say is text

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "boathook-examples-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("the examples of the tools guide", () => {
  it("archive: bad arguments, progress, a failure in words, a result as JSON", async () => {
    const pages = [["a"], ["b"]];
    const readPage = (query: string, page: number) =>
      Promise.resolve({ titles: query === "tides" ? (pages[page - 1] ?? []) : [], isLast: page === 2 });
    const model = script(
      callTool("search_archive", { query: "x" }),
      callTool("search_archive", { query: "moons" }),
      callTool("search_archive", { query: "tides" }),
      "done",
    );
    const recorded = recordEvents();
    const { toolFailures } = await archiveSearch(model, readPage).kickoff("tides?");
    recorded.stop();
    expect(results(model)).toEqual([
      expect.stringMatching(/^Invalid arguments for tool 'search_archive': query/),
      'Nothing about "moons". Try another word.',
      '["a","b"]',
    ]);
    expect(toolFailures.map(({ reason }) => reason)).toEqual(["invalid_input", "nothing_found"]);
    expect(recorded.of(ToolUsageProgressEvent).map(({ message }) => message)).toEqual([
      "page 1",
      "page 2",
      "page 1",
      "page 2",
    ]);
  });

  it("files: reads below one folder, writes below another, and nowhere else", async () => {
    const [docs, drafts] = [join(folder, "docs"), join(folder, "drafts")];
    await mkdir(docs);
    await mkdir(drafts);
    await writeFile(join(docs, "a.md"), "tides rise");
    await writeFile(join(folder, "secret"), "the secret");
    await symlink(join(folder, "secret"), join(docs, "link"));
    const model = script(
      callTool("list_files"),
      callTool("search_files", { text: "rise" }),
      callTool("read_file", { path: "link" }),
      callTool("read_file", { path: "../secret" }),
      callTool("write_file", { path: "sum.md", content: "they rise" }),
      callTool("write_file", { path: "../docs/a.md", content: "x" }),
      "done",
    );
    await confinedFiles(model, { docs, drafts }).kickoff("sum up");
    expect(results(model)).toEqual([
      "a.md\nlink@",
      "a.md:1: tides rise",
      '"link" lies outside of the folder that this tool may use.',
      '"../secret" lies outside of the folder that this tool may use.',
      'Wrote 9 bytes to "sum.md".',
      '"../docs/a.md" lies outside of the folder that this tool may use.',
    ]);
    expect(await readFile(join(drafts, "sum.md"), "utf8")).toBe("they rise");
  });

  it("programs: what was named runs, what was not does not, and a hook looks at the arguments", async () => {
    const model = script(
      callTool("shell", { program: process.execPath, args: ["-p", "6 * 7"] }),
      callTool("shell", { program: "sh", args: ["-c", "ls"] }),
      callTool("shell", { program: "git", args: ["push"] }),
      callTool("fetch_url", { url: "http://169.254.169.254/latest" }),
      "done",
    );
    await guardedPrograms(model, folder);
    expect(results(model)).toEqual([
      "42\n[exit code 0]",
      expect.stringMatching(/^Invalid arguments for tool 'shell'/),
      "Tool execution blocked by hook. Tool: shell",
      "This host is not among those that may be fetched: 169.254.169.254.",
    ]);
  }, 20_000);

  it("a person: the answer, or that there is none", async () => {
    const ask = (reply: () => Promise<string>): Promise<string[]> => {
      const model = script(callTool("ask_person", { question: "Swim or run?" }), "planned");
      return askTheOwner(model, { ask: reply }).then(() => results(model));
    };
    expect(await ask(() => Promise.resolve("swim"))).toEqual(["swim"]);
    expect(await ask(() => Promise.reject(new HumanInputUnavailableError("nobody is there")))).toEqual([
      "Nobody answers: nobody is there",
    ]);
  });

  it("a server: its tools under a prefix, in a crew class, and no process afterwards", async () => {
    const file = require.resolve("@modelcontextprotocol/server-everything/package.json");
    const model = script(callTool("calc_get_sum", { a: 2, b: 3 }), "5");
    const recorded = recordEvents();
    const command = { command: process.execPath, args: [file.replace("package.json", "dist/index.js"), "stdio"] };
    const output = await toolsOfAServer(model, command);
    recorded.stop();
    expect([output.raw, results(model)]).toEqual(["5", [expect.stringContaining("5")]]);
    expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(["calc_echo", "calc_get_sum"]);
    expect(recorded.of(McpConnectionCompletedEvent)).toHaveLength(1);
    const children = await readFile(`/proc/self/task/${process.pid}/children`, "utf8").catch(() => "");
    for (const pid of children.trim().split(" ").filter(Boolean)) {
      expect(await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).not.toContain("server-everything");
    }
  }, 30_000);

  it("skills: named in the prompt, read when they are needed", async () => {
    const model = script(
      callTool("activate_skill", { name: "release-notes" }),
      callTool("read_skill_file", { name: "release-notes", path: "references/tone.md" }),
      "notes",
    );
    const { raw } = await withSkills(model);
    expect(raw).toBe("notes");
    expect(model.requests[0]?.messages[0]?.content).toContain("- release-notes: Writes release notes. Use it whenever");
    expect(model.requests[0]?.messages[0]?.content).not.toContain("One line per change");
    expect(results(model)).toEqual([
      expect.stringContaining("One line per change"),
      "Plain words. No exclamation marks.\n",
    ]);
  });
});
