import { describe, expect, it } from "@jest/globals";
import { callTool, ScriptedModel } from "@boathook/testing";
import { tool } from "boathook";
import { z } from "zod";

import { quote } from "../../src/agents/alone.ts";
import { careful } from "../../src/agents/limits.ts";
import { planner } from "../../src/agents/planning.ts";

const priceList = tool({
  name: "price_list",
  description: "The price of an item",
  inputSchema: z.object({ item: z.string() }),
  execute: ({ item }) => `${item}: 12`,
});

describe("the examples of agents", () => {
  it("alone: a conversation in, an object out; the guardrail sends a bad answer back", async () => {
    const model = new ScriptedModel({
      replies: [
        callTool("price_list", { item: "rope" }),
        '{"item":"rope","price":-12}',
        callTool("price_list", { item: "rope" }),
        '{"item":"rope","price":12}',
      ],
    });
    const output = await quote(model, priceList, "A rope, please.");
    expect([output.parsed, output.usage.requests]).toEqual([{ item: "rope", price: 12 }, 4]);
  });

  it("with limits", async () => {
    const output = await careful(new ScriptedModel({ replies: ["found"] }), [priceList]).kickoff("go");
    expect(output.raw).toBe("found");
  });

  it("with a plan", async () => {
    const steps = [
      { id: "a", task: "look up rope", after: [] },
      { id: "b", task: "add it up", after: ["a"] },
    ];
    const go = '{"verdict":"continue","reason":""}';
    const model = new ScriptedModel({ replies: [JSON.stringify({ steps }), "12", go, "24", go, "Two cost 24."] });
    expect((await planner(model, [priceList]).kickoff("What do two ropes cost?")).raw).toBe("Two cost 24.");
  });
});
