import "@boathook/testing/reset";

import { readFileSync } from "node:fs";

import { describe, expect, it } from "@jest/globals";
import { Agent, createRuntime, Crew, Task, type CrewOutput } from "@boathook/crew";
import { QueuedHumanInput } from "@boathook/hooks";
import { callTool, recordEvents, ScriptedModel } from "@boathook/testing";
import { tool } from "@boathook/tools";
import { z } from "zod";

import { skillHooks, TrustStore, type SkillHooksOptions } from "../src/index.ts";
import { project } from "./support.ts";

interface Ran {
  readonly output: CrewOutput;
  readonly got: unknown[];
  readonly read: string;
  readonly events: readonly { readonly type: string }[];
}

/** A crew whose agent writes one file, on a runtime with these hook files. */
async function run(
  files: Record<string, string>,
  options: SkillHooksOptions & { answers?: readonly string[] } = {},
): Promise<Ran> {
  const dir = project(files);
  const { answers, ...rest } = options;
  const humanInput = new QueuedHumanInput();
  await using runtime = createRuntime({
    use: [skillHooks({ projectDir: dir, homeDir: project({}), trust: true, ...rest })],
    humanInput,
  });
  const got: unknown[] = [];
  const write = tool({
    name: "write_file",
    description: "Writes",
    inputSchema: z.object({ path: z.string(), content: z.string() }),
    execute: (input) => {
      got.push(input);
      if (input.path === "fails") throw new Error("disk full");
      return `wrote ${input.path}`;
    },
  });
  const model = new ScriptedModel({ replies: [callTool("write_file", { path: "notes.txt", content: "hi" }), "done"] });
  const agent = new Agent({ role: "Writer", goal: "write", backstory: "writes", llm: model, tools: [write] });
  const crew = new Crew({ tasks: [new Task({ description: "Write", expectedOutput: "a file", agent })], runtime });
  const recorder = recordEvents(runtime.events);
  const answering = answers === undefined ? undefined : answer(humanInput, answers);
  const output = await crew.kickoff();
  await answering;
  recorder.stop();
  const read = JSON.stringify(model.requests.at(-1)?.messages);
  return { output, got, read, events: recorder.events };
}

async function answer(people: QueuedHumanInput, answers: readonly string[]): Promise<void> {
  for (const text of answers) (await people.next()).answer(text);
}

const onEvent = (event: string, matcher: string, command: string): string =>
  JSON.stringify({ hooks: { [event]: [{ matcher, hooks: [{ type: "command", command }] }] } });
const node = (code: string): string =>
  `node -e 'let t="";process.stdin.on("data",(d)=>t+=d).on("end",()=>{const e=JSON.parse(t);${code}})'`;

describe("hooks in the files of a project", () => {
  it("stop a tool call; the model reads the reason, and the event stream names the hook", async () => {
    const { got, read, events } = await run({
      ".claude/settings.json": onEvent("PreToolUse", "Write", "echo 'notes are protected' >&2; exit 2"),
    });
    expect([got, read]).toEqual([
      [],
      expect.stringContaining("Tool execution blocked by hook. Tool: write_file. Reason: notes are protected"),
    ]);
    expect(events.filter((event) => "dialect" in event && event.dialect === "skill")).toMatchObject([
      {
        interceptionPoint: "PreToolUse",
        outcome: "aborted",
        abortReason: "notes are protected",
        abortSource: expect.stringContaining("settings.json:1"),
      },
    ]);
  });

  it("rewrite its arguments in the words of their format, before they are checked", async () => {
    const script = node(
      `e.tool_input.file_path="safe/"+e.tool_input.file_path;console.log(JSON.stringify({hookSpecificOutput:{hookEventName:"PreToolUse",updatedInput:e.tool_input}}))`,
    );
    const theirs = await run({ ".claude/settings.json": onEvent("PreToolUse", "Write", script) });
    expect(theirs.got).toEqual([{ path: "safe/notes.txt", content: "hi" }]);
    const ours = await run({
      "hooks.json": onEvent(
        "PreToolUse",
        "write_file",
        node(`console.log(JSON.stringify({modified_input:{...e.tool_input,content:"HI"}}))`),
      ),
    });
    expect(ours.got).toEqual([{ path: "notes.txt", content: "HI" }]);
  });

  it("have a person asked about what really runs, also where another hook allows it", async () => {
    const files = {
      "hooks.yaml": `PreToolUse:
  - hooks:
      - { type: permission, decision: ask, reason: look twice }
      - { type: permission, decision: allow }
`,
    };
    const yes = await run(files, { answers: ["yes"] });
    expect(yes.got).toHaveLength(1);
    const asked = yes.events.find(({ type }) => type === "human_input_requested");
    expect(asked).toMatchObject({ prompt: 'Allow write_file with {"path":"notes.txt","content":"hi"}? (look twice)' });
    const no = await run(files, { answers: ["no"] });
    expect([no.got, no.read]).toEqual([[], expect.stringContaining("Reason: a person did not allow it")]);
  });

  it("PermissionRequest may answer for the person, PermissionDenied hears of a no", async () => {
    const ask = `PreToolUse:\n  - hooks: [{ type: permission, decision: ask }]\n`;
    const allowed = await run({
      "hooks.yaml": `${ask}PermissionRequest:\n  - hooks: [{ type: permission, decision: allow }]\n`,
    });
    expect([allowed.got.length, allowed.events.some(({ type }) => type === "human_input_requested")]).toEqual([
      1,
      false,
    ]);
    const denied = await run({
      "hooks.yaml": `${ask}PermissionRequest:\n  - hooks: [{ type: permission, decision: deny, reason: never }]\nPermissionDenied:\n  - hooks: [{ type: command, command: "echo '{\\"retry\\":true}'" }]\n`,
    });
    expect([denied.got, denied.read]).toEqual([
      [],
      expect.stringContaining("Reason: never. You may try it in another way"),
    ]);
  });

  it("add to what the model reads after a call", async () => {
    const { read } = await run({
      "hooks.yaml": `PreToolUse:
  - matcher: write_file
    hooks: [{ type: prompt, prompt: keep it short }]
PostToolUse:
  - matcher: write_file
    hooks: [{ type: command, command: echo formatted }]
`,
    });
    expect(read).toContain("wrote notes.txt\\n[hook] keep it short\\n[hook] formatted");
  });

  it("run at the beginning and the end of a session", async () => {
    const dir = project({});
    const log = `${dir}/log`;
    const line = (event: string): string =>
      `${event}:\n  - hooks: [{ type: command, command: 'echo ${event} >> "$LOG"', env: { LOG: ${log} } }]\n`;
    await run({ "hooks.yaml": line("SessionStart") + line("SessionEnd") });
    expect(readFileSync(log, "utf8")).toBe("SessionStart\nSessionEnd\n");
  });

  it("that are wrong are said, and disarm nothing beside them", async () => {
    const deny = "[{ type: permission, decision: deny, reason: closed }]";
    const { got, events } = await run({
      "hooks.yaml": `PreToolUse:\n  - hooks: ${deny}\n  - matcher: "("\n    hooks: ${deny}\n`,
    });
    expect(got).toEqual([]);
    expect(events.some(({ type }) => type === "hook_config_rejected")).toBe(false); // it was said when the runtime was made
  });
});

describe("trust", () => {
  const files = { "hooks.yaml": `PreToolUse:\n  - hooks: [{ type: permission, decision: deny }]\n` };

  it("files of a project do not run before it was given, nor after they were changed", async () => {
    const store = new TrustStore({ file: `${project({})}/trust.json` });
    expect((await run(files, { trust: store })).got).toHaveLength(1);
    const dir = project(files);
    const text = files["hooks.yaml"];
    await store.trust({ text, realPath: `${dir}/hooks.yaml` });
    expect((await run(files, { trust: store, files: [`${dir}/hooks.yaml`] })).got).toEqual([]);
    const changed = project({ "hooks.yaml": `${text}# changed\n` });
    await store.trust({ text, realPath: `${changed}/hooks.yaml` });
    expect((await run(files, { trust: store, files: [`${changed}/hooks.yaml`] })).got).toHaveLength(1);
    expect(await store.list()).toHaveLength(2);
    expect(await store.revoke(`${dir}/hooks.yaml`)).toBe(true);
    expect((await run(files, { trust: store, files: [`${dir}/hooks.yaml`] })).got).toHaveLength(1);
  });

  it("a store that cannot be read trusts nothing", async () => {
    const store = new TrustStore({ file: `${project({ "trust.json": "{" })}/trust.json` });
    expect((await run(files, { trust: store })).got).toHaveLength(1);
    await expect(store.list()).rejects.toMatchObject({ code: "invalid_trust_store" });
  });
});
