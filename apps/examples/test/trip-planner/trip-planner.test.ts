import { describe, expect, it } from "@jest/globals";
import { HumanInputRequestedEvent, TaskSkippedEvent, ToolUsageCompletedEvent } from "boathook";
import { recordEvents, type EventRecorder } from "@boathook/testing";

import { offlineTripModel } from "../../src/trip-planner/offline-model.ts";
import { runTrip, type Trip } from "../../src/trip-planner/run-trip.ts";
import { runMain } from "../run-app.ts";

/** Plans with these answers of a person, in order. */
async function plan(town: string, answers: readonly string[], days = 3): Promise<Trip & { recorded: EventRecorder }> {
  const left = [...answers];
  const recorded = recordEvents();
  const trip = await runTrip(
    { town, days, budget: 80 },
    {
      model: offlineTripModel(),
      write: () => undefined,
      humanInput: { ask: () => Promise.resolve(left.shift() ?? "no answer was left") },
    },
  ).finally(() => {
    recorded.stop();
  });
  return { ...trip, recorded };
}

describe("the trip planner", () => {
  it("plans anew with what the person says, finds roofs for the rain, and books what is allowed", async () => {
    const { plan: accepted, bookings, recorded } = await plan("Bergen", ["fish for dinner", "", "yes"]);
    expect(accepted.split("\n")).toEqual(
      ["rain", "cloud", "rain"].map(
        (weather, day) => `day ${day + 1}: ${weather} - a walk along the water, and: fish for dinner`,
      ),
    );
    expect(bookings).toEqual([{ town: "Bergen", nights: 3, pricePerNight: 80 }]);
    expect(recorded.of(HumanInputRequestedEvent)).toHaveLength(3);
    expect(recorded.of(TaskSkippedEvent)).toEqual([]);
  });

  it("leaves out the rainy days where the sun shines", async () => {
    const { recorded } = await plan("Lisbon", ["", "yes"]);
    expect(recorded.of(TaskSkippedEvent).map(({ taskName }) => taskName)).toEqual(["rainy_days"]);
  });

  it("books nothing without a yes: the call is blocked, and the run goes on", async () => {
    const { bookings, recorded } = await plan("Lisbon", ["", "maybe"]);
    expect(bookings).toEqual([]);
    expect(recorded.of(ToolUsageCompletedEvent).map(({ toolName, blocked }) => [toolName, blocked])).toEqual([
      ["forecast", false],
      ["book_room", true],
    ]);
  });

  it("does not begin with days that cannot be", async () => {
    await expect(plan("Bergen", [], 0)).rejects.toMatchObject({ code: "hook_aborted", source: "trip-check" });
  });

  it("runs as a program; where nobody can answer it says so", async () => {
    const done = await runMain("trip-planner", ["Bergen", "--answer", "yes"]);
    expect(done).toMatchObject({ code: 0 });
    expect(done.said).toContain("day 3: rain - the museum of ships");
    expect(done.said).toContain("1 booked");
    const alone = await runMain("trip-planner", ["Bergen"]);
    expect(alone.code).toBe(1);
    expect(alone.said).toContain("there is no terminal to ask on");
    expect(await runMain("trip-planner", ["--dyas", "3"])).toMatchObject({ code: 2 });
  }, 60_000);
});
