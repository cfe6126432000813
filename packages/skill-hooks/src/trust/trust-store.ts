import { createHash } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";

import { BoathookError, errorMessage, log } from "@boathook/kernel";
import { z } from "zod";

/** A file as it was read: its text, and where it really lies. */
export interface FileVersion {
  readonly text: string;
  readonly realPath: string;
}

/** One file that was trusted. */
export interface TrustedFile {
  readonly file: string;
  readonly sha256: string;
}

const fileSchema = z.strictObject({ version: z.literal(1), files: z.record(z.string(), z.string()) });

/**
 * Which files a person has trusted, by where they really lie and by what was in them: a file that was changed, or stands elsewhere behind a
 * link, is not the file that was trusted. Kept in a file of the user's, which nothing in a project can write by itself.
 */
export class TrustStore {
  readonly #file: string;

  /** Default `~/.boathook/trust.json`. */
  constructor(options: { file?: string | undefined } = {}) {
    this.#file = options.file ?? path.join(homedir(), ".boathook", "trust.json");
  }

  /** True when exactly this text at exactly this place was trusted. A store that cannot be read trusts nothing. */
  async isTrusted({ text, realPath }: FileVersion): Promise<boolean> {
    try {
      const trusted = await this.#read();
      return trusted.get(realPath) === sha256(text);
    } catch (error) {
      log("error", { file: this.#file, error: errorMessage(error) }, "nothing is trusted: the store cannot be read");
      return false;
    }
  }

  async trust({ text, realPath }: FileVersion): Promise<void> {
    const trusted = await this.#read();
    trusted.set(realPath, sha256(text));
    await this.#write(trusted);
  }

  /** True when it was trusted. */
  async revoke(realPath: string): Promise<boolean> {
    const trusted = await this.#read();
    const wasThere = trusted.delete(realPath);
    if (wasThere) await this.#write(trusted);
    return wasThere;
  }

  async list(): Promise<TrustedFile[]> {
    return [...(await this.#read())].map(([file, hash]) => ({ file, sha256: hash }));
  }

  async #read(): Promise<Map<string, string>> {
    let text: string;
    try {
      text = await readFile(this.#file, "utf8");
    } catch (error) {
      if ((error as { code?: string }).code === "ENOENT") return new Map(); // nothing was trusted yet
      throw error;
    }
    const parsed = fileSchema.safeParse(tryJson(text));
    if (!parsed.success) {
      throw new BoathookError(
        `"${this.#file}" is no list of trusted files; repair it, or remove it to trust nothing.`,
        {
          code: "invalid_trust_store",
        },
      );
    }
    return new Map(Object.entries(parsed.data.files));
  }

  /** All of it or nothing: a new file takes the place of the old one. */
  async #write(trusted: ReadonlyMap<string, string>): Promise<void> {
    await mkdir(path.dirname(this.#file), { recursive: true, mode: 0o700 });
    const next = `${this.#file}.${process.pid}.new`;
    try {
      const handle = await open(next, "w", 0o600);
      try {
        await handle.writeFile(`${JSON.stringify({ version: 1, files: Object.fromEntries(trusted) }, undefined, 2)}\n`);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(next, this.#file);
    } catch (error) {
      await rm(next, { force: true });
      throw error;
    }
  }
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined; // the schema says what is wrong
  }
}
