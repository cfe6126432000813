import type { Assistant, Session } from "@boathook/assistant";
import { suggestName } from "@boathook/kernel";

import { tableOf } from "../io/table.ts";
import { tableOfMemories } from "../memory/with-memory.ts";

/** What a slash command may use. */
export interface Conversation {
  readonly assistant: Assistant;
  readonly session: Session;
}

type Run = (conversation: Conversation, rest: string) => Promise<readonly string[]>;

const COMMANDS: Readonly<Record<string, readonly [summary: string, run: Run]>> = {
  "/hooks": ["the lifecycle hooks", ({ assistant }) => Promise.resolve(hooksOf(assistant))],
  "/memory": ["what is remembered; with words, what fits them", memoriesOf],
  "/compact": [
    "puts a summary in the place of what was said",
    async ({ session }) => [(await session.compact()) ? "Summarised." : "There is nothing to summarise."],
  ],
  "/clear": [
    "begins anew",
    async ({ session }) => {
      await session.clear();
      return ["Begun anew."];
    },
  ],
  "/help": ["this list", () => Promise.resolve(HELP())],
  "/exit": ["ends the conversation", () => Promise.resolve([])],
};

const HELP = (): readonly string[] =>
  Object.entries(COMMANDS).map(([name, [summary]]) => `${name.padEnd(9)} ${summary}`);

/** What a line that begins with a slash gives; one that is unknown, the nearest name. */
export async function runSlashCommand(conversation: Conversation, line: string): Promise<readonly string[]> {
  const [name = "", ...rest] = line.trim().split(/\s+/);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command !== undefined) return command[1](conversation, rest.join(" "));
  return [`There is no ${name}; ${suggestName(name, Object.keys(COMMANDS)) ?? "see /help"}`];
}

function hooksOf(assistant: Assistant): readonly string[] {
  const rows = assistant.lifecycle.list().map(({ event, id, enabled }) => [event, id, enabled ? "on" : "off"]);
  return tableOf(["EVENT", "ID", ""], rows, "There are no hooks.");
}

async function memoriesOf({ assistant }: Conversation, query: string): Promise<readonly string[]> {
  const { memory } = assistant;
  if (memory === undefined) return ["The profile says that nothing is remembered."];
  await assistant.idle();
  if (query !== "") return tableOfMemories(await memory.recall(query));
  const count = await memory.count();
  return [`${count} remembered; /memory <words> shows what fits.`];
}
