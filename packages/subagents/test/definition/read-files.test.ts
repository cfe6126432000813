import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { formatFault, type ConfigurationError } from "@boathook/kernel";
import { ScriptedModel } from "@boathook/testing";
import { tool } from "@boathook/tools";
import { z } from "zod";

import { readSubagentFiles, SubagentRegistry } from "../../src/index.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "subagents-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const grep = tool({ name: "grep", description: "d", inputSchema: z.object({}), execute: () => "found" });
const file = (name: string, text: string): Promise<void> => writeFile(path.join(folder, name), text);
const faultsIn = async (): Promise<string[]> => {
  const error = await readSubagentFiles(folder, { tools: [grep] }).then(
    () => undefined,
    (thrown: unknown) => thrown as ConfigurationError,
  );
  return (error?.faults ?? []).map((fault) => formatFault(fault).replace(`${folder}/`, ""));
};

describe("subagents in files", () => {
  it("are a head and instructions; keys of other programs are read over", async () => {
    await file("b.md", "---\nname: tester\ndescription: tests\ncolor: blue\n---\nRun them.\n");
    await file(
      "a.md",
      "---\nname: finder\ndescription: |\n  finds things\ntools: Grep\nmode: fork\ntimeout: 5\nmax_tokens: 100\n---\n\nFind it.\nSay where.\n",
    );
    await file("notes.txt", "no subagent");
    const found = await readSubagentFiles(folder, { tools: [grep], llm: new ScriptedModel({ replies: ["here"] }) });
    expect(
      found.map(({ name, instructions, mode, timeoutMs, maxTokens, tools }) => [
        name,
        instructions,
        mode,
        timeoutMs,
        maxTokens,
        tools?.length,
      ]),
    ).toEqual([
      ["finder", "Find it.\nSay where.", "fork", 5_000, 100, 1],
      ["tester", "Run them.", undefined, undefined, undefined, 1],
    ]);
    const registry = new SubagentRegistry();
    for (const options of found) registry.register(options);
    expect(await registry.dispatch({ name: "finder", task: "it" })).toMatchObject({
      status: "completed",
      text: "here",
    });
  });

  it("are refused together, each fault with its file and line", async () => {
    await file("a.md", "no head");
    await file("b.md", '---\nname: "broken\n---\nx');
    await file("c.md", "---\nname: 1 2\nmode: fast\n---\nx");
    await file("d.md", "---\nname: fine\ndescription: d\ntools: [grp]\n---\nx");
    await file("e.md", "---\nname: empty\ndescription: d\n---\n");
    await file("f.md", "---\nname: twin\ndescription: d\n---\nx");
    await file("g.md", "---\nname: twin\ndescription: d\n---\nx");
    await file("h.md", "---\n__proto__: { isAdmin: true }\nname: proto\ndescription: d\n---\nx");
    expect(await faultsIn()).toEqual([
      expect.stringMatching(/^a\.md:1: expected a head/),
      expect.stringMatching(/^b\.md:\d:\d+: a quote or bracket is not closed/),
      expect.stringMatching(/^c\.md:2:1: name: expected letters/),
      expect.stringMatching(/^c\.md:2:1: description: /),
      expect.stringMatching(/^c\.md:3:1: mode: /),
      expect.stringMatching(/^d\.md:4:1: tools: there is no tool "grp" \(did you mean "grep"\?\)$/),
      expect.stringMatching(/^e\.md: nothing follows the head/),
      expect.stringMatching(/^g\.md: name: "twin" is the name of another file's$/),
    ]);
    expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined();
  });

  it("in a folder that is not there are a fault", async () => {
    await expect(readSubagentFiles(path.join(folder, "none"))).rejects.toThrow(/cannot be read \(ENOENT\)/);
  });
});

describe("definitions in code", () => {
  it.each([
    [{ name: "a b", description: "d", instructions: "i" }, "name"],
    [{ name: "a", description: "", instructions: "i" }, "description"],
    [{ name: "a", description: "d" }, "expected `agent`, or `instructions`"],
    [{ name: "a", description: "d", instructions: "i", maxDepht: 2 }, "maxDepth"],
    [{ name: "a", description: "d", instructions: "i", tools: [grep], denyTools: ["grp"] }, 'did you mean "grep"'],
  ])("%j is refused", (options, expected) => {
    expect(() => new SubagentRegistry().register(options as never)).toThrow(expected);
  });

  it("of a name that is taken are refused", () => {
    const registry = new SubagentRegistry();
    const options = { name: "a", description: "d", instructions: "i", llm: new ScriptedModel({ replies: [] }) };
    expect(() => registry.register(options).register(options)).toThrow(/there is a subagent "a" already/);
  });
});
