import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { z } from "zod";

import { Flow, Listen, secret, SqliteEngine, Start } from "../../src/index.ts";

const TOKEN = "tok-3141592653";

class Calling extends Flow<{ token?: string; other?: string; used: string[] }> {
  static isFailing = true;
  static override stateSchema = z.object({
    token: secret(z.string().min(5)).optional(),
    other: z.string().optional(),
    used: z.array(z.string()).default([]),
  });
  @Start() prepare(): string {
    return "prepared";
  }
  @Listen("prepare") call(): string {
    if (Calling.isFailing) throw new Error("down");
    this.state.used.push(`used a token of ${this.state.token?.length ?? 0}`);
    return "called";
  }
}

let folder: string;
let engine: SqliteEngine;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "boathook-secrets-"));
  engine = new SqliteEngine({ file: path.join(folder, "runs.db") });
  Calling.isFailing = true;
});

afterEach(async () => {
  delete process.env.BOATHOOK_SECRET_KEY;
  await engine.close();
  await rm(folder, { recursive: true });
});

const failed = async (): Promise<void> => {
  await expect(new Calling({ engine }).kickoff({ id: "run", token: TOKEN, other: "in clear" })).rejects.toThrow("down");
  Calling.isFailing = false;
};
const stored = async (): Promise<string> => {
  const files = await Promise.all((await readdir(folder)).map((name) => readFile(path.join(folder, name), "latin1")));
  return files.join("");
};

describe("a secret of a recorded flow", () => {
  it("is not stored, and has to be given again", async () => {
    await failed();
    expect(await stored()).toContain("in clear");
    expect(await stored()).not.toContain(TOKEN);
    await expect(new Calling({ engine }).kickoff({ id: "run" })).rejects.toMatchObject({
      code: "invalid_inputs",
      message: expect.stringContaining("token: it is a secret and was not stored"),
    });
    const flow = new Calling({ engine });
    expect(await flow.kickoff({ id: "run", token: TOKEN })).toBe("called");
    expect(flow.state).toEqual({ id: "run", token: TOKEN, other: "in clear", used: ["used a token of 14"] });
    expect(await stored()).not.toContain(TOKEN);
  });

  it("is stored encrypted where there is a key; another key cannot read it", async () => {
    process.env.BOATHOOK_SECRET_KEY = "the key of this test";
    await failed();
    expect(await stored()).not.toContain(TOKEN);
    process.env.BOATHOOK_SECRET_KEY = "another key";
    await expect(new Calling({ engine }).kickoff({ id: "run" })).rejects.toMatchObject({ code: "run_store_foreign" });
    process.env.BOATHOOK_SECRET_KEY = "the key of this test";
    const flow = new Calling({ engine });
    expect(await flow.kickoff({ id: "run" })).toBe("called");
    expect(flow.state.token).toBe(TOKEN);
  });

  it("is in the state as it is, and other flows that use the schema without the mark store it", async () => {
    const plain = z.string();
    expect(secret(plain)).not.toBe(plain);
    await failed();
    class Open extends Flow<{ token?: string }> {
      static override stateSchema = z.object({ token: plain });
      @Start() look(): string {
        return String(this.state.token?.length);
      }
    }
    expect(await new Open({ engine }).kickoff({ id: "open", token: TOKEN })).toBe("14");
    expect(await stored()).toContain(TOKEN);
  });
});
