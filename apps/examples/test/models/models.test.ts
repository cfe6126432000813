import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { ScriptedModel } from "@boathook/testing";
import { Agent, Crew, llm, Task } from "boathook";

import { costOfRun } from "../../src/models/costs.ts";
import { firstWords, moodOf } from "../../src/models/direct-calls.ts";
import { reliable, reporter } from "../../src/models/fallbacks.ts";
import { HouseModel } from "../../src/models/own-model.ts";

describe("the examples of models", () => {
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      response.end(JSON.stringify({ answer: "Final Answer: from the house", tokens: 7 }));
    });
  });
  let url = "";

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  });
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
  });

  it("a list of models: the next one is asked where the first is not there", async () => {
    expect(llm(reliable).modelId).toBe("openai/gpt-4o-mini");
    const gone = new ScriptedModel({ replies: [new Error("gone")] });
    const agent = reporter([gone, new ScriptedModel({ replies: ["it rained"] })]);
    expect((await agent.kickoff("What happened?")).raw).toBe("it rained");
  });

  it("what a run costs, by the prices of the model that answered", async () => {
    const usage = { inputTokens: 1_000_000, outputTokens: 500_000 };
    const model = new ScriptedModel({ replies: [{ text: "done", usage }], modelId: "openai/gpt-4o-mini" });
    const agent = new Agent({ role: "R", goal: "g", backstory: "b", llm: model });
    const crew = new Crew({ tasks: [new Task({ description: "Work", expectedOutput: "done", agent })] });
    expect(await costOfRun(crew, {})).toBeCloseTo(0.15 + 0.3);
  });

  it("a model of one's own", async () => {
    const agent = new Agent({ role: "R", goal: "g", backstory: "b", llm: new HouseModel(url) });
    const output = await agent.kickoff("Who are you?");
    expect([output.raw, output.usage.totalTokens]).toEqual(["Final Answer: from the house", 7]);
  });

  it("direct calls", async () => {
    const model = new ScriptedModel({ replies: ['{"mood":"glad","why":"sun"}', "The sea rises and falls."] });
    expect(await moodOf(model, "What a day!")).toEqual({ mood: "glad", why: "sun" });
    expect(await firstWords(model, 3)).toBe("The sea rises");
  });
});
