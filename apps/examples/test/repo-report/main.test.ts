import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, open, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { startOpenAiServer } from "@boathook/testing/servers";

import { endOf, runMain, startMain } from "./run-main.ts";

jest.setTimeout(60_000);

let folder: string;
let out: string;

beforeEach(async () => {
  const base = await mkdtemp(path.join(tmpdir(), "repo report "));
  folder = path.join(base, "sample {x} $& project");
  out = path.join(base, "report.md");
  await mkdir(folder);
});

afterEach(async () => {
  await rm(path.dirname(folder), { recursive: true, force: true });
});

async function write(name: string, text: string | Uint8Array): Promise<void> {
  await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
  await writeFile(path.join(folder, name), text);
}

describe("the report on a folder that nobody here wrote", () => {
  it("has its real counts, files and commits, and shows what the hooks did", async () => {
    await write(
      "README.md",
      "# Tide tables\n\nPredicts tides for small harbours. Mail harbour@example.org for help.\n",
    );
    await write(
      "package.json",
      JSON.stringify({ name: "tide-tables", version: "1.2.3", scripts: { test: "node test.js" } }),
    );
    await write("src/index.js", "// TODO: the moon\nexport const tide = () => 1;\n");
    await write("src/{name} $1.js", "export {};\n");
    await write(".env", "OPENAI_API_KEY=sk-abcdefghijklmnopqrstuvwxyz\n");
    await write("picture.png", new Uint8Array([0x89, 0x50, 0, 0, 1]));
    await symlink(folder, path.join(folder, "loop"));
    const git = (...args: string[]): string =>
      execFileSync("git", ["-C", folder, "-c", "user.name=Ann", "-c", "user.email=ann@example.org", ...args], {
        encoding: "utf8",
      });
    git("init", "-q");
    git("add", "README.md");
    git("commit", "-q", "-m", "Begin with the README");

    const { code, said } = await runMain([folder, "--out", out]);
    const report = await readFile(out, "utf8");
    expect({ code, said }).toMatchObject({ code: 0 });
    expect(report).toContain("Begin with the README");
    expect(report).toContain("README.md");
    expect(report).toMatch(/tide-tables|Tide tables/);
    expect(report).not.toContain("example.org");
    expect(report).not.toContain("sk-abcdef");
    for (const part of [
      "task survey",
      "list_files",
      "git_log",
      "Hook dispatches",
      "pre_tool_call",
      "execution_end",
      `Report: ${out}`,
      "Tokens: ",
    ]) {
      expect(said).toContain(part);
    }
  });

  it("an empty folder, a huge file, files that cannot be read: a sensible report each", async () => {
    expect(await runMain([folder, "--out", out])).toMatchObject({ code: 0 });
    const huge = await open(path.join(folder, "huge.bin"), "w");
    await huge.truncate(50 * 1024 * 1024);
    await huge.close();
    await write("closed/secret.txt", "x");
    await chmod(path.join(folder, "closed"), 0o000);
    const { code } = await runMain([folder, "--out", out]);
    await chmod(path.join(folder, "closed"), 0o700);
    expect(code).toBe(0);
    expect(await readFile(out, "utf8")).toContain("huge.bin");
  });
});

describe("what can go wrong ends in one clear message and an exit code", () => {
  it.each([
    ["no such folder", ["/no/such/folder"], 1, 'no folder "/no/such/folder"'],
    ["two folders", ["a", "b"], 2, "one folder is expected"],
    ["an unknown option", ["--modle", "x"], 2, "--modle"],
    ["an unknown provider", [".", "--model", "opnai/gpt-4o"], 1, "openai"],
    ["no key", [".", "--model", "openai/gpt-4o-mini"], 1, "OPENAI_API_KEY"],
  ])("%s", async (_name, args, code, text) => {
    const ended = await runMain([...args, "--out", out]);
    expect(ended.code).toBe(code);
    expect(ended.said).toContain(text);
    expect(ended.said).not.toMatch(/^\s+at /m);
  });

  it("a wrong key, and a service that is broken", async () => {
    const server = await startOpenAiServer();
    const env = { OPENAI_API_KEY: "sk-wrongwrongwrongwrongwrong", OPENAI_BASE_URL: server.url };
    server.reply({ status: 401, message: "Incorrect API key provided" });
    const wrong = await runMain([folder, "--out", out, "--model", "openai/gpt-4o-mini"], env);
    expect(wrong.code).toBe(1);
    expect(wrong.said).toMatch(/401|key/i);
    expect(wrong.said).not.toContain("sk-wrong");
    await server.close();
  });

  it("Ctrl-C in mid-run: hooks see the end as failed, exit code 130, nothing left", async () => {
    const server = await startOpenAiServer();
    server.reply({ hang: true });
    const env = { OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: server.url };
    const child = startMain([folder, "--out", out, "--model", "openai/gpt-4o-mini"], env);
    const ending = endOf(child);
    while (server.requests.length === 0 && child.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, 10));
    child.kill("SIGINT");
    const { code, said } = await ending;
    expect(said).toContain("run failed");
    expect(said).toContain("The run was cancelled.");
    expect(code).toBe(130);
    await server.close();
  });
});
