import path from "node:path";

import type { CrewRef } from "../ref-types.ts";
import { FileOutputStore } from "./file-output-store.ts";
import type { OutputStore } from "./output-store.ts";

const DEFAULT_FOLDER = path.join(".boathook", "outputs");

const stores = new WeakMap<CrewRef, OutputStore>();

/** Where the crew keeps its outputs; undefined when nobody asked for that. */
export function storeOf(crew: CrewRef): OutputStore | undefined {
  const { outputs = false } = crew.options;
  if (outputs === false) return undefined;
  if (typeof outputs === "object") return outputs;
  const known = stores.get(crew);
  if (known !== undefined) return known;
  const made = new FileOutputStore(outputs === true ? DEFAULT_FOLDER : outputs);
  stores.set(crew, made);
  return made;
}
