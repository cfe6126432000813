import { afterEach, describe, expect, it, jest } from "@jest/globals";

import * as first from "../src/index.ts";
import { inputContext, toolContext } from "./support/contexts.ts";

jest.resetModules();
// What a package manager makes of two versions in one tree: the same code, loaded twice.
const second: typeof first = await import("../src/index.ts");

afterEach(first.clearAllHooks);

describe("a second copy of the package in one process", () => {
  it("is a copy indeed", () => {
    expect(second.HookAborted).not.toBe(first.HookAborted);
    expect(second.on).not.toBe(first.on);
  });

  it("misses no policy: one list for both (A8)", () => {
    second.on("pre_tool_call", { tools: ["delete_file"], once: true }, () => {
      throw new second.HookAborted("not allowed", "policy");
    });
    expect(first.getHooks("pre_tool_call")).toHaveLength(1);
    const context = toolContext({ toolName: "deleteFile" });
    expect(() => first.dispatch("pre_tool_call", context)).toThrow("not allowed");
    expect(second.getHooks("pre_tool_call")).toEqual([]);
  });

  it("stops what the first one runs, and knows its aborts", () => {
    first.on("input", () => {
      throw new first.LlmCallBlockedError(new first.HookAborted("no"));
    });
    try {
      void second.dispatch("input", inputContext());
      throw new Error("not reached");
    } catch (error) {
      expect([second.HookAborted.is(error), second.LlmCallBlockedError.is(error)]).toEqual([true, true]);
    }
  });

  it("sees the scopes of the first, and shares definitions with it", () => {
    const definition = second.defineHook("input", (ctx) => ({ ...ctx.payload, seen: true }));
    first.withHookScope((scope) => {
      scope.on("input", (ctx) => ({ ...ctx.payload, scoped: true }));
      const context = inputContext();
      void second.dispatch("input", context);
      expect(context.payload).toEqual({ scoped: true });
    });
    const scope = new first.HookScope("crew", undefined);
    first.addToScope(scope, definition);
    expect(first.listHooks(scope).map(({ scope: kind }) => kind)).toEqual(["crew"]);
  });

  it("is emptied by the first one's clearAllHooks", () => {
    second.on("input", () => undefined);
    first.clearAllHooks();
    expect(second.getHooks("input")).toEqual([]);
  });
});
