import { describe, expect, it } from "@jest/globals";

import {
  contextWindowOf,
  estimateTokens,
  llm,
  modelFaults,
  ModelResolverService,
  supportsTools,
  ToolsUnsupportedError,
} from "../../src/index.ts";
import { keptLogger, withServices } from "../support/recording.ts";
import { Scripted } from "../support/scripted.ts";

describe("what is known of a model before it is called", () => {
  it("is what is wrong with its name, and what was meant", () => {
    const faults = modelFaults(llm(["openai/gpt-4o-mini", "nope/x", "gpt-4o", "opnai/gpt-4o", "offline"]));
    expect(faults).toEqual([
      expect.objectContaining({ path: "model", message: expect.stringContaining('"nope/x" names no model') }),
      expect.objectContaining({ suggestion: 'did you mean "openai/gpt-4o"?' }),
      expect.objectContaining({ suggestion: 'did you mean "openai"?' }),
    ]);
    expect(modelFaults(llm({ model: "own/model", baseUrl: "http://localhost:1234/v1" }))).toEqual([]);
    expect(modelFaults(llm(new Scripted([])))).toEqual([]);
  });

  it("is nothing where the run has a resolver of its own, which may know any name", () => {
    const more = new Map<unknown, unknown>([[ModelResolverService, () => new Scripted(["x"])]]);
    expect(withServices({ more }, () => modelFaults(llm("nope/x")))).toEqual([]);
  });

  it("is how much it reads, where that was said", () => {
    class Small extends Scripted {
      override readonly contextWindow = 8000;
    }
    expect(contextWindowOf(llm({ model: "openai/gpt-4o", contextWindow: 5000 }))).toBe(5000);
    expect(contextWindowOf(llm([new Small([]), "openai/gpt-4o"]))).toBe(8000);
    expect(contextWindowOf(llm("openai/gpt-4o"))).toBeUndefined();
    expect(() => llm({ model: "openai/gpt-4o", contextWindow: 0 })).toThrow("contextWindow");
  });

  it("is that it takes no tools, once it said so", async () => {
    const model = llm([new Scripted([new ToolsUnsupportedError("no tools")], "a"), new Scripted(["x"], "b")]);
    expect(supportsTools(model)).toBe(true);
    expect((await withServices({ logger: keptLogger() }, () => model.call("hi"))).text).toBe("x");
    expect(supportsTools(model)).toBe(false);
  });

  it("is about how many tokens a conversation has", () => {
    const call = { id: "1", name: "find", input: { q: "1234" } };
    expect(
      estimateTokens([
        { role: "system", content: "12345678" },
        {
          role: "user",
          content: [
            { type: "text", text: "1234" },
            { type: "file", mediaType: "image/png", data: "" },
          ],
        },
        { role: "assistant", content: "", toolCalls: [call] },
        { role: "tool", toolCallId: "1", toolName: "find", content: "1234" },
      ]),
    ).toBe(2 + 1 + 1000 + 1 + 3 + 1);
  });
});
