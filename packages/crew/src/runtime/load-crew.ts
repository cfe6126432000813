import type { Crew } from "../crew/crew.ts";
import { defineCrewFile, type CrewFileOptions } from "../declare/define-crew-file.ts";
import { defaultRuntime } from "./create-runtime.ts";
import type { Runtime } from "./runtime.ts";

/** Options of `loadCrew`. */
export interface LoadCrewOptions extends CrewFileOptions {
  /** Default: the runtime of whoever makes none. */
  runtime?: Runtime | undefined;
}

/**
 * Makes a crew of a crew file: settings, agents and tasks, and the names of tools, models, functions and schemas that `options` give. Everything
 * wrong with it is one `ConfigurationError`, each fault with its file and line.
 */
export async function loadCrew(file: string | URL, options: LoadCrewOptions = {}): Promise<Crew> {
  const { runtime = defaultRuntime(), ...rest } = options;
  return runtime.crew(await defineCrewFile(file, rest));
}
