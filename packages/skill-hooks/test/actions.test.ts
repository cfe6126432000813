import "@boathook/testing/reset";

import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { afterEach, describe, expect, it } from "@jest/globals";
import {
  childFrame,
  currentFrame,
  DetachedWork,
  DetachedWorkService,
  runInFrame,
  type ServiceKey,
} from "@boathook/kernel";
import { ScriptedModel } from "@boathook/testing";

import { registerActionType, SKILL_EVENTS, SkillHookSet, type SkillHookResult } from "../src/index.ts";
import { mergeAnswers } from "../src/answer/merge.ts";
import { answerOf, type HookAnswer } from "../src/answer/hook-answer.ts";
import { hooksOf, load, lines } from "./support.ts";
import fc from "fast-check";
import { z } from "zod";

const CALL = { toolName: "write_file", toolInput: { path: "a.txt", api_key: "sk-secret-1234567890" }, sessionId: "s" };
const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function run(
  action: object,
  file = "hooks.yaml",
  services: Parameters<typeof hooksOf>[2] = {},
): Promise<SkillHookResult> {
  const text = JSON.stringify({ hooks: { PreToolUse: [{ hooks: [action] }] } });
  return hooksOf(file, text, services).then((set) => set.run("PreToolUse", CALL));
}

describe("an http action", () => {
  it("posts the event without secrets, with headers from allowed variables, and reads the answer as an output", async () => {
    const got: { body: Record<string, unknown>; token: string | undefined; other: string | undefined }[] = [];
    const host = await serve((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        const { "x-token": token, "x-other": other } = request.headers;
        got.push({ body: JSON.parse(body) as Record<string, unknown>, token: String(token), other: String(other) });
        response.end(JSON.stringify({ decision: "deny", reason: "closed" }));
      });
    });
    process.env["HOOK_TOKEN_OF_TEST"] = "t0k";
    const headers = { "x-token": "Bearer $HOOK_TOKEN_OF_TEST", "x-other": "${HOME}" };
    const action = { type: "http", url: `http://${host}/hook`, headers, allowedEnvVars: ["HOOK_TOKEN_OF_TEST"] };
    const result = await run(action, "hooks.yaml", { privateHosts: [host] });
    delete process.env["HOOK_TOKEN_OF_TEST"];
    expect([result.decision, result.reason]).toEqual(["deny", "closed"]);
    expect(got).toMatchObject([
      { token: "Bearer t0k", other: "", body: { event: "PreToolUse", tool_input: { path: "a.txt" } } },
    ]);
    expect(JSON.stringify(got)).not.toContain("sk-secret-1234567890");
  });

  it("does not ask private addresses unless they are named", async () => {
    const host = await serve((_request, response) => response.end("{}"));
    const { parts } = await run({ type: "http", url: `http://${host}/` });
    expect(parts).toMatchObject([
      { status: "failed", problem: expect.stringContaining("private ones are not fetched") },
    ]);
  });

  it.each<[string, RequestListener, RegExp]>([
    ["another status", (_q, r) => void r.writeHead(500).end("{}"), /status 500/],
    [
      "a redirect to another host",
      (_q, r) => void r.writeHead(307, { location: "http://169.254.169.254/" }).end(),
      /redirects to another host/,
    ],
    ["a body without end", (_q, r) => void r.write("x".repeat(2_000_000)), /longer than 1 MiB/],
    ["a broken connection", (q) => void q.socket.destroy(), /could not be reached/],
  ])("says nothing after %s", async (_name, listener, problem) => {
    const host = await serve(listener);
    const { decision, parts } = await run({ type: "http", url: `http://${host}/` }, "hooks.yaml", {
      privateHosts: [host],
    });
    expect([decision, parts[0]?.status, parts[0]?.problem]).toEqual([
      undefined,
      "failed",
      expect.stringMatching(problem),
    ]);
  });

  it("ends at its time limit, and blocks where its rule says so", async () => {
    const host = await serve(() => undefined);
    const action = { type: "http", url: `http://${host}/`, timeout: 0.05, onFailure: "block" };
    const { decision, parts } = await run(action, "hooks.yaml", { privateHosts: [host] });
    expect([decision, parts[0]?.status]).toEqual(["deny", "timed_out"]);
  });

  it("in Claude Code's format takes an object or nothing for an answer", async () => {
    const host = await serve((_request, response) => response.end("plain"));
    const theirs = await run({ type: "http", url: `http://${host}/` }, ".claude/settings.json", {
      privateHosts: [host],
    });
    expect(theirs.parts[0]?.problem).toBe("the server's answer is no JSON object");
    const ours = await run({ type: "http", url: `http://${host}/` }, "hooks.yaml", { privateHosts: [host] });
    expect(ours.context).toEqual(["plain"]);
  });
});

describe("a prompt action", () => {
  it("is a text for the model in the documents' format, a question to a model in Claude Code's", async () => {
    expect((await run({ type: "prompt", prompt: "mind the gap" })).context).toEqual(["mind the gap"]);
    const llm = new ScriptedModel({ replies: ['{"ok": false, "reason": "risky"}', "perhaps"] });
    const ask = { type: "prompt", prompt: "Is $ARGUMENTS fine?" };
    const no = await run(ask, ".claude/settings.json", { llm });
    expect([no.decision, no.reason]).toEqual(["deny", "risky"]);
    expect(JSON.stringify(llm.requests[0]?.messages)).toContain("PreToolUse");
    const unclear = await run(ask, ".claude/settings.json", { llm });
    expect([unclear.decision, unclear.parts[0]?.status]).toEqual([undefined, "failed"]);
    expect((await run(ask, ".claude/settings.json")).parts[0]?.problem).toContain("needs a model");
  });
});

describe("an mcp_tool action", () => {
  const action = {
    type: "mcp_tool",
    server: "policy",
    tool: "check",
    arguments: { file: "${tool_input.path}", all: "${tool_input}", note: "of ${session_id}: ${tool_input.none}" },
  };

  it("fills its arguments from the event, once, and reads the text as an output", async () => {
    const asked: unknown[] = [];
    const callMcpTool = (...args: readonly unknown[]): Promise<{ text: string; isError: boolean }> => {
      asked.push(args.slice(0, 3));
      return Promise.resolve({ text: '{"decision":"ask"}', isError: false });
    };
    const { decision } = await run(action, "hooks.yaml", { callMcpTool });
    expect(decision).toBe("ask");
    expect(asked).toEqual([["policy", "check", { file: "a.txt", all: CALL.toolInput, note: "of s: null" }]]);
  });

  it("says nothing where there is no server, or the tool fails", async () => {
    expect((await run(action)).parts[0]?.problem).toBe('no MCP server "policy" is there for hooks');
    const callMcpTool = () => Promise.resolve({ text: "gone", isError: true });
    expect((await run(action, "hooks.yaml", { callMcpTool })).parts[0]?.problem).toContain("failed: gone");
  });
});

describe("other kinds of action", () => {
  it("can be added, with fields of their own that are checked", async () => {
    const undo = registerActionType({
      type: "shout",
      schema: () => z.strictObject({ text: z.string() }),
      run: ({ text }) => Promise.resolve(answerOf({ messages: [text.toUpperCase()] })),
    });
    expect((await run({ type: "shout", text: "no" })).messages).toEqual(["NO"]);
    const { faults } = await load("hooks.yaml", "Stop:\n  - hooks: [{ type: shout, txt: x }]\n");
    expect(lines(faults)).toEqual([
      "2: Stop.0.hooks.0.text: Invalid input: expected string, received undefined",
      '2: Stop.0.hooks.0.txt: there is no option "txt" here (did you mean "text"?)',
    ]);
    undo();
    expect((await load("hooks.yaml", "Stop:\n  - hooks: [{ type: shout, text: x }]\n")).rules).toEqual([]);
  });
});

describe("the fields of every action", () => {
  const deny = { type: "command", command: "exit 2" };

  it("`if` is a further condition on a tool call; on other events its action never runs, which is said", async () => {
    const set = await hooksOf(
      ".claude/settings.json",
      JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ ...deny, if: "Write(*.env)" }] }] } }),
    );
    const decide = async (path: string): Promise<unknown> =>
      (await set.run("PreToolUse", { toolName: "write_file", toolInput: { path } })).decision;
    expect([await decide("prod.env"), await decide("a.txt")]).toEqual(["deny", undefined]);
    const { notices } = await load(
      ".claude/settings.json",
      JSON.stringify({ hooks: { Stop: [{ hooks: [{ ...deny, if: "Write" }] }] } }),
    );
    expect(lines(notices)).toEqual(["1: hooks.Stop.0.hooks.0.if: Stop is no tool call, so this action never runs"]);
  });

  it("`async` is not waited for and decides nothing; what it does is waited for when its runtime closes", async () => {
    const work = new DetachedWork();
    const around = currentFrame().services;
    const services = {
      get: <T>(key: ServiceKey<T>): T =>
        (key as ServiceKey<unknown>) === DetachedWorkService ? (work as T) : around.get(key), // the key says that T is DetachedWork
    };
    const frame = childFrame({ services });
    const set = await hooksOf(
      ".claude/settings.json",
      JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ ...deny, async: true }] }] } }),
    );
    const { decision, parts } = await runInFrame(frame, () => set.run("PreToolUse", CALL));
    expect([decision, parts[0]?.status, work.size]).toEqual([undefined, "started", 1]);
    await work.drain();
    expect(work.size).toBe(0);
  });

  it("a file may switch all its hooks off, which is said", async () => {
    const text = JSON.stringify({ disableAllHooks: true, hooks: { PreToolUse: [{ hooks: [deny] }] } });
    const { rules, notices } = await load(".claude/settings.json", text);
    expect([rules, notices.map(({ message }) => message)]).toEqual([[], ["the hooks of this file are switched off"]]);
  });

  it("a sequential rule's actions see what the one before left; of others the last rewrite counts", async () => {
    const rewrite = (path: string): object => ({
      type: "command",
      command: `echo '{"modified_input":{"path":"${path}"}}'`,
    });
    const look = { type: "command", command: "cat" };
    const rule = (sequential: boolean): string =>
      JSON.stringify({
        hooks: {
          PreToolUse: [
            {
              sequential,
              hooks: [
                rewrite("one"),
                {
                  ...look,
                  command: `node -e 'process.stdin.on("data",(d)=>console.log("saw "+JSON.parse(d).tool_input.path))'`,
                },
                rewrite("two"),
              ],
            },
          ],
        },
      });
    const chained = await (await hooksOf("hooks.yaml", rule(true))).run("PreToolUse", CALL);
    expect([chained.modifiedInput, chained.context, chained.notices]).toEqual([{ path: "two" }, ["saw one"], []]);
    const atOnce = await (await hooksOf("hooks.yaml", rule(false))).run("PreToolUse", CALL);
    expect([atOnce.modifiedInput, atOnce.context]).toEqual([{ path: "two" }, ["saw a.txt"]]);
    expect(atOnce.notices).toEqual(["two hooks rewrote the arguments; the last one counts"]);
  });
});

describe("what several hooks say", () => {
  const answer: fc.Arbitrary<HookAnswer> = fc
    .record({
      decision: fc.option(fc.constantFrom("allow", "ask", "deny"), { nil: undefined }),
      reason: fc.option(fc.string(), { nil: undefined }),
      context: fc.array(fc.string(), { maxLength: 2 }),
    })
    .map((parts) => answerOf(parts as Partial<HookAnswer>));
  const rank = { deny: 3, ask: 2, allow: 1 } as const;

  it("no order hides a deny, and one that is silent changes nothing", () => {
    fc.assert(
      fc.property(fc.array(answer, { maxLength: 8 }), fc.nat(), (answers, at) => {
        const strongest = answers.reduce(
          (most, { decision }) => Math.max(most, decision === undefined ? 0 : rank[decision]),
          0,
        );
        const merged = mergeAnswers("PreToolUse", answers);
        expect(merged.decision === undefined ? 0 : rank[merged.decision]).toBe(strongest);
        expect(mergeAnswers("PreToolUse", [...answers].reverse()).decision).toBe(merged.decision);
        const silent = [...answers];
        silent.splice(at % (answers.length + 1), 0, answerOf({}));
        expect(mergeAnswers("PreToolUse", silent)).toEqual(merged);
      }),
      { numRuns: 500 },
    );
  });

  it("at Stop a block is what the agent goes on with", () => {
    const merged = mergeAnswers("Stop", [answerOf({ decision: "deny", reason: "tests fail" })]);
    expect([merged.decision, merged.continueReason]).toEqual([undefined, "tests fail"]);
  });

  it("is nothing at every event where no rule fits", async () => {
    const set = new SkillHookSet([]);
    for (const event of SKILL_EVENTS) expect((await set.run(event, {})).parts).toEqual([]);
  });
});
