// Records until the disk refuses, or ends the process with events still waiting: record-and-leave.ts <file> <count> <"exit" | "close">
import { defineEvent, emit, EventRecording, events, registerEvents } from "../../src/index.ts";

class Counted extends defineEvent("test_counted")<{ readonly n: number; readonly text: string }>() {}
registerEvents(Counted);

const [file = "", count = "0", how] = process.argv.slice(2);
const recording = new EventRecording(events, file);
for (let n = 0; n < Number(count); n += 1) {
  emit(Counted, { n, text: "x".repeat(100) });
  if (n % 10 === 9 && how === "close") await recording.flush();
}
if (how === "exit") process.exit(0);
await recording.close();
process.stdout.write(`${recording.written} ${recording.dropped}`);
