import { describe, expect, it } from "@jest/globals";
import { Agent } from "@boathook/crew";
import { on } from "@boathook/hooks";
import { callTool, ScriptedModel } from "@boathook/testing";
import { tool } from "@boathook/tools";
import "@boathook/testing/reset";
import { z } from "zod";

import { SubagentRegistry, type Teammate } from "../src/index.ts";

describe("a teammate", () => {
  it("works beside whoever asked; messages go both ways", async () => {
    const llm = new ScriptedModel({
      replies: [
        callTool("tell_parent", { text: "half done" }),
        ({ messages }) => `read: ${messages.at(-1)?.content as string}`,
      ],
    });
    const registry = new SubagentRegistry();
    registry.register({ name: "a", description: "d", instructions: "i", llm });
    const teammate = registry.start({ name: "a", task: "x" });
    const sending = on("post_tool_call", { tools: ["tell_parent"] }, () => {
      teammate.send("use blue");
    });
    expect(registry.teammates()).toEqual([teammate]);
    expect(await teammate.result).toMatchObject({ status: "completed", text: "read: A message for you: use blue" });
    sending.unregister();
    expect(teammate.messages.map(({ from, text }) => [from, text])).toEqual([
      ["teammate", "half done"],
      ["parent", "use blue"],
    ]);
    expect([registry.teammates(), teammate.send("too late")]).toEqual([[], false]);
  });

  it("is cancelled by hand, and by the end of the run it belongs to; nothing is left running", async () => {
    const late = { text: "late", delayMs: 60_000 };
    const registry = new SubagentRegistry();
    const llm = new ScriptedModel({ replies: [late, late] });
    registry.register({ name: "a", description: "d", instructions: "i", llm });
    const cancelled: number[] = [];
    on("subagent_cancelled", ({ attempt }) => {
      cancelled.push(attempt);
    });
    const one = registry.start({ name: "a", task: "x" });
    setTimeout(() => {
      one.cancel();
    }, 20);
    expect(await one.result).toMatchObject({ status: "cancelled" });
    let other: Teammate | undefined;
    const starter = tool({
      name: "start",
      description: "d",
      inputSchema: z.object({}),
      execute: async () => {
        other = registry.start({ name: "a", task: "x" });
        await new Promise((resolve) => setTimeout(resolve, 20));
        return "started";
      },
    });
    const starting = new ScriptedModel({ replies: [callTool("start"), "Bye."] });
    await new Agent({ role: "r", goal: "g", backstory: "b", llm: starting, tools: [starter] }).kickoff("go");
    expect(other?.isDone).toBe(true);
    expect(await other?.result).toMatchObject({ status: "cancelled" });
    expect(cancelled).toEqual([1, 1]);
  });
});
