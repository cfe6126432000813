import { runApp } from "../app.ts";
import { offlineTripModel } from "./offline-model.ts";
import { runTrip } from "./run-trip.ts";

process.exitCode = await runApp(
  {
    usage: "trip-planner [town] [--days 3] [--budget 90] [--answer yes] [--model openai/gpt-4o-mini]",
    options: ["days", "budget", "answer"],
    offlineModel: offlineTripModel,
    run: async ({ positionals: [town = "Bergen"], options, model, signal, write }) => {
      const { days = "3", budget = "90", answer } = options;
      // With --answer nobody is asked: the plan is accepted as it is, and the booking gets that answer.
      const humanInput =
        answer === undefined
          ? undefined
          : { ask: ({ prompt }: { prompt: string }) => Promise.resolve(prompt.startsWith("Book this?") ? answer : "") };
      const request = { town, days: Number(days), budget: Number(budget) };
      const { bookings } = await runTrip(request, { model, signal, write, humanInput });
      write(`\n${bookings.length} booked`);
    },
  },
  process.argv.slice(2),
);
