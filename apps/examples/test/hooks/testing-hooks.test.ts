// The guide's example of how hooks are tested: alone, and in a run.
import "@boathook/testing/matchers";
import "@boathook/testing/reset"; // no hook outlives its test

import { describe, expect, it } from "@jest/globals";
import { on } from "boathook";
import { callTool, dispatchTo, probeHooks, recordEvents, ScriptedModel } from "@boathook/testing";

import { guardFiles, safetyGuard } from "../../src/hooks/safety-guard.ts";

describe("a hook alone", () => {
  it("is tried on a context that has only what matters", async () => {
    on("pre_tool_call", { tools: ["delete_file"] }, guardFiles);
    const deleting = dispatchTo("pre_tool_call", { toolName: "deleteFile", toolInput: { path: "notes.txt" } });
    await expect(deleting).rejects.toMatchObject({ reason: "notes.txt must not be deleted", source: "policy" });
    await expect(dispatchTo("pre_tool_call", { toolName: "read_file" })).resolves.toMatchObject({ blocked: false });
  });
});

describe("hooks in a run", () => {
  it("are seen by their events, and by a probe that only watches", async () => {
    const recorder = recordEvents();
    const probe = probeHooks("post_tool_call");
    const model = new ScriptedModel({ replies: [callTool("delete_file", { path: "notes.txt" }), "end"] });
    await safetyGuard(model);
    model.assertComplete();
    expect(recorder).toHaveDispatched("pre_tool_call", { outcome: "aborted" });
    expect(probe.calls.map(({ context }) => context)).toMatchObject([{ toolName: "delete_file", blocked: true }]);
    expect(recorder.trail().filter((entry) => entry.includes("tool"))).toEqual([
      "pre_tool_call",
      "tool_usage_started",
      "post_tool_call",
      "tool_usage_completed",
    ]);
    recorder.stop();
  });
});
