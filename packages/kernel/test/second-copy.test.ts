import { describe, expect, it, jest } from "@jest/globals";

import * as first from "../src/index.ts";

jest.resetModules();
// What a package manager makes of two versions in one tree: the same code, loaded twice.
const second: typeof first = await import("../src/index.ts");

describe("a second copy of the package in one process", () => {
  it("is a copy indeed", () => {
    expect(second.BoathookError).not.toBe(first.BoathookError);
    expect(second.BoathookEvent).not.toBe(first.BoathookEvent);
  });

  it("sees the run that the first one opened: its names, its execution, its cancellation", () => {
    const frame = first.childFrame({ names: { crewName: "c" }, execution: { id: "x", sequence: 2 } });
    const seen = first.runInFrame(frame, () => second.currentFrame());
    expect(seen).toBe(frame);
  });

  it("has the same stream of events, by class", () => {
    const seen: string[] = [];
    const lamps = [first, second].map(({ defineEvent }) => class Lamp extends defineEvent("test_lamp")() {});
    const [mine, theirs] = lamps;
    if (mine === undefined || theirs === undefined) throw new Error("there are two");
    const subscriptions = [
      first.events.on(mine).subscribe(() => seen.push("first")),
      second.events.on(theirs).subscribe(() => seen.push("second")),
      second.events.all.subscribe(() => seen.push("all of second")),
    ];
    first.emit(mine, {});
    seen.push("|");
    second.emit(theirs, {});
    for (const subscription of subscriptions) subscription.unsubscribe();
    expect(seen.join(" ")).toBe("first second all of second | first second all of second");
  });

  it("knows the errors of the first", () => {
    const errors = [
      new first.RunCancelledError(),
      new first.ExecutionTimeoutError("x", 1),
      new first.ConfigurationError([]),
    ];
    expect([
      errors.map((error) => second.BoathookError.is(error)),
      errors.map((error) => second.RunCancelledError.is(error)),
      errors.map((error) => second.ConfigurationError.is(error)),
    ]).toEqual([
      [true, true, true],
      [true, false, false],
      [false, false, true],
    ]);
  });
});
