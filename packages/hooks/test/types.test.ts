import { afterEach, describe, expect, it } from "@jest/globals";

import {
  BeforeToolCall,
  beforeToolCall,
  clearAllHooks,
  defineHook,
  dispatch,
  getHooks,
  InterceptionPoint,
  On,
  on,
  withHookScope,
  type Hook,
  type HookPoints,
  type Inputs,
  type MaybePromise,
  type Nothing,
  type ToolCallHookContext,
} from "../src/index.ts";
import { inputContext } from "./support/contexts.ts";

afterEach(clearAllHooks);

/** True when the two types are the same. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- two generic functions are compared, which is what compares A and B
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(yes: Same<A, B>): boolean => yes;
/** `isExactly<string>()(value, true)` compiles when the value's type is just that. */
const isExactly =
  <E>() =>
  <T>(_value: T, yes: Same<T, E>): boolean =>
    yes;

// Nothing here is called: what must not compile is an error that `tsc -b` wants to see.
function mustNotCompile(): void {
  // @ts-expect-error -- no such point
  on("pre_tool", () => undefined);
  // @ts-expect-error -- no such field
  on("pre_tool_call", (ctx) => ctx.tolName as undefined);
  // @ts-expect-error -- a field of another point
  on(InterceptionPoint.INPUT, (ctx) => ctx.toolName as undefined);
  // @ts-expect-error -- read only
  on("pre_tool_call", (ctx) => void (ctx.toolName = "x"));
  // @ts-expect-error -- an alias is not written to
  on("input", (ctx) => void (ctx.inputs = {}));
  // @ts-expect-error -- a payload of the wrong type
  on("input", (ctx) => void (ctx.payload = "text"));
  // @ts-expect-error -- no such filter
  on("pre_tool_call", { tool: ["a"] }, () => undefined);
  // @ts-expect-error -- filters of the wrong type
  on("pre_tool_call", { tools: "a" }, () => undefined);
  // @ts-expect-error -- no such kind of step
  on("pre_step", { kinds: ["tasks"] }, () => undefined);
  // @ts-expect-error -- the inputs are replaced by inputs
  on("input", () => false);
  // @ts-expect-error -- also by an asynchronous hook
  on("execution_start", async () => Promise.resolve("text"));
  // @ts-expect-error -- before a model call one says true, false or nothing
  on("pre_model_call", () => "no");
  // @ts-expect-error -- after a model call a text, or nothing
  on("post_model_call", () => 5);
  // @ts-expect-error -- the context is not to be left out
  dispatch("input");
  // @ts-expect-error -- a context of another point
  dispatch("pre_tool_call", inputContext());
  // @ts-expect-error -- a scope's `on` is as strict
  withHookScope((scope) => scope.on("input", () => false));
  // @ts-expect-error -- so are definitions
  defineHook("pre_tool_call", () => "no");
  // @ts-expect-error -- and the functions of one point
  beforeToolCall((ctx: { nothingOfThis: string }) => ctx.nothingOfThis === "");

  class Wrong {
    seen: unknown;
    // @ts-expect-error -- a method that returns what cannot stand there
    @On("input") answers(): boolean {
      return false;
    }
    // @ts-expect-error -- a method that wants another context
    @On("input") wants(ctx: ToolCallHookContext): void {
      this.seen = ctx;
    }
    // @ts-expect-error -- a method with two parameters that are needed
    @BeforeToolCall counts(ctx: ToolCallHookContext, more: string): void {
      this.seen = [ctx, more];
    }
    // @ts-expect-error -- the same for the form with filters
    @BeforeToolCall({ tools: ["a"] }) says(): string {
      return "no";
    }
  }
  new Wrong();
}

describe("types", () => {
  it("refuse what the comments above say", () => {
    expect(mustNotCompile).toBeInstanceOf(Function); // checked by the compiler; see the @ts-expect-error lines
  });

  it("infer the context of a hook from its point", () => {
    const inferred: boolean[] = [];
    on("pre_tool_call", ({ toolName, toolInput, toolResult, rawToolResult }) => {
      inferred.push(
        isExactly<string>()(toolName, true),
        isExactly<Record<string, unknown>>()(toolInput, true),
        isExactly<string | undefined>()(toolResult, true),
        isExactly<unknown>()(rawToolResult, true),
      );
    });
    on("post_tool_call", ({ toolResult }) => void inferred.push(isExactly<string>()(toolResult, true)));
    on("post_model_call", ({ response }) => void inferred.push(isExactly<string>()(response, true)));
    on(
      "input",
      ({ payload, signal }) =>
        void inferred.push(isExactly<Inputs>()(payload, true), isExactly<AbortSignal>()(signal, true)),
    );
    on("execution_end", ({ status }) => void inferred.push(isExactly<"completed" | "failed">()(status, true)));
    on("pre_step", (ctx) => {
      if (ctx.kind === "task")
        inferred.push(isExactly<string>()(ctx.payload, true), isExactly<string>()(ctx.agentRole, true));
      else
        inferred.push(
          isExactly<Record<string, unknown>>()(ctx.payload, true),
          isExactly<undefined>()(ctx.agentRole, true),
        );
    });
    expect(getHooks("input")).toHaveLength(1);
    expect(same<ReturnType<typeof getHooks<"pre_model_call">>, Hook<"pre_model_call">[]>(true)).toBe(true);
  });

  it("let hooks return what stands at their point, or nothing, at once or later", () => {
    const results = [
      same<ReturnType<Hook<"input">>, MaybePromise<Inputs | Nothing>>(true),
      same<ReturnType<Hook<"pre_model_call">>, MaybePromise<boolean | Nothing>>(true),
      same<ReturnType<Hook<"post_tool_call">>, MaybePromise<string | Nothing>>(true),
      same<HookPoints["output"]["result"], unknown>(true),
    ];
    expect(results).toEqual([true, true, true, true]);
  });

  it("take undefined for a filter that is not wanted", () => {
    on("pre_tool_call", { tools: undefined, timeoutMs: undefined, once: undefined }, () => undefined);
    expect(getHooks("pre_tool_call")).toHaveLength(1);
  });
});
