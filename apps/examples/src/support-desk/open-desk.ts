import { fileURLToPath } from "node:url";

import { createRuntime, Knowledge, Memory, type ModelSource } from "boathook";

import { DeskCrew } from "./desk-crew.ts";

const CONFIG = fileURLToPath(new URL("../../config/support-desk", import.meta.url));

/** What a desk is opened with. */
export interface DeskSetting {
  readonly model: ModelSource;
  /** The memory's database. */
  readonly file: string;
  readonly signal?: AbortSignal | undefined;
}

/** A desk that is open until it is closed. */
export interface Desk {
  /** Who asks is said by the program, never by the question. */
  ask(customer: string, question: string): Promise<string>;
  /** What was remembered of a customer. */
  remembered(customer: string, about: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Opens the desk; throws at once where the handbook cannot be read. */
export async function openDesk({ model, file, signal }: DeskSetting): Promise<Desk> {
  const runtime = createRuntime({ llm: model });
  const memory = new Memory({ file });
  const handbook = new Knowledge({ root: CONFIG, sources: [{ folder: "handbook" }], minScore: 0.1 });
  await handbook.sync();
  runtime.container.bind(Memory).toConstantValue(memory);
  runtime.container.bind(Knowledge).toConstantValue(handbook);
  const crew = await runtime.crew(DeskCrew);
  return {
    ask: async (customer, question) =>
      (await crew.kickoff({ question }, { metadata: { userId: customer }, signal })).raw,
    remembered: async (customer, about) =>
      (await memory.recall(about, { scope: "/crew/desk", user: customer })).map(({ text }) => text),
    close: async () => {
      await runtime.close();
      await handbook.close();
      await memory.close();
    },
  };
}
