import { afterEach, describe, expect, it } from "@jest/globals";
import {
  clearAllHooks,
  createRuntime,
  HookAborted,
  HumanInputUnavailableError,
  kickoff,
  type ModelSource,
} from "boathook";
import { callTool, dispatchTo, ScriptedModel, type ScriptedReply } from "@boathook/testing";

import { paid, paymentsNeedApproval } from "../../src/hooks/approval.ts";
import { CarefulCrew, models } from "../../src/hooks/crew-scope.ts";
import { inputDefaults } from "../../src/hooks/defaults.ts";
import { watchOneAgent } from "../../src/hooks/filters.ts";
import { Publishing } from "../../src/hooks/guarded-flow.ts";
import { redactedAnswers } from "../../src/hooks/redaction.ts";
import { deleted, safetyGuard } from "../../src/hooks/safety-guard.ts";
import { traceSteps } from "../../src/hooks/tracing.ts";

afterEach(() => {
  clearAllHooks();
});

const script = (...replies: readonly ScriptedReply[]): ModelSource => new ScriptedModel({ replies });

describe("the examples of the hooks guide", () => {
  it("safety guard: the tool does not run, the run goes on, nothing stays registered", async () => {
    const output = await safetyGuard(script(callTool("delete_file", { path: "notes.txt" }), "could not delete it"));
    expect([output.raw, deleted]).toEqual(["could not delete it", []]);
    await expect(dispatchTo("pre_tool_call", { toolName: "delete_file" })).resolves.toBeDefined();
  });

  it("approval: yes pays, anything else and nobody do not", async () => {
    const replies = [callTool("make_payment", { amount: 5 }), "end"];
    await paymentsNeedApproval(script(...replies), { ask: () => Promise.resolve("yes") });
    await paymentsNeedApproval(script(...replies), { ask: () => Promise.resolve("") });
    await paymentsNeedApproval(script(...replies), {
      ask: () => Promise.reject(new HumanInputUnavailableError("nobody")),
    });
    expect(paid).toEqual([5]);
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

  it("tracing: steps and dispatches in order", async () => {
    expect(await traceSteps(script("a", "b"))).toEqual([
      "task 'look' finished",
      "post_step: proceeded",
      "task 'write' finished",
      "post_step: proceeded",
    ]);
  });

  it("guard of a flow method: publish only what was reviewed", async () => {
    await expect(new Publishing().kickoff()).rejects.toBeInstanceOf(HookAborted);
    expect(await new Publishing().kickoff({ reviewed: true })).toBe("published: a draft");
  });

  it("filters: one agent, one tool", async () => {
    const replies = [callTool("web_search", { query: "moon" }), "end"];
    expect(await watchOneAgent({ researcher: script(...replies), writer: script(...replies) })).toEqual([
      "Tides researcher: found moon",
    ]);
  });

  it("crew scope: the method is a hook of its own crew's runs", async () => {
    models.current = script("one", "two");
    const crew = await createRuntime().crew(CarefulCrew);
    await crew.kickoff();
    expect((crew.instance as CarefulCrew).rounds).toEqual([0]);
    expect((await kickoff(CarefulCrew)).raw).toBe("two");
  });
});
