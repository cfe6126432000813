import { HookAborted, on } from "@boathook/hooks";
import { eventFromJson } from "@boathook/kernel";
import { afterEach, describe, expect, it } from "@jest/globals";

import "../../src/matchers.ts";
import "../../src/reset.ts";
import { dispatchTo, recordEvents, type EventRecorder } from "../../src/index.ts";

let recorder: EventRecorder | undefined;

afterEach(() => {
  recorder?.stop();
});

describe("toHaveDispatched", () => {
  it("looks for a dispatch of the point", async () => {
    const seen = await twoDispatches();
    expect(seen).toHaveDispatched("input");
    expect(seen).not.toHaveDispatched("output");
  });

  it("looks for an outcome where one is named", async () => {
    const seen = await twoDispatches();
    expect(seen).toHaveDispatched("input", { outcome: "modified" });
    expect(seen).toHaveDispatched("pre_tool_call", { outcome: "aborted" });
    expect(seen).not.toHaveDispatched("input", { outcome: "aborted" });
  });

  it("takes a list of events, also one that was read back from JSON", async () => {
    const { events } = await twoDispatches();
    expect(events).toHaveDispatched("input");
    expect(events.map((event) => eventFromJson(JSON.parse(JSON.stringify(event))))).toHaveDispatched("input");
  });

  it("says what was dispatched when it fails", async () => {
    const seen = await twoDispatches();
    expect(() => {
      expect(seen).toHaveDispatched("input", { outcome: "skipped" });
    }).toThrow(
      "Expected a dispatch of input (skipped). Dispatched were, in order:\n  input (modified)\n  pre_tool_call (aborted)",
    );
    expect(() => {
      expect(seen).not.toHaveDispatched("input");
    }).toThrow("Expected no dispatch of input.");
    expect(() => {
      expect([]).toHaveDispatched("input");
    }).toThrow("(nothing: no hook was registered at any point that was reached)");
  });

  it("is refused on anything but events", () => {
    expect(() => {
      // @ts-expect-error -- a text holds no events
      expect("input").toHaveDispatched("input");
    }).toThrow("toHaveDispatched looks at a recorder (recordEvents()) or a list of events; it was given string.");
    const wrong = (): unknown => {
      // @ts-expect-error -- there is no such point
      expect([]).not.toHaveDispatched("before_tool");
      // @ts-expect-error -- there is no such outcome
      expect([]).not.toHaveDispatched("input", { outcome: "stopped" });
      return true;
    };
    expect(wrong()).toBe(true);
  });
});

async function twoDispatches(): Promise<EventRecorder> {
  recorder = recordEvents();
  on("input", () => ({ topic: "moon" }));
  on("pre_tool_call", () => {
    throw new HookAborted("no");
  });
  await dispatchTo("input");
  await dispatchTo("pre_tool_call").catch(() => undefined);
  return recorder;
}
