import { tool, ToolFailure } from "boathook";
import { z } from "zod";

/** The weather of one week, day by day; a real app would ask a service. */
const WEEKS: Readonly<Record<string, readonly string[]>> = {
  lisbon: ["sun", "sun", "wind", "sun", "sun", "sun", "cloud"],
  bergen: ["rain", "cloud", "rain", "rain", "sun", "rain", "rain"],
};

/** Tells the weather of the next days of a town. */
export const forecast = tool({
  name: "forecast",
  description: "Tells the weather of the next days in a town.",
  inputSchema: z.object({ town: z.string().min(1), days: z.int().positive().max(14) }),
  execute: ({ town, days }) => {
    const week = WEEKS[town.toLowerCase()];
    if (week === undefined)
      return new ToolFailure({ message: `There is no forecast for ${town}.`, reason: "unknown_town" });
    return Array.from({ length: days }, (_, day) => `day ${day + 1}: ${week[day % week.length] ?? ""}`).join("\n");
  },
});
