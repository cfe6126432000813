import { afterEach, describe, expect, it } from "@jest/globals";
import { clearAllHooks, on } from "@boathook/hooks";
import { recordEvents, type ScriptedReply } from "@boathook/testing";
import { tool, ToolFailure, type Tool } from "@boathook/tools";
import { z } from "zod";

import { echo, scripted } from "../support.ts";

afterEach(() => {
  clearAllHooks();
});

/** One line of a script: a call of a tool, raw arguments, or the answer. */
type Line =
  | { readonly call: string; readonly input?: Record<string, unknown> | string }
  | { readonly say: string; readonly finish?: "length" };

type Mode = "native" | "text";

function replyFor(mode: Mode, line: Line): ScriptedReply {
  if ("say" in line) {
    const text = mode === "native" ? line.say : `Final Answer: ${line.say}`;
    return line.finish === undefined ? text : { text, finishReason: line.finish };
  }
  const { call, input = {} } = line;
  if (mode === "native") return { toolCalls: [{ name: call, input }] };
  return `Action: ${call}\nAction Input: ${typeof input === "string" ? input : JSON.stringify(input)}`;
}

/** What can be seen of a run, but for what is the mode's own: how calls are written, and their ids. */
async function seen(mode: Mode, script: readonly Line[], tools: readonly Tool[]) {
  const recorder = recordEvents();
  const agent = scripted(
    script.map((line) => replyFor(mode, line)),
    { tools, supportsTools: mode === "native", maxIter: 6 },
  );
  let outcome: unknown;
  try {
    const { raw, toolFailures, usage } = await agent.kickoff("go");
    outcome = { raw, failures: toolFailures.map(({ reason, message }) => [reason, message]), usage };
  } catch (error) {
    outcome = { code: (error as { code?: unknown }).code, message: (error as Error).message };
  }
  recorder.stop();
  const events = recorder.events.map((event) => {
    const { type, toolName, input, output, blocked, failure, iterations } = event as unknown as Record<string, unknown>;
    return [
      type,
      toolName,
      input,
      type === "agent_execution_completed" ? output : undefined,
      blocked,
      failure,
      iterations,
    ];
  });
  return {
    outcome,
    events,
    results: recorder.events.flatMap((event) => ("toolName" in event ? [event.toolName] : [])),
  };
}

const boom = tool({
  name: "boom",
  description: "throws",
  inputSchema: z.object({ what: z.enum(["error", "text", "nothing", "object"]) }),
  execute: ({ what }) => {
    if (what === "error") throw new Error("went off");
    // What a careless tool throws.
    const odd: unknown = { text: "just a text", nothing: undefined, object: { no: "error" } }[what];
    throw odd;
  },
});
const circle = tool({
  name: "circle",
  description: "gives itself",
  inputSchema: z.object({}),
  execute: () => {
    const self: Record<string, unknown> = { name: "self" };
    self["self"] = self;
    return self;
  },
});
const huge = tool({
  name: "huge",
  description: "gives 50 MB",
  inputSchema: z.object({}),
  execute: () => "x".repeat(50_000_000),
});
const slow = tool({
  name: "slow",
  description: "never ends",
  inputSchema: z.object({}),
  timeoutMs: 20,
  execute: () => new Promise<string>(() => undefined),
});
const refusing = tool({
  name: "refusing",
  description: "says no",
  inputSchema: z.object({}),
  execute: () => new ToolFailure({ message: "not for you", reason: "forbidden" }),
});
const strict = tool({
  name: "strict",
  description: "must not fail",
  inputSchema: z.object({}),
  failurePolicy: "raise",
  execute: () => {
    throw new Error("broke");
  },
});
const once = tool({
  name: "once",
  description: "works once",
  inputSchema: z.object({ n: z.number() }),
  maxUsageCount: 1,
  execute: ({ n }) => n,
});
const verdict = tool({
  name: "verdict",
  description: "decides",
  inputSchema: z.object({}),
  resultAsAnswer: true,
  execute: () => "so be it",
});

const all: readonly Tool[] = [echo, boom, circle, huge, slow, refusing, strict, once, verdict];
const say = (text: string): Line => ({ say: text });

describe("the same script gives the same events in native and text mode", () => {
  it.each<[string, readonly Line[], unknown]>([
    ["an answer", [say("hello")], { raw: "hello", failures: [] }],
    ["an empty answer", [say("")], { raw: "", failures: [] }],
    ["a tool and an answer", [{ call: "echo", input: { text: "a" } }, say("b")], { raw: "b", failures: [] }],
    ["a name in another spelling", [{ call: "Echo", input: { text: "a" } }, say("b")], { raw: "b", failures: [] }],
    [
      "an unknown tool",
      [{ call: "nope" }, say("b")],
      { raw: "b", failures: [["unknown_tool", expect.stringContaining('no tool "nope"')]] },
    ],
    [
      "arguments that are no JSON",
      [{ call: "echo", input: "text: a" }, say("b")],
      { raw: "b", failures: [["invalid_input", expect.any(String)]] },
    ],
    [
      "arguments that can be repaired",
      [{ call: "echo", input: "{'text': 'a',}" }, say("b")],
      { raw: "b", failures: [] },
    ],
    [
      "arguments that do not fit",
      [{ call: "echo", input: { txt: "a" } }, say("b")],
      { raw: "b", failures: [["invalid_input", expect.stringContaining("text")]] },
    ],
    [
      "a tool that throws",
      [{ call: "boom", input: { what: "error" } }, say("b")],
      { raw: "b", failures: [["exception", "went off"]] },
    ],
    [
      "a tool that throws what is no error",
      [
        { call: "boom", input: { what: "text" } },
        { call: "boom", input: { what: "nothing" } },
        { call: "boom", input: { what: "object" } },
        say("b"),
      ],
      {
        raw: "b",
        failures: [
          ["exception", "just a text"],
          ["exception", expect.any(String)],
          ["exception", expect.any(String)],
        ],
      },
    ],
    ["a circular result", [{ call: "circle" }, say("b")], { raw: "b", failures: [] }],
    ["50 MB", [{ call: "huge" }, say("b")], { raw: "b", failures: [] }],
    ["a tool that hangs", [{ call: "slow" }, say("b")], { raw: "b", failures: [["timeout", expect.any(String)]] }],
    ["a tool that says no", [{ call: "refusing" }, say("b")], { raw: "b", failures: [["forbidden", "not for you"]] }],
    ["a tool that must not fail", [{ call: "strict" }], { code: "tool_failed", message: expect.any(String) }],
    [
      "a tool that may run once",
      [{ call: "once", input: { n: 1 } }, { call: "once", input: { n: 2 } }, say("b")],
      { raw: "b", failures: [["usage_limit", expect.any(String)]] },
    ],
    ["a tool whose result is the answer", [{ call: "verdict" }], { raw: "so be it", failures: [] }],
    [
      "the same call again and again",
      [...Array.from({ length: 4 }, () => ({ call: "echo", input: { text: "a" } })), say("b")],
      { raw: "b", failures: [] },
    ],
    [
      "no end",
      [...Array.from({ length: 6 }, (_one, n) => ({ call: "echo", input: { text: String(n) } })), say("forced")],
      { raw: "forced", failures: [] },
    ],
    ["an answer that was cut off", [{ say: "half of", finish: "length" }], { raw: "half of", failures: [] }],
  ])("%s", async (_what, script, expected) => {
    const native = await seen("native", script, all);
    const text = await seen("text", script, all);
    expect(native.outcome).toMatchObject(expected as object);
    expect(text).toEqual(native);
  });

  it("blocked calls too", async () => {
    on("pre_tool_call", () => false);
    const script = [{ call: "echo", input: { text: "a" } }, say("b")];
    const native = await seen("native", script, all);
    const trailOf = ({ events }: typeof native): unknown[] => events.filter(([type]) => type !== "hook_dispatched");
    expect(trailOf(await seen("text", script, all))).toEqual(trailOf(native));
    expect(trailOf(native)).toContainEqual([
      "tool_usage_completed",
      "echo",
      undefined,
      undefined,
      true,
      undefined,
      undefined,
    ]);
  });
});
