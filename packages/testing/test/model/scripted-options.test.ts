import { ConfigurationError } from "@boathook/kernel";
import { BaseLlm } from "@boathook/models";
import { describe, expect, it } from "@jest/globals";

import { callTool, ScriptedModel } from "../../src/index.ts";
import { caught, request } from "./requests.ts";

describe("making a scripted model", () => {
  it("gives a BaseLlm with tools, or without where text mode is wanted", () => {
    const model = new ScriptedModel({ replies: [] });
    const plain = new ScriptedModel({ replies: [], modelId: "plain", supportsTools: false });
    expect([model instanceof BaseLlm, model.modelId, model.supportsTools]).toEqual([true, "scripted", true]);
    expect([plain.modelId, plain.supportsTools]).toEqual(["plain", false]);
  });

  it("takes undefined for what is left out", async () => {
    const model = new ScriptedModel({
      modelId: undefined,
      supportsTools: undefined,
      replies: [{ text: "x", toolCalls: undefined, usage: { inputTokens: undefined }, delayMs: undefined }],
    });
    expect(await model.generate(request())).toMatchObject({ text: "x", usage: { inputTokens: 10, totalTokens: 15 } });
  });

  it("refuses options and replies that are none, naming their paths", () => {
    const faultsOf = (options: unknown): unknown =>
      (caught(() => new ScriptedModel(options as { replies: [] })) as ConfigurationError).faults;
    expect(faultsOf({ reply: [] })).toEqual([
      { path: "replies", message: "expected a list of replies or one function" },
      { path: "", message: 'Unrecognized key: "reply"' },
    ]);
    expect(faultsOf({ replies: ["fine", { txt: "oops" }] })).toEqual([
      { path: "replies.1.txt", message: "unknown option", suggestion: 'did you mean "text"?' },
    ]);
    expect(faultsOf({ replies: [42] })).toEqual([
      { path: "replies.0", message: "expected a text, an Error, a function or an answer in parts" },
    ]);
    expect(faultsOf({ replies: [{ toolCalls: [{ name: "a", input: 3 }] }] })).toEqual([
      { path: "replies.0.toolCalls.0.input", message: "expected a record, or the JSON text that the model sent" },
    ]);
  });

  it("refuses what a reply function gives when it is no reply", async () => {
    const model = new ScriptedModel({ replies: [() => 7 as unknown as string] });
    await expect(model.generate(request())).rejects.toMatchObject({
      code: "invalid_configuration",
      faults: [{ path: "replies.0", message: "expected a text, an Error, a function or an answer in parts" }],
    });
  });

  it("is checked by its types as well", () => {
    const wrong = (): unknown => [
      // @ts-expect-error -- a reply has a text, not a content
      new ScriptedModel({ replies: [{ content: "x" }] }),
      // @ts-expect-error -- replies are required
      new ScriptedModel({ modelId: "x" }),
      // @ts-expect-error -- an input is a record
      callTool("x", "y"),
    ];
    expect(wrong).toThrow(ConfigurationError);
  });
});
