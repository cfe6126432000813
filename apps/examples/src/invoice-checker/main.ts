import { fileURLToPath } from "node:url";

import { runApp } from "../app.ts";
import { checkInvoices } from "./check-invoices.ts";
import { offlineClerk } from "./offline-model.ts";

const SAMPLES = fileURLToPath(new URL("../../config/invoice-checker/invoices", import.meta.url));

process.exitCode = await runApp(
  {
    usage: "invoice-checker [folder] [--out checked] [--model openai/gpt-4o-mini]",
    options: ["out"],
    offlineModel: offlineClerk,
    run: async ({ positionals: [folder = SAMPLES], options: { out = "checked" }, model, signal, write }) => {
      for (const checked of await checkInvoices({ folder, out, model, signal })) {
        write(`${checked.name}: ${"note" in checked ? checked.note : `REFUSED. ${checked.refused}`}`);
      }
    },
  },
  process.argv.slice(2),
);
