import { afterEach, describe, expect, it } from "@jest/globals";
import { childFrame, runInFrame } from "@boathook/kernel";

import {
  AfterLlmCall,
  AfterToolCall,
  BeforeLlmCall,
  BeforeToolCall,
  clearAllHooks,
  ClassMark,
  classDecorator,
  CompiledHook,
  dispatch,
  HookProvider,
  HookRegistrationError,
  hookScopeOf,
  hooksOfInstance,
  isHookProvider,
  membersOf,
  On,
  type Inputs,
  type LlmCallHookContext,
  type ToolCallHookContext,
} from "../../src/index.ts";
import { inputContext, llmContext, toolContext } from "../../test/support/contexts.ts";

afterEach(clearAllHooks);

/** `point name` of each hook of an object, in order. */
const hooksOf = (instance: object): string[] =>
  hooksOfInstance(instance).map((definition) =>
    CompiledHook.is(definition) ? `${definition.point} ${definition.name}` : "no definition of ours",
  );
const inScopeOf = <T>(instance: object, body: () => T): T =>
  runInFrame(childFrame({ hookScope: hookScopeOf("crew", hooksOfInstance(instance)) }), body);

const symbol = Symbol("check");

class Guarded {
  readonly seen: string[] = [];
  #count = 0;

  @On("input") fill(ctx: { payload: Inputs }): Inputs {
    this.#count += 1;
    return { ...ctx.payload, filled: this.#count };
  }

  @BeforeToolCall({ tools: ["delete_file"] })
  @AfterToolCall({ name: "both" })
  check(ctx: ToolCallHookContext): undefined {
    this.seen.push(ctx.toolName);
  }

  @BeforeLlmCall limit(ctx: LlmCallHookContext): boolean {
    return ctx.iterations < 10;
  }

  @AfterLlmCall() trim(ctx: { response: string }): string {
    return ctx.response.trim();
  }

  @On("output") [symbol](): void {
    this.seen.push("symbol");
  }

  @On("output") _private(): void {
    this.seen.push("_private");
  }

  plain(): void {
    this.seen.push("never");
  }
}

describe("decorated methods", () => {
  it("are hooks of their object, in the order of the source, several points on one method included", () => {
    expect(hooksOf(new Guarded())).toEqual([
      "input Guarded.fill",
      "pre_tool_call Guarded.check",
      "post_tool_call both",
      "pre_model_call Guarded.limit",
      "post_model_call Guarded.trim",
      "output Guarded.Symbol(check)",
      "output Guarded._private",
    ]);
  });

  it("are bound to it, #private members and all; two objects never share", () => {
    const [one, two] = [new Guarded(), new Guarded()];
    const filled = (guarded: Guarded): unknown =>
      inScopeOf(guarded, () => {
        const context = inputContext();
        void dispatch("input", context);
        return context.payload["filled"];
      });
    expect([filled(one), filled(one), filled(two)]).toEqual([1, 2, 1]);
  });

  it("obey their filters and stand for what they return", () => {
    const guarded = new Guarded();
    inScopeOf(guarded, () => {
      void dispatch("pre_tool_call", toolContext({ toolName: "read_file" }));
      void dispatch("pre_tool_call", toolContext({ toolName: "Delete File" }));
      void dispatch("post_tool_call", toolContext({ toolName: "read_file" }));
      expect(() => dispatch("pre_model_call", llmContext({ iterations: 10 }))).toThrow("returned False");
      const context = llmContext({ response: "  text " });
      void dispatch("post_model_call", context);
      expect(context.response).toBe("text");
    });
    expect(guarded.seen).toEqual(["Delete File", "read_file"]);
  });

  it("know where they were written, not where the object was made", () => {
    const files = hooksOfInstance(new Guarded()).map((hook) => (CompiledHook.is(hook) ? hook.file : ""));
    expect(new Set(files.map((file) => file?.replace(/:\d+$/, "").split("/").at(-1)))).toEqual(
      new Set(["decorators.test.ts"]),
    );
  });

  it("may stand behind another decorator that wraps the method", () => {
    const traced = (inner: () => Inputs, _context: ClassMethodDecoratorContext): (() => Inputs) =>
      function (this: object) {
        return { ...inner.call(this), traced: true };
      };
    class Wrapped {
      @traced @On("input") above(): Inputs {
        return { a: 1 };
      }
      @On("input") @traced below(): Inputs {
        return { b: 1 };
      }
    }
    const context = inputContext();
    inScopeOf(new Wrapped(), () => void dispatch("input", context));
    expect(context.payload).toEqual({ b: 1, traced: true });
  });
});

describe("inheritance (A32)", () => {
  class Base {
    @On("input") first(): void {}
    @On("input") second(): void {}
  }
  class Undecorated extends Base {
    override first(): void {}
    @On("output") third(): void {}
  }
  class Redecorated extends Base {
    @On("output") override first(): void {}
  }

  it("counts inherited methods; an override keeps the decorators it does not replace", () => {
    expect(hooksOf(new Base())).toEqual(["input Base.first", "input Base.second"]);
    expect(hooksOf(new Undecorated())).toEqual([
      "input Undecorated.first",
      "input Undecorated.second",
      "output Undecorated.third",
    ]);
    expect(hooksOf(new Redecorated())).toEqual(["output Redecorated.first", "input Redecorated.second"]);
  });

  it("runs the override", () => {
    const seen: string[] = [];
    class Loud extends Base {
      override first(): void {
        seen.push("override");
      }
    }
    inScopeOf(new Loud(), () => void dispatch("input", inputContext()));
    expect(seen).toEqual(["override"]);
  });

  it("refuses a hook that is no method any more", () => {
    const broken = Object.assign(new Base(), { first: "gone" });
    expect(() => hooksOfInstance(broken)).toThrow("Base.first carries a hook decorator but is no method");
  });
});

describe("a decorator in the wrong place is refused when the class is declared", () => {
  it.each<[string, () => unknown, string]>([
    [
      "a static method",
      () => {
        class Wrong {
          readonly kind = "wrong" as string;
          @On("input") static check(): void {}
        }
        return Wrong;
      },
      "a static member",
    ],
    [
      "a #private method",
      () => {
        class Wrong {
          @On("input") #check(): void {}
          call(): void {
            this.#check();
          }
        }
        return Wrong;
      },
      "a #private member",
    ],
    [
      "an auto-accessor",
      () => {
        class Wrong {
          // @ts-expect-error -- an accessor is no method
          @On("input") accessor check = (): void => undefined;
        }
        return Wrong;
      },
      "no method but an accessor",
    ],
    [
      "a field",
      () => {
        class Wrong {
          readonly kind = "wrong" as string;
          // @ts-expect-error -- a field is no method
          @On("input") check = (): void => undefined;
        }
        return Wrong;
      },
      "no method",
    ],
    [
      "an accessor",
      () => {
        class Wrong {
          readonly kind = "wrong" as string;
          // @ts-expect-error -- an accessor is no method
          @BeforeLlmCall get check(): boolean {
            return this.kind !== "";
          }
        }
        return Wrong;
      },
      "no method",
    ],
    [
      "an unknown point",
      () => {
        class Wrong {
          readonly kind = "wrong" as string;
          // @ts-expect-error -- there is no such point
          @On("inputs") check(): void {}
        }
        return Wrong;
      },
      'did you mean "input"?',
    ],
    [
      "a wrong filter",
      () => {
        class Wrong {
          readonly kind = "wrong" as string;
          // @ts-expect-error -- there is no such filter
          @BeforeToolCall({ tool: ["a"] }) check(): void {}
        }
        return Wrong;
      },
      'unknown filter "tool"',
    ],
    [
      "@On without a point",
      () => {
        class Wrong {
          readonly kind = "wrong" as string;
          // @ts-expect-error -- it needs a point
          @On check(): void {}
        }
        return Wrong;
      },
      "@On needs a point",
    ],
    [
      "a function",
      () => (BeforeToolCall as (hook: unknown) => unknown)(() => false),
      "to register a function use on()",
    ],
  ])("%s", (_what, declare, text) => {
    expect(declare).toThrow(HookRegistrationError);
    expect(declare).toThrow(text);
  });
});

describe("classes", () => {
  it("are marked as hook providers, with and without parentheses; subclasses are ones too", () => {
    @HookProvider
    class Bare {
      readonly name = "bare" as string;
    }
    @HookProvider()
    class Called {
      readonly name = "called" as string;
    }
    class Inherited extends Called {}
    class None {
      readonly name = "none" as string;
    }
    expect([Bare, Called, Inherited, None].map(isHookProvider)).toEqual([true, true, true, false]);
  });

  it("get their options", () => {
    const mark = new ClassMark<unknown>("test-mark");
    const Marked = classDecorator((target, options) => mark.write(target, options));
    @Marked({ size: 2 })
    class Sized {
      readonly name = "sized" as string;
    }
    @Marked
    class Unsized {
      readonly name = "unsized" as string;
    }
    expect([mark.read(Sized), mark.read(Unsized), mark.read(Guarded)]).toEqual([{ size: 2 }, {}, undefined]);
  });

  it("keep their own records: a child never writes into its parent", () => {
    class Parent {
      @On("input") one(): void {}
    }
    class Child extends Parent {
      @On("input") two(): void {}
    }
    expect([membersOf(Parent), membersOf(Child)].map((members) => members.map(({ name }) => name))).toEqual([
      ["one"],
      ["one", "two"],
    ]);
  });
});
