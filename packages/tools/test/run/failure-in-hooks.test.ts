import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { clearAllHooks, on } from "@boathook/hooks";
import { z } from "zod";

import { runTool, tool, Toolbox, ToolFailure } from "../../src/index.ts";
import { callOf } from "../support/kit.ts";

beforeEach(clearAllHooks);
afterEach(clearAllHooks);

describe("what hooks after a call see of a failure", () => {
  const afterwards = async (call: ReturnType<typeof callOf>) => {
    const seen: unknown[] = [];
    const watching = on("post_tool_call", ({ failure, toolResult, blocked }) => {
      seen.push([failure?.reason, failure?.message, toolResult, blocked]);
    });
    const tools = [
      tool({
        name: "say",
        description: "Says it, or fails.",
        inputSchema: z.object({ text: z.string() }),
        failurePolicy: "ignore",
        execute: ({ text }) => {
          if (text === "throw") throw new Error("out of paper");
          return text === "refuse" ? new ToolFailure({ message: "no voice", reason: "hoarse" }) : text;
        },
      }),
    ];
    await runTool(call, new Toolbox({ tools }));
    watching.unregister();
    return seen;
  };

  it("is the failure itself, whatever the policy, and nothing for a result that only reads like one", async () => {
    const seen = [
      ...(await afterwards(callOf("say", { text: "Error executing tool: not at all" }))),
      ...(await afterwards(callOf("say", { text: "refuse" }))),
      ...(await afterwards(callOf("say", { text: "throw" }))),
    ];
    expect(seen).toEqual([
      [undefined, undefined, "Error executing tool: not at all", false],
      ["hoarse", "no voice", "no voice", false],
      ["exception", "out of paper", "Error executing tool: out of paper", false],
    ]);
  });

  it("is nothing where a hook stopped the call", async () => {
    on("pre_tool_call", () => false);
    const [seen] = await afterwards(callOf("say", { text: "throw" }));
    expect(seen).toEqual([undefined, undefined, "Tool execution blocked by hook. Tool: say", true]);
  });
});
