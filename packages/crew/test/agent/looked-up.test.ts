import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { clearAllHooks, on } from "@boathook/hooks";
import { currentFrame } from "@boathook/kernel";
import { callTool, recordEvents, ScriptedModel, type ScriptedReply } from "@boathook/testing";
import { mcpServer, tool, ToolSet, type Tool } from "@boathook/tools";
import { z } from "zod";

import { Agent, Crew, createRuntime, Task, type RuntimePlugin } from "../../src/index.ts";
import { action, answer } from "../support.ts";

beforeEach(clearAllHooks);
afterEach(clearAllHooks);

const made: string[] = [];
afterAll(() => Promise.all(made.map((folder) => rm(folder, { recursive: true, force: true }))));

const plain = (name: string, execute: () => unknown = () => `${name} ran`): Tool =>
  tool({ name, description: "d", inputSchema: z.object({}), execute });

function agentWith(model: ScriptedModel, options: Partial<ConstructorParameters<typeof Agent>[0]>): Agent {
  return new Agent({ role: "Worker", goal: "Work", backstory: "You work.", llm: model, ...options });
}

const script = (...replies: readonly ScriptedReply[]): ScriptedModel => new ScriptedModel({ replies });

const task = (agent: Agent, tools?: readonly Tool[]): Task =>
  new Task({ description: "Do it", expectedOutput: "a word", agent, tools });

describe("a set of tools", () => {
  /** Tells when it was asked, and when the run that asked has ended. */
  class Shelf extends ToolSet {
    readonly name = "shelf";
    readonly description = "Two tools";
    readonly trail: string[] = [];

    async list(): Promise<readonly Tool[]> {
      await Promise.resolve();
      this.trail.push("listed");
      currentFrame().runEnd?.add(this, async () => {
        await Promise.resolve();
        this.trail.push("closed");
      });
      return [plain("first"), plain("second")];
    }
  }

  it("is asked when an agent begins to work, in an agent or a task, and closed once, before the kickoff settles", async () => {
    const shelf = new Shelf();
    const model = script(callTool("second"), "one", callTool("first"), "two");
    const agent = agentWith(model, { tools: [plain("own"), shelf] });
    const other = agentWith(model, {});
    const crew = new Crew({ tasks: [task(agent), task(other, [shelf])] });
    expect(shelf.trail).toEqual([]);
    const recorded = recordEvents();
    await crew.kickoff();
    recorded.stop();
    expect(shelf.trail).toEqual(["listed", "listed", "closed"]);
    expect(model.requests.map(({ tools }) => tools.map(({ name }) => name).join())).toEqual([
      "own,first,second",
      "own,first,second",
      "first,second",
      "first,second",
    ]);
    await crew
      .copy()
      .kickoff()
      .catch(() => undefined); // the script is at its end
    expect(shelf.trail).toEqual(["listed", "listed", "closed", "listed", "closed"]);
  });

  it("may be one of a server that a runtime keeps", async () => {
    const server: RuntimePlugin = mcpServer({ command: "no-such-program-anywhere" });
    const runtime = createRuntime({ use: [server] });
    await expect(runtime.close()).resolves.toBeUndefined();
  });

  it("of a server that is not there fails the kickoff, once, with an error that names it", async () => {
    const server = mcpServer({ command: "no-such-program-anywhere" });
    const model = script("never asked");
    await expect(new Crew({ tasks: [task(agentWith(model, { tools: [server] }))] }).kickoff()).rejects.toMatchObject({
      code: "mcp_connection_failed",
      server: "no-such-program-anywhere",
    });
    expect(model.requests).toEqual([]);
  });
});

describe("the skills of an agent", () => {
  async function skillFolder(head: string): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), "boathook-crew-"));
    made.push(folder);
    await mkdir(join(folder, "tidy"));
    await writeFile(join(folder, "tidy", "SKILL.md"), `---\n${head}\n---\nPut things away.\n`);
    return folder;
  }

  it.each(["native", "text"] as const)(
    "are in the prompt, activated by the model, and bound its tools (%s)",
    async (mode) => {
      const skills = [await skillFolder("name: tidy\ndescription: Tidies up.\nallowed-tools: sweep")];
      const replies = [
        action(mode, "burn", {}),
        action(mode, "activate_skill", { name: "tidy" }),
        action(mode, "burn", {}),
        action(mode, "sweep", {}),
        answer(mode, "tidy"),
      ];
      const model = new ScriptedModel({ replies, supportsTools: mode === "native" });
      const seen: (string | undefined)[] = [];
      on("post_tool_call", ({ toolResult }) => void seen.push(toolResult));
      const agent = agentWith(model, { tools: [plain("sweep"), plain("burn")], skills });
      const { raw } = await new Crew({ tasks: [task(agent)] }).kickoff();
      expect(raw).toBe("tidy");
      expect(model.requests[0]?.messages[0]?.content).toContain("- tidy: Tidies up.");
      expect(seen).toEqual([
        "burn ran",
        "# Skill: tidy\n\nPut things away.\n\nTools that may be used with it: sweep",
        "Tool 'burn' was not run: the active skill allows only these tools: sweep.",
        "sweep ran",
      ]);
    },
  );

  it("that are wrong fail the kickoff before any model call, with file and line", async () => {
    const skills = [await skillFolder("name: untidy")];
    const model = script("never asked");
    await expect(agentWith(model, { skills }).kickoff("tidy up")).rejects.toMatchObject({
      code: "invalid_configuration",
      faults: [{ path: "description" }],
    });
    expect(model.requests).toEqual([]);
  });
});

describe("a crew inside of a tool that is cancelled", () => {
  it("has ended, hooks and all, before the outer kickoff rejects", async () => {
    const trail: string[] = [];
    on("execution_end", async ({ crew, status }) => {
      if (crew === undefined) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
      trail.push(`${crew.name} ${status}`);
    });
    const controller = new AbortController();
    const inner = plain("inner", () => {
      const agent = agentWith(script({ text: "late", delayMs: 60_000 }), {});
      setTimeout(() => {
        controller.abort("enough");
      }, 20);
      return new Crew({ name: "inner", tasks: [task(agent)] }).kickoff();
    });
    const outer = new Crew({ name: "outer", tasks: [task(agentWith(script(callTool("inner")), { tools: [inner] }))] });
    await expect(outer.kickoff({}, { signal: controller.signal })).rejects.toMatchObject({ code: "run_cancelled" });
    expect(trail).toEqual(["inner failed", "outer failed"]);
  });
});
