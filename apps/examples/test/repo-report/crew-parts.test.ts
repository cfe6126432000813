import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createRuntime, HookDispatchedEvent } from "boathook";
import { callTool, ScriptedModel } from "@boathook/testing";

import { readArguments } from "../../src/repo-report/arguments.ts";
import { dispatchTable } from "../../src/repo-report/dispatch-table.ts";
import { Announcer, ReportCrew } from "../../src/repo-report/report-crew.ts";
import { isSecretFile, withoutAddresses, withoutKeys } from "../../src/repo-report/secrets.ts";
import { Folder } from "../../src/repo-report/tools/folder.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "report-crew-"));
  await writeFile(path.join(folder, ".env"), "KEY=sk-abcdefghijklmnopqrstuvwxyz");
  await symlink(path.join(folder, ".env"), path.join(folder, "notes.txt"));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe("the crew's policy", () => {
  it.each([
    [".env", "may hold secrets"],
    ["notes.txt", "may hold secrets"],
    ["../../etc/passwd", "outside of the folder"],
    ["/etc/passwd", "outside of the folder"],
  ])("refuses to read %s", async (wanted, reason) => {
    const model = new ScriptedModel({
      replies: ["surveyed", callTool("read_file", { path: wanted }), "analysed", "reported"],
    });
    await using runtime = createRuntime({ llm: model });
    runtime.container.bind(Folder).toConstantValue(await Folder.open(folder));
    runtime.container.bind(Announcer).toConstantValue(new Announcer(() => undefined));
    const aborted: string[] = [];
    runtime.events.on(HookDispatchedEvent).subscribe((event) => {
      if (event.outcome === "aborted") aborted.push(event.abortReason ?? "");
    });
    const crew = await runtime.crew(ReportCrew);
    const output = await crew.kickoff({ folder, name: "x" });
    expect(output.raw).toBe("reported");
    expect(aborted).toEqual([expect.stringContaining(reason)]);
    expect(JSON.stringify(model.requests)).not.toContain("sk-abcdefghij");
  });

  it("does not begin on a folder that is not there", async () => {
    await using runtime = createRuntime({ llm: new ScriptedModel({ replies: [] }) });
    runtime.container.bind(Folder).toConstantValue(await Folder.open(folder));
    runtime.container.bind(Announcer).toConstantValue(new Announcer(() => undefined));
    const crew = await runtime.crew(ReportCrew);
    await expect(crew.kickoff({ folder: "/no/such", name: "x" })).rejects.toMatchObject({
      code: "hook_aborted",
      source: "folder-check",
    });
  });
});

describe("small parts", () => {
  it("knows secret files by name", () => {
    expect([".env", "a/.env.local", "x.pem", "id_rsa", ".npmrc"].filter(isSecretFile)).toHaveLength(5);
    expect(["env.ts", "key.ts", "README.md"].filter(isSecretFile)).toEqual([]);
  });

  it("removes keys and addresses", () => {
    expect(withoutKeys("sk-abcdefghijklmnop and api_key = abcdefgh12345")).toBe("[KEY] and api_key = [KEY]");
    expect(withoutAddresses("mail ann.b+c@example.co.uk now")).toBe("mail [e-mail] now");
  });

  it("reads its arguments", () => {
    const env = {};
    expect(readArguments([], env, "/home/me/proj")).toEqual({
      folder: "/home/me/proj",
      model: "offline",
      out: "/home/me/proj/reports/proj.md",
    });
    expect(readArguments(["x", "--model", "m", "--out", "r.md"], env, "/a")).toEqual({
      folder: "/a/x",
      model: "m",
      out: "/a/r.md",
    });
    expect(readArguments([], { OPENAI_API_KEY: "k" }, "/a").model).toBe("openai/gpt-4o-mini");
    expect(() => readArguments(["a", "b"], env, "/")).toThrow("one folder");
  });

  it("draws no table for no dispatch but its head", () => {
    expect(dispatchTable([])).toBe("point  dispatches  hooks  modified  aborted  ms");
  });
});
