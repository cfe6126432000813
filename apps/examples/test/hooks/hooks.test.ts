import { describe, expect, it } from "@jest/globals";
import { getHooks, HookAborted, HumanInputUnavailableError } from "boathook";
import { callTool, ScriptedModel, type ScriptedReply } from "@boathook/testing";

import { accessControl } from "../../src/hooks/access-control.ts";
import { paymentsNeedApproval } from "../../src/hooks/approval.ts";
import { watchOneCrew } from "../../src/hooks/crew-scope.ts";
import { inputDefaults } from "../../src/hooks/defaults.ts";
import { watchOneAgent } from "../../src/hooks/filters.ts";
import { Publishing } from "../../src/hooks/guarded-flow.ts";
import { redactedAnswers } from "../../src/hooks/redaction.ts";
import { safetyGuard } from "../../src/hooks/safety-guard.ts";
import { rewrittenTasks } from "../../src/hooks/task-texts.ts";
import { traceSteps } from "../../src/hooks/tracing.ts";

const script = (...replies: readonly ScriptedReply[]): ScriptedModel => new ScriptedModel({ replies });

describe("the examples of the hooks guide", () => {
  it("safety guard: the tool does not run, the model reads why, nothing stays registered", async () => {
    const model = script(callTool("delete_file", { path: "notes.txt" }), "could not delete it");
    expect(await safetyGuard(model)).toEqual({ answer: "could not delete it", deleted: [] });
    expect(model.requests[1]?.messages.at(-1)?.content).toBe(
      "Tool execution blocked by hook. Tool: delete_file. Reason: notes.txt must not be deleted",
    );
    expect(getHooks("pre_tool_call")).toEqual([]);
  });

  it("approval: yes pays, anything else and nobody do not", async () => {
    const replies = [callTool("make_payment", { amount: 5 }), "end"];
    const paid = async (ask: () => Promise<string>) => (await paymentsNeedApproval(script(...replies), { ask })).paid;
    expect(await paid(() => Promise.resolve("yes"))).toEqual([5]);
    expect(await paid(() => Promise.resolve(""))).toEqual([]);
    expect(await paid(() => Promise.reject(new HumanInputUnavailableError("nobody")))).toEqual([]);
  });

  it("access control: nothing runs for who may not, and every end is told", async () => {
    const told: string[] = [];
    const tell = (line: string): void => void told.push(line);
    const model = script("done");
    await expect(accessControl(model, {}, tell)).rejects.toBeInstanceOf(HookAborted);
    expect([model.requests, told]).toEqual([[], []]); // what never began has no end
    await accessControl(model, { authorized: true }, tell);
    const broken = new ScriptedModel({ replies: () => new Error("no model") });
    await expect(accessControl(broken, { authorized: true }, tell)).rejects.toThrow("no model");
    expect(told).toEqual(["completed: done", expect.stringMatching(/^failed: .*no model/)]);
  });

  it("defaults: what hooks leave is what the texts are filled with", async () => {
    const inputs = { topic: "  Tides " };
    const output = await inputDefaults(script("ok"), inputs);
    expect(output.tasksOutput[0]?.description).toBe("Explain tides in English");
    expect(inputs).toEqual({ topic: "  Tides " });
  });

  it("redaction: keys and addresses are gone", async () => {
    const output = await redactedAnswers(script("api_key: abc123, write to ann@example.org"));
    expect(output.raw).toBe("api_key: [REDACTED], write to [e-mail]");
  });

  it("task texts: the agent reads the note, the next task reads the tidied output", async () => {
    const model = script("  12 boats \n", "There are 12 boats.");
    const { tasksOutput } = await rewrittenTasks(model);
    expect(tasksOutput.map(({ raw }) => raw)).toEqual(["12 boats", "There are 12 boats."]);
    const asked = model.requests.map(({ messages }) => JSON.stringify(messages));
    expect(asked[0]).toContain("Note: all figures are estimates.");
    expect(asked[1]).toContain(String.raw`12 boats\n\nNote: all figures are estimates.`);
  });

  it("tracing: steps and dispatches in order", async () => {
    expect(await traceSteps(script("a", "b"))).toEqual([
      "task 'look' finished",
      "post_step: proceeded",
      "task 'write' finished",
      "post_step: proceeded",
    ]);
  });

  it("guard of a flow method: publish only what was reviewed", async () => {
    await expect(new Publishing().kickoff()).rejects.toThrow("publish requires review");
    expect(await new Publishing().kickoff({ reviewed: true })).toBe("published: a draft");
  });

  it("filters: one agent, one tool", async () => {
    const replies = [callTool("web_search", { query: "moon" }), "end"];
    expect(await watchOneAgent({ researcher: script(...replies), writer: script(...replies) })).toEqual([
      "Tides researcher: found moon",
    ]);
  });

  it("crew scope: the method is a hook of its own crew's runs", async () => {
    expect(await watchOneCrew(script("one", "two"))).toEqual([0]);
  });
});
