import { EventRecording, type RecordingOptions } from "@boathook/kernel";

import type { RuntimePlugin } from "./runtime.ts";

/**
 * A plugin: the events of the runtime are appended to a file, one line of JSON each and without secrets, until the runtime is closed.
 * `replayEvents` reads it back.
 */
export function recordToFile(file: string | URL, options: RecordingOptions = {}): RuntimePlugin {
  return {
    name: `record-to-file(${String(file)})`,
    install({ events }) {
      const recording = new EventRecording(events, file, options);
      return () => recording.close();
    },
  };
}
