import { runApp } from "../app.ts";
import { offlineDesk } from "./offline-model.ts";
import { openDesk } from "./open-desk.ts";

const QUESTIONS = ["My parcel is not here, where is it?", "The printer blinks red, what now?"];

process.exitCode = await runApp(
  {
    usage: "support-desk [question …] [--customer ann] [--memory desk.db] [--model openai/gpt-4o-mini]",
    options: ["customer", "memory"],
    offlineModel: offlineDesk,
    run: async ({ positionals, options: { customer = "ann", memory = ":memory:" }, model, signal, write }) => {
      const desk = await openDesk({ model, file: memory, signal });
      try {
        for (const question of positionals.length === 0 ? QUESTIONS : positionals) {
          write(`${customer}: ${question}\ndesk: ${await desk.ask(customer, question)}`);
        }
      } finally {
        await desk.close();
      }
    },
  },
  process.argv.slice(2),
);
