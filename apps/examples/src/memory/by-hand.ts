import { Memory, type MemoryMatch } from "boathook";

/** The whole API of a memory, without any crew. */
export async function keepNotes(
  file: string,
): Promise<{ found: readonly MemoryMatch[]; copied: number; left: number }> {
  const notes = new Memory({ file });
  await notes.remember("Ann prefers the window seat", { kind: "entity", user: "ann", importance: 0.9 });
  await notes.remember("The night train leaves at ten", { scope: "/trips/alps", metadata: { source: "timetable" } });
  notes.rememberLater("It rains in the valley", { kind: "short_term" }); // in the background; gone after a day

  const found = await notes.recall("when does the train leave?", { scope: "/trips", limit: 3 });

  const copy = new Memory({ file: ":memory:" });
  const copied = await copy.import(notes.export()); // JSON lines
  await copy.close();

  await notes.forget({ user: "ann" }); // everything that is hers, in every scope
  const left = await notes.count();
  await notes.close(); // waits for what is being saved
  return { found, copied, left };
}
