import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { HookAborted, defineHook } from "@boathook/hooks";
import { callTool } from "@boathook/testing";

import { auditLog, denyTools, redact } from "../src/index.ts";
import { run } from "./support.ts";

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "audit-"));
  file = path.join(folder, "audit.jsonl");
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

type Line = Record<string, unknown>;

async function lines(): Promise<Line[]> {
  const text = await readFile(file, "utf8");
  expect(text.endsWith("\n")).toBe(true);
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

describe("auditLog", () => {
  it("writes what happens, in order", async () => {
    await run([denyTools(["pay"]), ...auditLog({ file })], [callTool("look", { text: "x" }), callTool("pay"), "end"]);
    const written = await lines();
    expect(written.map(({ at: _at, executionId: _id, ...rest }) => rest)).toEqual([
      { what: "run_started", crew: "office", inputs: { what: "now" } },
      { what: "run_started", flow: "office", inputs: { what: "now" } },
      { what: "tool_started", agent: "Worker", tool: "look", call: "c1", input: { text: "x" } },
      {
        what: "tool_ended",
        agent: "Worker",
        tool: "look",
        call: "c1",
        input: { text: "x" },
        result: "x",
        blocked: false,
      },
      {
        what: "tool_ended",
        agent: "Worker",
        tool: "pay",
        call: "c2",
        input: {},
        result: "Tool execution blocked by hook. Tool: pay. Reason: this tool is not allowed",
        blocked: true,
      },
      { what: "model_answered", agent: "Worker", model: "scripted", purpose: "agent", response: "end" },
      { what: "step_ended", kind: "task", step: "errand", agent: "Worker" },
      { what: "run_ended", flow: "office", status: "completed" },
      { what: "run_ended", crew: "office", status: "completed" },
    ]);
    expect(new Set(written.map(({ executionId }) => executionId)).size).toBe(1);
    expect(written.every(({ at }) => !Number.isNaN(Date.parse(String(at))))).toBe(true);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it("says how a failed run ended", async () => {
    const stop = defineHook("pre_step", () => {
      throw new HookAborted("not today", "policy");
    });
    await expect(run([stop, ...auditLog({ file })], ["end"])).rejects.toThrow("not today");
    expect((await lines()).at(-1)).toMatchObject({
      what: "run_ended",
      crew: "office",
      status: "failed",
      error: { code: "hook_aborted", message: "not today", aborted: true },
    });
  });

  it("has whole lines without secrets, also of many runs, logs and long results at the same time", async () => {
    const long = "ä".repeat(200_000);
    const replies = [callTool("look", { text: `sk-abcdefghijklmnopqrstuvwx ${long}` }), "end"];
    await Promise.all(Array.from({ length: 10 }, () => run(auditLog({ file }), replies)));
    const written = await lines();
    expect(written).toHaveLength(80);
    expect(written.filter(({ what }) => what === "tool_ended").map(({ result }) => result)).toEqual(
      Array.from({ length: 10 }, () => `[REDACTED] ${long}`),
    );
    expect(JSON.stringify(written)).not.toContain("sk-abcdef");
  });

  it("shows what redaction before it has left, and writes once where it stands in two scopes", async () => {
    const log = auditLog({ file });
    await run([...redact({ patterns: [/ann/], at: ["responses"] }), ...log, ...log], ["ask ann"]);
    expect((await lines()).filter(({ what }) => what === "model_answered").map(({ response }) => response)).toEqual([
      "ask [REDACTED]",
    ]);
  });

  it("adds to what is there", async () => {
    await writeFile(file, '{"what":"earlier"}\n');
    await run(auditLog({ file }), ["end"]);
    expect((await lines())[0]).toEqual({ what: "earlier" });
  });

  it("stops the run when a line cannot be written, and goes on when the next one can", async () => {
    const gone = auditLog({ file: path.join(folder, "gone", "audit.jsonl") });
    await expect(run(gone, [callTool("look"), "end"])).rejects.toMatchObject({
      code: "hook_aborted",
      cause: { code: "ENOENT" },
    });
    await expect(run(auditLog({ file: folder }), ["end"])).rejects.toMatchObject({ cause: { code: "EISDIR" } });
    await mkdir(path.join(folder, "gone"));
    await run(gone, ["end"]);
    file = path.join(folder, "gone", "audit.jsonl");
    expect((await lines()).map(({ what }) => what)).toEqual([
      "run_started",
      "run_started",
      "model_answered",
      "step_ended",
      "run_ended",
      "run_ended",
    ]);
  });

  it("is complete when the process ends right after the run, by itself or by exit", async () => {
    const script = fileURLToPath(new URL("scripts/audit-and-leave.ts", import.meta.url));
    for (const how of ["return", "exit"]) {
      const flags = ["--import", "tsx", "--conditions", "@boathook/source", script, file, how];
      execFileSync(process.execPath, flags, { encoding: "utf8", timeout: 30_000 });
    }
    expect((await lines()).map(({ what }) => what).filter((what) => what === "run_ended")).toHaveLength(4);
  }, 60_000);

  it.each([{}, { file: "" }, { file: 5 }, { file: "x", path: "y" }, undefined])("refuses %p", (options) => {
    expect(() => auditLog(options as never)).toThrow(expect.objectContaining({ code: "invalid_configuration" }));
  });
});
