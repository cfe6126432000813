import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { existingFile } from "../io/given.ts";

let isReady = false;

/** Imports a module of the user's; TypeScript is compiled on the way, with the decorators that the nearest tsconfig.json asks for. */
export async function importModule(flag: string, file: string): Promise<Readonly<Record<string, unknown>>> {
  const full = existingFile(flag, file);
  if (/\.[cm]?tsx?$/.test(full) && !isReady) {
    const { register } = await import("tsx/esm/api");
    register({ tsconfig: nearestConfig(path.dirname(full)) ?? false });
    isReady = true;
  }
  return (await import(pathToFileURL(full).href)) as Record<string, unknown>; // whatever it exports
}

function nearestConfig(folder: string): string | undefined {
  const file = path.join(folder, "tsconfig.json");
  if (existsSync(file)) return file;
  const parent = path.dirname(folder);
  return parent === folder ? undefined : nearestConfig(parent);
}
