import { describe, expect, it } from "@jest/globals";
import { defineHook, HumanInputUnavailableError, type HumanInput } from "@boathook/hooks";
import { callTool } from "@boathook/testing";
import { tool } from "@boathook/tools";
import { z } from "zod";

import { allowTools, checkToolInput, denyTools, requireApproval } from "../src/index.ts";
import { answering, run } from "./support.ts";

describe("denyTools and allowTools", () => {
  it("block by name, in any spelling, and the model reads why", async () => {
    const denied = await run([denyTools(["Pay-Now"], "no payments today")], [callTool("payNow"), callTool("look"), ""]);
    expect(denied.ran).toEqual(["look"]);
    expect(denied.texts).toContain("Tool execution blocked by hook. Tool: pay_now. Reason: no payments today");
    const allowed = await run([allowTools(["LOOK", "payNow"])], [callTool("pay"), callTool("pay_now"), callTool("look"), ""]); // prettier-ignore
    expect(allowed.ran).toEqual(["payNow", "look"]);
    expect(allowed.texts).toContain("only some tools are allowed");
  });

  it("a denied tool cannot hide behind one of the same name", async () => {
    const other = tool({ name: "look", description: "l", inputSchema: z.object({}), execute: () => "looked" });
    const calls = [callTool("look"), callTool("look_2"), "end"];
    const denied = await run([denyTools(["look"])], calls, { tools: [other] });
    expect([denied.ran, denied.texts.match(/blocked by hook\. Tool: \w+/g)]).toEqual([
      [],
      ["blocked by hook. Tool: look", "blocked by hook. Tool: look", "blocked by hook. Tool: look_2"],
    ]);
    const allowed = await run([allowTools(["look"])], calls, { tools: [other] });
    expect([allowed.ran, allowed.texts]).toEqual([
      ["look"],
      expect.stringContaining("Tool: look_2. Reason: only some"),
    ]);
  });

  it.each([
    ["no names", () => denyTools([])],
    ["a name of which nothing is left", () => allowTools(["look", "!!"])],
    ["a text instead of a list", () => denyTools("look" as never)],
    ["an empty reason", () => allowTools(["look"], "")],
    ["a reason that is no text", () => denyTools(["look"], {} as never)],
  ])("refuse %s", (_what, make) => {
    expect(make).toThrow(expect.objectContaining({ code: "invalid_configuration" }));
  });
});

describe("requireApproval", () => {
  const calls = [callTool("pay", { amount: 5 }), callTool("look"), "end"];

  it.each([
    [" YES ", ["pay 5", "look"]],
    ["y", ["look"]],
    ["", ["look"]],
    ["yes, but", ["look"]],
  ])("the answer %p", async (answer, ran) => {
    const told = await run([requireApproval({ tools: ["Pay"] })], calls, { humanInput: answering(answer) });
    expect(told.ran).toEqual(ran);
    expect(told.texts.includes("Reason: a person did not allow it")).toBe(ran.length === 1);
  });

  it("fails closed: nobody there, an input that breaks, no answer in time, a prompt that throws", async () => {
    const nobody: HumanInput = { ask: () => Promise.reject(new HumanInputUnavailableError("nobody")) };
    const broken: HumanInput = { ask: () => Promise.reject(new TypeError("broken")) };
    const silent: HumanInput = { ask: ({ signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => { reject(new Error("late")); })) }; // prettier-ignore
    for (const humanInput of [nobody, broken, silent]) {
      expect((await run([requireApproval({ timeoutMs: 20 })], calls, { humanInput })).ran).toEqual([]);
    }
    const prompt = (): string => {
      throw new TypeError("no words");
    };
    expect((await run([requireApproval({ prompt })], calls, { humanInput: answering("yes") })).ran).toEqual([]);
  });

  it("asks about what will run: after all rewriting, as the tool's schema reads it", async () => {
    const asked: string[] = [];
    const humanInput: HumanInput = {
      ask: ({ prompt }) => {
        asked.push(prompt);
        return Promise.resolve("yes");
      },
    };
    const rewriting = defineHook("pre_tool_call", (ctx) => {
      ctx.toolInput["amount"] = "500";
    });
    const { ran } = await run([requireApproval(), rewriting], [callTool("pay", { amount: 5 }), "end"], { humanInput });
    expect([asked, ran]).toEqual([['Allow pay for Worker with {"amount":500}?'], ["pay 500"]]);
    const own = requireApproval({ prompt: ({ toolInput }) => `Pay ${String(toolInput["amount"])}?` });
    await run([own], [callTool("pay", { amount: 7 }), "end"], { humanInput });
    expect(asked[1]).toBe("Pay 7?");
  });

  it.each([
    ["an unknown option", { tool: ["pay"] }],
    ["no tools", { tools: [] }],
    ["a prompt that is no function", { prompt: "Allow it?" }],
    ["a time limit of nothing", { timeoutMs: 0 }],
  ])("refuses %s", (_what, options) => {
    expect(() => requireApproval(options as never)).toThrow(expect.objectContaining({ code: "invalid_configuration" }));
  });

  it("names the option that was meant", () => {
    expect(() => requireApproval({ tool: ["pay"] } as never)).toThrow("tools");
  });
});

describe("checkToolInput", () => {
  const small = z.object({ amount: z.number().max(100, "never above 100") });

  it("blocks what does not fit, and says what is wrong", async () => {
    const calls = [callTool("pay", { amount: 500 }), callTool("pay", { amount: 50 }), callTool("look"), "end"];
    const { ran, texts } = await run([checkToolInput("pay", small)], calls);
    expect(ran).toEqual(["pay 50", "look"]);
    expect(texts).toContain("Tool: pay. Reason: amount: never above 100");
  });

  it("cannot be passed by by spelling, nor by a hook that rewrites after it", async () => {
    const rewriting = defineHook("pre_tool_call", (ctx) => {
      ctx.toolInput["amount"] = "500";
    });
    const { ran } = await run([checkToolInput("PAY", small), rewriting], [callTool("pay", { amount: 1 }), "end"]);
    expect(ran).toEqual([]);
  });

  it("a schema that throws blocks, too", async () => {
    const broken = z.object({}).refine(() => {
      throw new TypeError("broken rule");
    });
    const { ran, texts } = await run([checkToolInput("pay", broken)], [callTool("pay"), "end"]);
    expect([ran, texts]).toEqual([[], expect.stringContaining("broken rule")]);
  });

  it("refuses what is no schema, and a name of which nothing is left", () => {
    expect(() => checkToolInput("pay", {} as never)).toThrow("expected a schema");
    expect(() => checkToolInput("!", small)).toThrow("nothing of this is left");
  });
});
