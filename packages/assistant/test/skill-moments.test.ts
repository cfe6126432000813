import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { callTool, ScriptedModel, type ScriptedReply } from "@boathook/testing";
import "@boathook/testing/reset";

import { Assistant, type ProfileInput } from "../src/index.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "assistant-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function withHooks(hooks: string, replies: readonly ScriptedReply[], profile: Partial<ProfileInput> = {}) {
  const file = path.join(folder, "hooks.yaml");
  await writeFile(file, hooks);
  const model = new ScriptedModel({ replies });
  const assistant = new Assistant(
    { id: "ada", role: "Assistant", instructions: "Help.", memory: false, tools: ["list_files"], ...profile },
    { llm: model, folder, skillHooks: { files: [file], trust: true } },
  );
  return { assistant, model };
}

describe("skill hooks of a conversation", () => {
  it("are told of every moment, with the conversation as the session", async () => {
    const log = path.join(folder, "log.jsonl");
    const events = ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop", "SessionEnd"];
    const hooks = events.map((event) => `${event}:\n  - hooks:\n      - { type: command, command: "cat >> '${log}'" }`);
    const { assistant } = await withHooks(hooks.join("\n"), [callTool("list_files", {}), "Done."]);
    const session = await assistant.open({ conversationId: "talk" });
    expect(await session.send("Look around")).toMatchObject({ status: "ok", text: "Done." });
    await session.close();
    await assistant.close();
    const lines = (await readFile(log, "utf8")).trim().split("\n");
    const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(
      told.map(({ event, session_id, source, prompt, tool_name, last_assistant_message, reason }) => [
        event,
        session_id,
        source ?? prompt ?? tool_name ?? last_assistant_message ?? reason,
      ]),
    ).toEqual([
      ["SessionStart", "talk", "startup"],
      ["UserPromptSubmit", "talk", "Look around"],
      ["PreToolUse", "talk", "list_files"],
      ["PostToolUse", "talk", "list_files"],
      ["Stop", "talk", "Done."],
      ["SessionEnd", "talk", "close"],
    ]);
  });

  it("add what they say to the first message, refuse a message, and send the agent on", async () => {
    const { assistant, model } = await withHooks(
      [
        "SessionStart:",
        "  - hooks:",
        `      - { type: command, command: "echo '{\\"injected_context\\": \\"branch main\\"}'" }`,
        "UserPromptSubmit:",
        "  - hooks:",
        `      - { type: command, command: "grep -q secret && { echo no secrets >&2; exit 2; } || true" }`,
        "Stop:",
        "  - hooks:",
        `      - { type: command, command: "grep -q '\\"stop_hook_active\\":true' || { echo run the tests >&2; exit 2; }" }`,
      ].join("\n"),
      ["First.", "Second."],
    );
    const session = await assistant.open();
    expect(await session.send("a secret")).toMatchObject({ status: "error", error: { reason: "no secrets" } });
    expect(model.requests.length).toBe(0);
    expect(await session.send("Hello")).toMatchObject({ status: "ok", text: "Second." });
    expect(model.requests.map(({ messages }) => messages.at(-1)?.content)).toEqual(["Hello", "run the tests"]);
    await assistant.close();
  });

  it("may allow what a person would be asked, never what a rule denies, and are told of what was denied", async () => {
    const log = path.join(folder, "denied.jsonl");
    const hooks = [
      "PermissionRequest:",
      "  - matcher: write_file",
      "    hooks: [{ type: permission, decision: allow }]",
      "PermissionDenied:",
      `  - hooks: [{ type: command, command: "cat >> '${log}'" }]`,
    ].join("\n");
    const write = (file: string) => callTool("write_file", { path: file, content: "x" });
    const { assistant } = await withHooks(hooks, [write("free.txt"), write("secret.txt"), "Done."], {
      tools: ["write_file"],
      permissions: { deny: ["write_file(secret*)"] },
    });
    const session = await assistant.open();
    expect(await session.send("Write")).toMatchObject({ status: "ok" });
    await assistant.close();
    expect(await readFile(path.join(folder, "free.txt"), "utf8")).toBe("x");
    await expect(readFile(path.join(folder, "secret.txt"))).rejects.toThrow(/ENOENT/);
    expect(JSON.parse(await readFile(log, "utf8"))).toMatchObject({
      event: "PermissionDenied",
      tool_input: { path: "secret.txt" },
      denial_reason: "a rule denies write_file",
    });
  });
});
