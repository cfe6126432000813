import { readOptions, type BoathookEvent, type EventStreams } from "@boathook/kernel";
import { z } from "zod";

import { ConsoleView } from "./console-view.ts";
import { createScreen, type ScreenOutput } from "./screen.ts";

/** How the console listener shows what happens. */
export interface ConsoleOptions {
  /** Where lines go; default standard error, so that standard output stays the program's. */
  readonly output?: ScreenOutput | undefined;
  /** True: colours, signs, and a last line that says what is under way; false: plain lines. Default: what the output is. */
  readonly isTTY?: boolean | undefined;
}

/**
 * Shows the events of a source as progress for people: a line for what began or ended, indented by what it is part of. On a terminal in colour
 * (unless NO_COLOR is set), elsewhere plain. Two listeners on one output show an event once. Gives the function that stops it.
 */
export function showOnConsole(source: EventStreams, options: ConsoleOptions = {}): () => void {
  const { output = process.stderr, isTTY } = readOptions(schema, options, { subject: "console listener" });
  const screen = createScreen(output, isTTY ?? output.isTTY === true);
  const view = new ConsoleView(screen);
  const seen = shownOn(output);
  const subscription = source.all.subscribe((event) => {
    if (seen.has(event)) return;
    seen.add(event);
    view.show(event);
  });
  return () => {
    subscription.unsubscribe();
    screen.status(undefined);
  };
}

const schema = z.strictObject({
  output: z.custom<ScreenOutput>((value) => hasWrite(value), "expected a stream with a `write` method").optional(),
  isTTY: z.boolean().optional(),
});

function hasWrite(value: unknown): boolean {
  return typeof value === "object" && value !== null && typeof (value as { write?: unknown }).write === "function";
}

const shown = new WeakMap<ScreenOutput, WeakSet<BoathookEvent>>();

/** The events that were shown there already, by a crew or by the one around it. */
function shownOn(output: ScreenOutput): WeakSet<BoathookEvent> {
  let events = shown.get(output);
  if (events === undefined) shown.set(output, (events = new WeakSet()));
  return events;
}
