import { z } from "zod";

import { errorMessage } from "../../errors/is-error.ts";
import type { BoathookEvent } from "../event.ts";
import { eventFromJson } from "../event-json.ts";

/** What one line of a recording is. */
export type RecordingLine =
  | { readonly kind: "event"; readonly event: BoathookEvent }
  | { readonly kind: "gap"; readonly dropped: number }
  | { readonly kind: "header" }
  | { readonly kind: "problem"; readonly message: string };

const VERSION = 1;

/** The line with which a recording begins. */
export function headerLine(startedAt: number): string {
  return JSON.stringify({ recording: "events", version: VERSION, startedAt });
}

/** The line that stands where events are missing. */
export function gapLine(dropped: number): string {
  return JSON.stringify({ recording: "gap", dropped });
}

/** Reads one line; what is wrong with it is a problem, not an error. */
export function readLine(line: string): RecordingLine {
  try {
    const value: unknown = JSON.parse(line);
    const control = controlSchema.safeParse(value);
    return control.success ? readControl(control.data) : { kind: "event", event: eventFromJson(value) };
  } catch (error) {
    return { kind: "problem", message: errorMessage(error) };
  }
}

const controlSchema = z.looseObject({
  recording: z.string(),
  version: z.number().optional(),
  dropped: z.int().nonnegative().default(0),
});

function readControl({ recording, version, dropped }: z.infer<typeof controlSchema>): RecordingLine {
  if (recording === "gap") return { kind: "gap", dropped };
  if (recording === "events" && version === VERSION) return { kind: "header" };
  const message = `${recording} of version ${version ?? "unknown"}; version ${VERSION} of events can be read here`;
  return { kind: "problem", message };
}
