import { fileURLToPath } from "node:url";

import { runApp } from "../app.ts";
import { offlineReviewer } from "./offline-model.ts";
import { runReview } from "./run-review.ts";

const SAMPLE = fileURLToPath(new URL("../../config/crews", import.meta.url));

process.exitCode = await runApp(
  {
    usage: "code-reviewer [folder] [--model openai/gpt-4o-mini]",
    options: [],
    offlineModel: offlineReviewer,
    run: async ({ positionals: [folder = SAMPLE], model, signal, write }) => {
      write(await runReview({ folder, model, signal, write }));
    },
  },
  process.argv.slice(2),
);
