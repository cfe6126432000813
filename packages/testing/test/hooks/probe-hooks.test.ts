import { clearAllHooks, dispatch, getHooks, HookRegistrationError, InterceptionPoint, on } from "@boathook/hooks";
import { llm } from "@boathook/models";
import { afterEach, describe, expect, it } from "@jest/globals";

import { dispatchTo, probeHooks, ScriptedModel } from "../../src/index.ts";

afterEach(clearAllHooks);

describe("probeHooks", () => {
  it("keeps point and context of every dispatch, and changes nothing", async () => {
    const probe = probeHooks("pre_model_call", "post_model_call");
    const answer = await llm(new ScriptedModel({ replies: ["fine"] })).call("hi");
    expect(answer.text).toBe("fine");
    expect(probe.calls).toEqual([
      { point: "pre_model_call", context: expect.objectContaining({ purpose: "direct", response: undefined }) },
      { point: "post_model_call", context: expect.objectContaining({ purpose: "direct", response: "fine" }) },
    ]);
  });

  it("watches all ten points when none is named", async () => {
    using probe = probeHooks();
    for (const point of Object.values(InterceptionPoint)) await dispatchTo(point);
    expect(probe.calls.map((call) => call.point)).toEqual(Object.values(InterceptionPoint));
  });

  it("gives the live context, so that one sees what later hooks made of it", async () => {
    using probe = probeHooks("input");
    on("input", () => ({ topic: "moon" }));
    const context = await dispatchTo("input", { payload: { topic: "tides" } });
    expect(probe.calls[0]?.context).toBe(context);
    expect(probe.calls[0]?.context).toMatchObject({ payload: { topic: "moon" }, inputs: { topic: "tides" } });
  });

  it("leaves nothing registered when it stops", async () => {
    const probe = probeHooks("input", "output");
    probe.stop();
    await dispatchTo("input");
    expect([getHooks("input"), getHooks("output"), probe.calls]).toEqual([[], [], []]);
  });

  it("refuses a point that does not exist", () => {
    // @ts-expect-error -- there is no such point
    expect(() => probeHooks("pre_tool")).toThrow(HookRegistrationError);
  });

  it("stays synchronous where every hook is", () => {
    using probe = probeHooks("pre_step");
    const context = { payload: "x" } as unknown as Parameters<typeof dispatch<"pre_step">>[1];
    expect(dispatch("pre_step", context)).toBe(context);
    expect(probe.calls).toHaveLength(1);
  });
});
