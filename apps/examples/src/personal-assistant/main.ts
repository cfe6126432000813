import { runApp } from "../app.ts";
import { offlineAssistant } from "./offline-model.ts";
import { openAda } from "./open-ada.ts";

const MESSAGES = ["When are the paper bins collected?", "Who services the boiler?"];

process.exitCode = await runApp(
  {
    usage:
      "personal-assistant [message …] [--data folder] [--conversation id] [--run nightly-digest] [--model openai/gpt-4o-mini]",
    options: ["data", "conversation", "run"],
    offlineModel: offlineAssistant,
    run: async ({ positionals, options: { data, conversation, run }, model, signal, write }) => {
      const ada = await openAda({ model, dataDir: data ?? false });
      try {
        if (run !== undefined) {
          const { status, result, error } = await ada.automations.run(run, { signal });
          write(`${run}: ${status}: ${error?.message ?? result}`);
          return;
        }
        const session = await ada.open({ conversationId: conversation });
        for (const message of positionals.length === 0 ? MESSAGES : positionals) {
          const { status, text, error } = await session.send(message, { signal });
          write(`you: ${message}\nada: ${status === "ok" ? text : `(${status}) ${String(error)}`}`);
        }
      } finally {
        await ada.close();
      }
    },
  },
  process.argv.slice(2),
);
