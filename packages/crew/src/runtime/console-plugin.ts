import { showOnConsole, type ConsoleOptions } from "../console/console-listener.ts";
import type { RuntimePlugin } from "./runtime.ts";

/** A plugin: what runs on the runtime do is shown on the console until the runtime is closed. */
export function consoleListener(options: ConsoleOptions = {}): RuntimePlugin {
  return { name: "console-listener", install: ({ events }) => showOnConsole(events, options) };
}
