import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { getHooks, on } from "@boathook/hooks";
import { describe, expect, it } from "@jest/globals";

import "../../src/reset.ts";

describe("@boathook/testing/reset in Jest, without injected globals", () => {
  it("lets a test register what it likes", () => {
    on("input", () => undefined);
    expect(getHooks("input")).toHaveLength(1);
  });

  it("lets the next one begin with none", () => {
    expect(getHooks("input")).toEqual([]);
  });
});

describe("@boathook/testing/reset elsewhere", () => {
  it("uses the runner's globals, and says what to do where there are none", async () => {
    const withGlobals = await run(`
      globalThis.beforeEach = (f) => { globalThis.calls = [...(globalThis.calls ?? []), "before"]; f(); };
      globalThis.afterEach = (f) => { globalThis.calls.push("after"); f(); };
      const { on, getHooks } = await import("@boathook/hooks");
      on("input", () => undefined);
      await import("@boathook/testing/reset");
      console.log(JSON.stringify([globalThis.calls, getHooks("input").length]));`);
    const without = await run(
      `await import("@boathook/testing/reset").catch((e) => console.log(e.code, "|", e.message));`,
    );
    expect(JSON.parse(withGlobals)).toEqual([["before", "after"], 0]);
    expect(without).toMatch(/^no_test_runner \| No test runner was found: .* call clearAllHooks\(\) before each test/);
  }, 20_000);
});

async function run(code: string): Promise<string> {
  const args = ["--import", "tsx", "--conditions", "@boathook/source", "--input-type=module", "--eval", code];
  return (await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname })).stdout.trim();
}
