import { z } from "zod";

import { BoathookError } from "../errors/boathook-error.ts";
import { suggestName } from "../errors/suggest.ts";
import { NO_NAMES } from "../frame-names.ts";
import type { BoathookEvent, EventMeta } from "./event.ts";
import { DEFAULT_REDACTION } from "./redaction.ts";

/** A class that `eventFromJson` can make again. */
export interface ReadableEventClass {
  new (meta: EventMeta, fields: never): BoathookEvent;
  readonly type: string;
  readonly name: string;
}

const classes = new Map<string, ReadableEventClass>();

/** Makes event classes known to `eventFromJson`; a package calls it once with all of its own. Two classes of one type are refused. */
export function registerEvents(...types: readonly ReadableEventClass[]): void {
  for (const type of types) {
    const known = classes.get(type.type);
    if (known !== undefined && known !== type) {
      throw new EventFormatError(`two classes, ${known.name} and ${type.name}, have the type "${type.type}"`);
    }
    classes.set(type.type, type);
  }
}

/** Reads back what `toJSON` of an event wrote. Fields are plain data: an `error` is its description. */
export function eventFromJson(value: unknown): BoathookEvent {
  const parsed = eventSchema.safeParse(value);
  if (!parsed.success) throw new EventFormatError(z.prettifyError(parsed.error));
  const type = classes.get(parsed.data.type);
  if (type === undefined) {
    const known = suggestName(parsed.data.type, classes.keys());
    throw new EventFormatError(`unknown event type "${parsed.data.type}"${known === undefined ? "" : ` (${known})`}`);
  }
  // The base constructor assigns every field given, its own ones too, so the ids are those that were written.
  return new type(PLACEHOLDER, parsed.data as never);
}

/** What was to be read as an event is none. */
export class EventFormatError extends BoathookError {
  constructor(reason: string) {
    super(`Not an event that Boathook wrote: ${reason}. Pass the parsed JSON of one event.`, { code: "invalid_event" });
  }

  static override is(value: unknown): value is EventFormatError {
    return BoathookError.is(value) && value.code === "invalid_event";
  }
}

const optionalText = z.string().optional();
const eventSchema = z.looseObject({
  type: z.string(),
  id: z.string(),
  timestamp: z.number(),
  sequence: z.int().positive(),
  executionId: z.string(),
  parentId: optionalText,
  previousId: optionalText,
  startedEventId: optionalText,
  crewName: optionalText,
  flowName: optionalText,
  taskName: optionalText,
  taskId: optionalText,
  agentRole: optionalText,
  agentId: optionalText,
});

const PLACEHOLDER: EventMeta = {
  executionId: "",
  sequence: 1,
  timestamp: 0,
  parentSequence: undefined,
  startedSequence: undefined,
  names: NO_NAMES,
  redaction: DEFAULT_REDACTION,
};
