import { afterEach, describe, expect, it } from "@jest/globals";
import { HookResult, LIFECYCLE_EVENTS, type LifecycleEvent } from "@boathook/lifecycle-hooks";
import { callTool, ScriptedModel, type ScriptedReply } from "@boathook/testing";
import { tool } from "@boathook/tools";
import "@boathook/testing/reset";
import { z } from "zod";

import { Assistant, type AssistantOptions, type ProfileInput } from "../src/index.ts";

const assistants: Assistant[] = [];
afterEach(async () => {
  await Promise.all(assistants.splice(0).map((assistant) => assistant.close()));
});

const echo = tool({
  name: "echo",
  description: "Says it again.",
  inputSchema: z.object({ text: z.string() }),
  access: "read",
  execute: ({ text }) => `echo ${text}`,
});

function make(
  replies: readonly ScriptedReply[],
  profile: Partial<ProfileInput> = {},
  options: AssistantOptions = {},
): { assistant: Assistant; model: ScriptedModel } {
  const model = new ScriptedModel({ replies });
  const assistant = new Assistant(
    { id: "ada", role: "Assistant", instructions: "Help.", tools: ["echo"], ...profile },
    { llm: model, tools: [echo], ...options },
  );
  assistants.push(assistant);
  return { assistant, model };
}

/** The events of the registry, in the order in which they came, with what matters of their payloads. */
function watch(assistant: Assistant, events: readonly LifecycleEvent[] = LIFECYCLE_EVENTS): unknown[] {
  const trail: unknown[] = [];
  for (const event of events) {
    assistant.lifecycle.register({
      id: `watch:${event}`,
      event,
      priority: 1,
      handler: ({ payload, agentId }) => {
        const { turn, status, tool_name, content, reason, memories } = payload as Record<string, unknown>;
        const facts = { turn: (turn as { text?: string } | undefined)?.text, status, tool_name, content, reason };
        const count = (memories as readonly unknown[] | undefined)?.length;
        trail.push([
          event,
          agentId,
          ...Object.values(facts).filter((fact) => fact !== undefined),
          ...(count === undefined ? [] : [count]),
        ]);
      },
    });
  }
  return trail;
}

describe("a turn", () => {
  it("publishes every event at its moment, once", async () => {
    const { assistant, model } = make([callTool("echo", { text: "hi" }), "It says hi.", "Again."]);
    const trail = watch(assistant);
    const session = await assistant.open();
    expect(await session.send("Say hi")).toMatchObject({ status: "ok", text: "It says hi.", error: undefined });
    await assistant.idle();
    expect(await session.send("Say hi once more")).toMatchObject({ status: "ok", text: "Again." });
    await assistant.idle();
    await session.close();
    model.assertComplete();
    expect(trail).toEqual([
      ["session_start", "ada", "startup"],
      ["pre_turn", "ada", "Say hi"],
      ["post_memory_extract", "ada", 0],
      ["pre_memory_inject", "ada", 0],
      ["pre_tool_call", "ada", "echo"],
      ["post_tool_call", "ada", "echo"],
      ["post_turn", "ada", "Say hi", "ok"],
      ["turn_complete", "ada", "Say hi"],
      ["pre_memory_store", "ada", "User: Say hi\nAssistant: It says hi."],
      ["pre_turn", "ada", "Say hi once more"],
      ["post_memory_extract", "ada", 1],
      ["pre_memory_inject", "ada", 1],
      ["post_turn", "ada", "Say hi once more", "ok"],
      ["turn_complete", "ada", "Say hi once more"],
      ["pre_memory_store", "ada", "User: Say hi once more\nAssistant: Again."],
      ["session_end", "ada", "close"],
    ]);
  });

  it("shows the model what was said before, calls and results included, and what is remembered", async () => {
    const { assistant, model } = make([callTool("echo", { text: "hi" }), "It says hi.", "Again."]);
    const session = await assistant.open();
    await session.send("Say hi");
    await assistant.idle();
    await session.send("Say hi again");
    const [, , last] = model.requests;
    expect(last?.messages.slice(1).map(({ role, content }) => [role, content])).toEqual([
      ["user", "Say hi"],
      ["assistant", ""],
      ["tool", "echo hi"],
      ["assistant", "It says hi."],
      [
        "user",
        "Say hi again\n\nContext:\nWhat is remembered of earlier conversations:\n- User: Say hi\nAssistant: It says hi.",
      ],
    ]);
  });

  it("that a hook skips asks no model, and says so", async () => {
    const { assistant } = make([]);
    assistant.lifecycle.register({ id: "quiet", event: "pre_turn", handler: () => HookResult.Skip("not now") });
    const trail = watch(assistant, ["post_turn", "turn_complete"]);
    const session = await assistant.open();
    expect(await session.send("Hello")).toMatchObject({ status: "skipped", text: "" });
    await assistant.idle();
    expect(trail).toEqual([["post_turn", "ada", "Hello", "skipped"]]);
  });

  it("that a hook aborts is an error with that reason; the session goes on", async () => {
    const { assistant } = make(["Fine."]);
    const session = await assistant.open();
    const unregister = assistant.lifecycle.register({
      id: "no",
      event: "pre_turn",
      handler: () => HookResult.Abort(new Error("not allowed")),
    });
    expect(await session.send("Hello")).toMatchObject({
      status: "error",
      error: { code: "hook_aborted", source: "no" },
    });
    unregister();
    expect(await session.send("Hello")).toMatchObject({ status: "ok", text: "Fine." });
  });

  it("whose model fails is an error, is kept, and is not shown to the model later", async () => {
    const { assistant, model } = make([new Error("down"), new Error("down"), new Error("down"), "Back."]);
    const session = await assistant.open();
    expect(await session.send("One")).toMatchObject({ status: "error", text: "" });
    expect(await session.send("Two")).toMatchObject({ status: "ok", text: "Back." });
    expect(session.turns.map(({ status, text, response }) => [status, text, response])).toEqual([
      ["error", "One", ""],
      ["ok", "Two", "Back."],
    ]);
    expect(model.requests.at(-1)?.messages.some(({ content }) => content === "One")).toBe(false);
  });

  it("may be rewritten, refused or added to by hooks at user_prompt", async () => {
    const { assistant, model } = make(["Done."]);
    const session = await assistant.open();
    const refusing = assistant.runtime.hooks.on("user_prompt", { onError: "abort" }, () => {
      throw new Error("no questions today");
    });
    expect(await session.send("Secret")).toMatchObject({ status: "error" });
    refusing.unregister();
    assistant.runtime.hooks.on("user_prompt", ({ payload, notes }) => {
      notes.push("It is Monday.");
      return payload.replace("4111", "****");
    });
    await session.send("Card 4111");
    expect(model.requests.at(-1)?.messages.at(-1)?.content).toBe("Card ****\n\nContext:\nIt is Monday.");
    expect(session.turns.map(({ text }) => text)).toEqual(["Secret", "Card ****"]);
  });

  it("goes on while hooks at turn_stop want it to, and not for ever", async () => {
    const { assistant, model } = make(Array.from({ length: 9 }, (_, n) => `answer ${n}`));
    const seen: boolean[] = [];
    assistant.runtime.hooks.on("turn_stop", ({ isContinued }) => {
      seen.push(isContinued);
      return "the tests fail still";
    });
    const session = await assistant.open();
    expect(await session.send("Fix it")).toMatchObject({ status: "ok", text: "answer 8" });
    expect([seen.length, seen[0], seen[1]]).toEqual([8, false, true]);
    expect(model.requests[1]?.messages.at(-1)?.content).toBe("the tests fail still");
  });

  it("is stopped by its signal, the session is not; the next in line has its turn", async () => {
    const { assistant } = make([{ text: "late", delayMs: 60_000 }, "second"]);
    const session = await assistant.open();
    const stop = new AbortController();
    const first = session.send("One", { signal: stop.signal });
    const second = session.send("Two");
    setTimeout(() => {
      stop.abort();
    }, 20);
    expect(await first).toMatchObject({ status: "error", error: { code: "run_cancelled" } });
    expect(await second).toMatchObject({ status: "ok", text: "second" });
    expect(await session.send("Three", { signal: AbortSignal.abort() })).toMatchObject({ status: "error", turnId: "" });
  });

  it("can be watched while it runs", async () => {
    const { assistant } = make(["one two three"]);
    const session = await assistant.open();
    const stream = session.stream("Count");
    const pieces: string[] = [];
    for await (const { channel, text } of stream) if (channel === "llm" && text !== undefined) pieces.push(text);
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join("")).toContain("one two three");
    expect(await stream.result).toMatchObject({ status: "ok", text: "one two three" });
  });
});

describe("sessions", () => {
  it("that a hook refuses do not open", async () => {
    const { assistant } = make([]);
    assistant.lifecycle.register({
      id: "closed",
      event: "session_start",
      handler: () => HookResult.Abort(new Error("out of hours")),
    });
    await expect(assistant.open()).rejects.toMatchObject({ code: "session_refused" });
  });

  it("on one conversation take turns in the order of sending; fifty conversations do not mix", async () => {
    const model = new ScriptedModel({
      replies: ({ messages }) => ({ text: `re: ${messages.at(-1)?.content as string}`, delayMs: Math.random() * 5 }),
    });
    const { assistant } = make([], { memory: false }, { llm: model });
    const [a, b] = await Promise.all([
      assistant.open({ conversationId: "shared" }),
      assistant.open({ conversationId: "shared" }),
    ]);
    await Promise.all(["1", "2", "3", "4"].map((text, n) => (n % 2 === 0 ? a : b).send(text)));
    expect(a.turns.map(({ text, response }) => [text, response])).toEqual(
      ["1", "2", "3", "4"].map((text) => [text, `re: ${text}`]),
    );
    const fifty = await Promise.all(Array.from({ length: 50 }, () => assistant.open()));
    await Promise.all(fifty.flatMap((session, n) => [session.send(`${n} a`), session.send(`${n} b`)]));
    fifty.forEach((session, n) => {
      expect(session.turns.map(({ response }) => response)).toEqual([`re: ${n} a`, `re: ${n} b`]);
    });
  });

  it("refuse messages once they are closed, and close only when their turns are done", async () => {
    const { assistant } = make([{ text: "done", delayMs: 20 }]);
    const session = await assistant.open();
    const running = session.send("Work");
    await session.close();
    expect(await running).toMatchObject({ status: "ok" });
    await expect(session.send("More")).rejects.toMatchObject({ code: "session_closed" });
    await assistant.close();
    await expect(assistant.open()).rejects.toMatchObject({ code: "assistant_closed" });
  });

  it("clear: nothing of before is shown; compact: a summary stands for it", async () => {
    const { assistant, model } = make(["a", "b", "The summary.", "c", "d"], { memory: false });
    const session = await assistant.open();
    await session.send("One");
    await session.send("Two");
    expect(await session.compact()).toBe(true);
    await session.send("Three");
    expect(model.requests[3]?.messages.slice(1).map(({ content }) => content)).toEqual([
      "Summary of the conversation so far:\nThe summary.",
      "I know what was said so far.",
      "Two",
      "b",
      "Three",
    ]);
    await session.clear();
    await session.send("Four");
    expect(model.requests[4]?.messages.slice(1).map(({ content }) => content)).toEqual(["Four"]);
    expect(await session.compact()).toBe(false);
  });

  it("are summarised by themselves when they grow long; a hook may keep them as they are", async () => {
    const replies = Array.from({ length: 12 }, (_, n) => `answer ${n}`);
    const { assistant } = make(replies, { memory: false, compactAtTokens: 10 });
    const seen: unknown[] = [];
    const keeping = assistant.runtime.hooks.on("pre_compact", { onError: "abort" }, ({ trigger, turns }) => {
      seen.push([trigger, turns]);
      throw new Error("not yet");
    });
    assistant.runtime.hooks.on("post_compact", ({ summary }) => {
      seen.push(summary);
    });
    const session = await assistant.open();
    for (const text of ["1", "2", "3", "4", "5"]) await session.send(text);
    keeping.unregister();
    await session.send("6");
    expect(seen).toEqual([["auto", 1], "answer 6"]);
  });
});
