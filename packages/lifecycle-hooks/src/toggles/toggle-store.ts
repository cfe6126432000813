import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import { errorMessage, faultsOf, formatFault, isError } from "@boathook/kernel";
import { z } from "zod";

import { LifecycleError } from "../errors.ts";
import type { RegisteredHook } from "../hooks/lifecycle-hook.ts";

/** Which hook a toggle is for. */
export type HookIdentity = Pick<RegisteredHook, "scope" | "event" | "id">;

// Events and ids are plain texts here: a toggle of a hook that a newer version knows must outlive this one.
const fileSchema = z.strictObject({
  version: z.literal(1),
  toggles: z.array(
    z.strictObject({ scope: z.string().optional(), event: z.string(), id: z.string(), enabled: z.boolean() }),
  ),
});

/** What a person switched on or off, in memory and, when there is a file, beyond this process. */
export class ToggleStore {
  readonly #file: string | undefined;
  #toggles: ReadonlyMap<string, boolean> = new Map();

  /** Reads the file; one that is not there is empty. Throws when it cannot be read: a guard that was switched on must not be lost silently. */
  constructor(file: string | undefined) {
    this.#file = file;
    this.reload();
  }

  /** What was switched for the hook; undefined: nothing. */
  get(hook: HookIdentity): boolean | undefined {
    return this.#toggles.get(keyOf(hook));
  }

  /** Reads the file again, in which another process may have written. */
  reload(): void {
    if (this.#file !== undefined) this.#toggles = readToggles(this.#file);
  }

  /** Switches hooks on or off, or, with undefined, back to what was declared. Written at once, as a whole or not at all. */
  set(hooks: readonly HookIdentity[], enabled: boolean | undefined): void {
    this.reload(); // so that what another process wrote meanwhile stays
    const toggles = new Map(this.#toggles);
    for (const hook of hooks) {
      if (enabled === undefined) toggles.delete(keyOf(hook));
      else toggles.set(keyOf(hook), enabled);
    }
    if (this.#file !== undefined) writeToggles(this.#file, toggles);
    this.#toggles = toggles;
  }
}

function keyOf({ scope, event, id }: { scope?: string | undefined; event: string; id: string }): string {
  return JSON.stringify([scope ?? null, event, id]);
}

function readToggles(file: string): ReadonlyMap<string, boolean> {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (isError(error) && "code" in error && error.code === "ENOENT") return new Map();
    throw unreadable(file, errorMessage(error), error);
  }
  const parsed = fileSchema.safeParse(parse(file, text));
  if (!parsed.success) {
    throw unreadable(file, faultsOf(parsed.error, fileSchema).map(formatFault).join("; "), parsed.error);
  }
  return new Map(parsed.data.toggles.map((toggle) => [keyOf(toggle), toggle.enabled]));
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unreadable(file, errorMessage(error), error);
  }
}

function unreadable(file: string, why: string, cause: unknown): LifecycleError {
  const text = `The file of switched hooks ${file} cannot be read: ${why}. Repair it, or delete it to forget what was switched.`;
  return new LifecycleError("unreadable_state", text, { cause });
}

/** Beside the file first, then in its place: nobody ever reads half of it. */
function writeToggles(file: string, toggles: ReadonlyMap<string, boolean>): void {
  const list = [...toggles].map(([key, enabled]) => {
    const [scope, event, id] = JSON.parse(key) as [string | null, string, string]; // made by `keyOf`
    return { ...(scope !== null && { scope }), event, id, enabled };
  });
  const draft = `${file}.${randomUUID()}.tmp`;
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(draft, `${JSON.stringify({ version: 1, toggles: list }, undefined, 2)}\n`, { flush: true });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
