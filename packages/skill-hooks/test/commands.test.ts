import "@boathook/testing/reset";

import { setTimeout as sleep } from "node:timers/promises";

import { describe, expect, it } from "@jest/globals";

import type { SkillHookSet } from "../src/index.ts";
import { hooksOf, onTool } from "./support.ts";

const CALL = { toolName: "shell", toolInput: { program: "rm", args: ["-rf", "/"] }, sessionId: "s1" };
const OURS = "hooks.yaml";
const THEIRS = ".claude/settings.json";

async function decided(set: SkillHookSet, input = CALL as object): Promise<unknown[]> {
  const { decision, reason, parts } = await set.run("PreToolUse", input);
  return [decision, reason, ...parts.map(({ status }) => status)];
}

describe("a command's exit code", () => {
  it.each([
    ["0 says nothing", "exit 0", [undefined, undefined, "answered"]],
    ["2 blocks, and its errors are the reason", "echo 'not that' >&2; exit 2", ["deny", "not that", "answered"]],
    [
      "2 blocks, whatever its output says",
      `echo '{"decision":"allow"}'; exit 2`,
      ["deny", "the hook blocked it (exit code 2)", "answered"],
    ],
    [
      "2 blocks with the reason of its output",
      `echo '{"decision":"deny","reason":"policy"}'; echo x >&2; exit 2`,
      ["deny", "policy", "answered"],
    ],
    ["1 says nothing", "exit 1", [undefined, undefined, "failed"]],
    ["of a command that is not there says nothing", "no-such-program-at-all", [undefined, undefined, "failed"]],
    ["of a killed command says nothing", "kill -9 $$", [undefined, undefined, "failed"]],
  ])("%s", async (_name, command, expected) => {
    for (const file of [OURS, THEIRS]) expect(await decided(await hooksOf(file, onTool(command)))).toEqual(expected);
  });

  it("blocks with any failure where the rule says so", async () => {
    const set = await hooksOf(OURS, onTool("echo broken >&2; exit 7", { onFailure: "block" }));
    expect(await decided(set)).toEqual(["deny", "A hook that must be heard failed: exit code 7: broken", "failed"]);
  });

  it("does not matter in Claude Code's format when the output is an object", async () => {
    const command = `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask"}}'; exit 1`;
    expect(await decided(await hooksOf(THEIRS, onTool(command)))).toEqual(["ask", undefined, "answered"]);
    expect(await decided(await hooksOf(OURS, onTool(command)))).toEqual([undefined, undefined, "failed"]);
  });
});

describe("a command", () => {
  it("reads the event as one line with the keys of both families", async () => {
    const set = await hooksOf(OURS, onTool("read line; printf '%s' \"$line\""));
    const { context } = await set.run("PreToolUse", { ...CALL, toolUseId: "t1" });
    // An object is an answer, and it has none of an answer's keys: what it was is shown by another hook.
    expect(context).toEqual([]);
    const shown = await hooksOf(OURS, onTool("read line; printf 'got %s' \"$line\""));
    const [text = ""] = (await shown.run("PreToolUse", { ...CALL, toolUseId: "t1" })).context;
    const json = JSON.parse(text.replace("got ", "")) as Record<string, unknown>;
    expect(json).toMatchObject({
      event: "PreToolUse",
      hook_event_name: "PreToolUse",
      session_id: "s1",
      tool_name: "shell",
      tool_input: CALL.toolInput,
      tool_use_id: "t1",
    });
    expect(Date.parse(String(json["timestamp"]))).toBeGreaterThan(0);
  });

  it("of Claude Code's format sees its own tool names and arguments", async () => {
    const script = `let t="";process.stdin.on("data",(d)=>t+=d).on("end",()=>{const e=JSON.parse(t);console.log(e.tool_name+": "+e.tool_input.command)})`;
    const set = await hooksOf(THEIRS, onTool(`node -e '${script}' >&2; exit 2`));
    expect(await decided(set)).toEqual(["deny", "Bash: rm -rf /", "answered"]);
  });

  it("sees only what it may: its own variables, and those that are named", async () => {
    process.env["SECRET_KEY_OF_TEST"] = "hunter2";
    try {
      const set = await hooksOf(OURS, onTool("env | sort", { env: { MINE: "1" } }));
      const [text = ""] = (await set.run("PreToolUse", CALL)).context;
      expect(text).not.toContain("hunter2");
      const names = text.split("\n").map((line) => line.split("=", 1)[0]);
      expect(names).toEqual(
        expect.arrayContaining([
          "HOME",
          "PATH",
          "SKILL_DIR",
          "PROJECT_DIR",
          "CLAUDE_PROJECT_DIR",
          "SESSION_ID",
          "HOOK_EVENT",
          "MINE",
        ]),
      );
      const passed = await hooksOf(OURS, onTool("echo $SECRET_KEY_OF_TEST", { passEnv: ["SECRET_KEY_OF_TEST"] }));
      expect((await passed.run("PreToolUse", CALL)).context).toEqual(["hunter2"]);
    } finally {
      delete process.env["SECRET_KEY_OF_TEST"];
    }
  });

  it("cannot be made to run anything by what a model or a session is called", async () => {
    const set = await hooksOf(OURS, onTool('echo "$SESSION_ID" >/dev/null; cat >/dev/null'));
    const evil = "$(touch /tmp/boathook-owned); `touch /tmp/boathook-owned`; '; touch /tmp/boathook-owned; '";
    const { parts } = await set.run("PreToolUse", { toolName: evil, toolInput: { command: evil }, sessionId: evil });
    expect(parts.map(({ status }) => status)).toEqual(["answered"]);
    const check = await hooksOf(OURS, onTool("test -e /tmp/boathook-owned && echo owned; exit 0"));
    expect((await check.run("PreToolUse", CALL)).context).toEqual([]);
  });

  it("may read nothing of five megabytes, or end early", async () => {
    const big = { toolName: "x", toolInput: { text: "y".repeat(5_000_000) } };
    for (const command of ["exit 0", "exec 0<&-; sleep 0.1; exit 2", "head -c 10 >/dev/null"]) {
      const { parts } = await (await hooksOf(OURS, onTool(command))).run("PreToolUse", big);
      expect(parts.map(({ status }) => status)).toEqual(["answered"]);
    }
  });

  it("may write a hundred megabytes: a part is kept", async () => {
    const set = await hooksOf(OURS, onTool("head -c 100000000 /dev/zero | tr '\\0' 'x'"));
    const { context } = await set.run("PreToolUse", CALL);
    expect(context.map((text) => text.length)).toEqual([10_001]);
  }, 30_000);

  it("is killed at its time limit with everything it started, also what ignores SIGTERM or holds its output", async () => {
    const marker = `boathook-${process.pid}-${Date.now()}`;
    const stubborn = `trap '' TERM; (exec -a ${marker} sleep 60) & sleep 60`;
    const set = await hooksOf(OURS, onTool(stubborn, { timeout: 0.2 }));
    expect(await decided(set)).toEqual([undefined, undefined, "timed_out"]);
    await sleep(2_500); // SIGKILL comes two seconds after SIGTERM
    const left = await hooksOf(
      OURS,
      onTool(`cat /proc/*/cmdline 2>/dev/null | tr '\\0' '\\n' | grep -c '^${marker}$'; exit 0`),
    );
    expect((await left.run("PreToolUse", CALL)).context).toEqual(["0"]);
  }, 15_000);

  it("that leaves a child behind which holds its output ends when it ends", async () => {
    const set = await hooksOf(OURS, onTool("sleep 30 & echo done"));
    const before = Date.now();
    expect((await set.run("PreToolUse", CALL)).context).toEqual(["done"]);
    expect(Date.now() - before).toBeLessThan(10_000);
  }, 15_000);

  it("runs once for a session where it says so, and beside fifty others", async () => {
    const once = await hooksOf(THEIRS, onTool("exit 2", { once: true }));
    expect([(await decided(once))[0], (await decided(once))[0]]).toEqual(["deny", undefined]);
    const many = {
      hooks: {
        PreToolUse: [{ hooks: Array.from({ length: 50 }, (_, i) => ({ type: "command", command: `echo ${i}` })) }],
      },
    };
    const { context } = await (await hooksOf(OURS, JSON.stringify(many))).run("PreToolUse", CALL);
    expect(context).toEqual(Array.from({ length: 50 }, (_, i) => String(i)));
  }, 30_000);
});
