import { HookDispatchedEvent, InterceptionPoint, on } from "@boathook/hooks";
import { BoathookEvent, childFrame, currentFrame, defineEvent, emit, EventChannel } from "@boathook/kernel";
import { llm, LlmCallCompletedEvent } from "@boathook/models";
import { describe, expect, it } from "@jest/globals";

import { recordEvents, ScriptedModel } from "../../src/index.ts";

class LampLit extends defineEvent("lamp_lit")<{ readonly room: string }>() {}

describe("recordEvents", () => {
  it("shows the course of a model call, dispatches standing as their points", async () => {
    using recorder = recordEvents();
    using _before = on(InterceptionPoint.PRE_MODEL_CALL, () => undefined);
    using _after = on(InterceptionPoint.POST_MODEL_CALL, () => "changed");
    await llm(new ScriptedModel({ replies: ["as it was"] })).call("hi");
    expect(recorder.trail()).toEqual(["pre_model_call", "llm_call_started", "post_model_call", "llm_call_completed"]);
    expect(recorder.types()).toEqual(["hook_dispatched", "llm_call_started", "hook_dispatched", "llm_call_completed"]);
    expect(recorder.of(LlmCallCompletedEvent).map((event) => event.text)).toEqual(["changed"]);
    expect(recorder.of(HookDispatchedEvent).map((event) => event.outcome)).toEqual(["proceeded", "modified"]);
    expect(recorder.of(BoathookEvent)).toEqual(recorder.events);
  });

  it("keeps what it has when it stops, and takes no more", () => {
    const recorder = recordEvents();
    emit(LampLit, { room: "hall" });
    recorder.stop();
    emit(LampLit, { room: "attic" });
    expect(recorder.of(LampLit).map((event) => event.room)).toEqual(["hall"]);
  });

  it("can listen to one part of the process only", () => {
    const attic = new EventChannel(() => undefined);
    using all = recordEvents();
    using part = recordEvents(attic);
    const frame = currentFrame();
    emit(LampLit, { room: "hall" }, frame);
    emit(LampLit, { room: "attic" }, childFrame({ channels: [...frame.channels, attic] }));
    expect([all.of(LampLit), part.of(LampLit)].map((lamps) => lamps.map((lamp) => lamp.room))).toEqual([
      ["hall", "attic"],
      ["attic"],
    ]);
  });

  it("gives the fields of the class it was asked for", () => {
    using recorder = recordEvents();
    emit(LampLit, { room: "hall" });
    // @ts-expect-error -- a lamp has a room, no colour
    expect(recorder.of(LampLit)[0]?.colour).toBeUndefined();
  });
});
