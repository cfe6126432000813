import { BoathookError } from "@boathook/kernel";

import { ToolFailure } from "../../tool-failure.ts";

/** Why a file tool does not do what it was asked for; the tool's seam turns it into a `ToolFailure`. */
export class Refusal extends BoathookError {
  readonly reason: string;

  constructor(reason: string, message: string, options: { cause?: unknown } = {}) {
    super(message, { code: "file_refused", ...options });
    this.reason = reason;
  }

  static override is(value: unknown): value is Refusal {
    return BoathookError.is(value) && value.code === "file_refused";
  }
}

/** A path leads out of the root. */
export function outsideRoot(path: string): Refusal {
  return new Refusal("outside_root", `"${path}" lies outside of the folder that this tool may use.`);
}

/** Runs file work; what refuses it, and what the file system says, becomes a failure that names the path as the model wrote it, never the real one. */
export async function asFailure<T>(path: string, work: () => Promise<T>): Promise<T | ToolFailure> {
  try {
    return await work();
  } catch (thrown) {
    if (Refusal.is(thrown)) return new ToolFailure({ reason: thrown.reason, message: thrown.message });
    const code = codeOf(thrown);
    if (code === undefined) throw thrown;
    const [reason, text] = TEXTS[code] ?? ["file_system", `The file system refuses (${code}): `];
    return new ToolFailure({ reason, message: `${text}"${path}".`, code });
  }
}

const TEXTS: Readonly<Record<string, readonly [reason: string, text: string]>> = {
  ENOENT: ["not_found", "There is no such file or folder: "],
  ENOTDIR: ["not_found", "A part of the path is no folder: "],
  EISDIR: ["not_a_file", "This is a folder, not a file: "],
  EACCES: ["not_permitted", "Access is not permitted: "],
  EPERM: ["not_permitted", "Access is not permitted: "],
  ELOOP: ["outside_root", "The path goes through a link that is not followed: "],
  ENAMETOOLONG: ["invalid_path", "The path is too long: "],
};

function codeOf(thrown: unknown): string | undefined {
  const { code, syscall } = (thrown ?? {}) as { code?: unknown; syscall?: unknown }; // only looked at
  return typeof code === "string" && typeof syscall === "string" ? code : undefined;
}
