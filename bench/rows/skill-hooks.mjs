// What skill hooks cost a tool call: with none, with a rule that does not fit, with a permission, and with a command beside a bare start of it.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { Agent, createRuntime } from "@boathook/crew";
import { BaseLlm, usageOf } from "@boathook/models";
import { loadHookFiles, SkillHookSet, skillHooks } from "@boathook/skill-hooks";
import { tool } from "@boathook/tools";
import { z } from "zod";

const folder = mkdtempSync(path.join(tmpdir(), "boathook-bench-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const fileOf = (name, text) => {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
};

const usage = usageOf({ inputTokens: 1, outputTokens: 1, totalTokens: 2, requests: 1 });
const ROUNDS = 20;
/** Calls the tool twenty times, then answers. */
class Script extends BaseLlm {
  modelId = "script";
  async generate({ messages }) {
    const done = messages.reduce((count, { role }) => count + (role === "tool" ? 1 : 0), 0);
    if (done >= ROUNDS) return { text: "done", toolCalls: [], parsed: undefined, finishReason: "stop", usage };
    const call = { id: `c${done}`, name: "echo", input: { x: String(done) } };
    return { text: "", toolCalls: [call], parsed: undefined, finishReason: "tool-calls", usage };
  }
}
const echo = tool({ name: "echo", description: "e", inputSchema: z.object({ x: z.string() }), execute: ({ x }) => x });
const agent = new Agent({ role: "a", goal: "g", backstory: "b", llm: new Script(), tools: [echo], maxIter: 100 });

/** Runs of an agent on a runtime with these hooks; an agent alone has no runtime of its own, a flow gives it one. */
async function runsWith(hooks) {
  const files = hooks === undefined ? [] : [fileOf(`hooks-${Math.random()}.yaml`, hooks)];
  const runtime = createRuntime({
    use: files.length === 0 ? [] : [skillHooks({ files, trust: true, projectDir: folder })],
  });
  const { defineFlow } = await import("@boathook/flow");
  const Run = defineFlow({
    name: "run",
    methods: { go: { start: true, run: async () => (await agent.kickoff("hi")).raw } },
  });
  const flow = await runtime.flow(Run);
  return async (n) => {
    for (let i = 0; i < n; i += 1) if ((await flow.kickoff({})) !== "done") throw new Error("it gave something else");
  };
}

const rule = (matcher, action) => `PreToolUse:\n  - matcher: ${matcher}\n    hooks:\n      - ${action}\n`;
const calls = "skill hooks: a run with 20 tool calls";
const command = "skill hooks: a command beside a bare start of it";
const { rules } = await loadHookFiles([fileOf("command.yaml", rule("echo", '{ type: command, command: "true" }'))]);
const set = new SkillHookSet(rules, { projectDir: folder });

const bare = () =>
  new Promise((resolve, reject) => {
    const child = spawn("bash", ["--norc", "--noprofile", "-c", "true"], { stdio: ["pipe", "pipe", "pipe"] });
    child.on("error", reject);
    child.on("close", resolve);
    child.stdin.end("{}\n");
  });

export const rows = [
  { group: calls, name: "no hook files", unit: "us", baseline: true, run: await runsWith(undefined) },
  {
    group: calls,
    name: "a rule that does not fit",
    unit: "us",
    aim: 3,
    run: await runsWith(rule("other", '{ type: command, command: "true" }')),
  },
  {
    group: calls,
    name: "a permission that allows",
    unit: "us",
    run: await runsWith(rule("echo", "{ type: permission, decision: allow }")),
  },
  {
    group: command,
    name: "spawn",
    unit: "us",
    baseline: true,
    wall: true,
    run: async (n) => {
      for (let i = 0; i < n; i += 1) await bare();
    },
  },
  {
    group: command,
    name: "command hook",
    unit: "us",
    aim: 1.15,
    wall: true,
    run: async (n) => {
      for (let i = 0; i < n; i += 1) {
        const { parts } = await set.run("PreToolUse", { toolName: "echo", toolInput: { x: "1" } });
        if (parts.length !== 1) throw new Error("the hook did not run");
      }
    },
  },
];
