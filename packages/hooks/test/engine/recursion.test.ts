import { afterEach, describe, expect, it } from "@jest/globals";
import { childFrame, runInFrame } from "@boathook/kernel";

import { clearAllHooks, dispatch, HookRecursionError, on } from "../../src/index.ts";
import { inputContext, toolContext } from "../support/contexts.ts";
import { logOf, sleep } from "../support/recorders.ts";

afterEach(clearAllHooks);

/** A tool call as a hook makes one: it passes its own gate. */
const callTool = async (): Promise<void> => {
  await dispatch("pre_tool_call", toolContext());
};
const inRun = <T>(body: () => T): T => runInFrame(childFrame({ execution: { id: "run", sequence: 0 } }), body);

describe("a hook that reaches itself", () => {
  it("on the stack is cut at the eighth level, with an error that says so", async () => {
    let depth = 0;
    let cut: unknown;
    on("pre_tool_call", function again() {
      depth += 1;
      try {
        void dispatch("pre_tool_call", toolContext());
      } catch (error) {
        cut ??= error;
      }
    });
    for (const run of [(body: () => void) => body(), inRun]) {
      depth = 0;
      cut = undefined;
      run(() => void dispatch("pre_tool_call", toolContext()));
      expect(depth).toBe(8);
      expect(cut).toMatchObject({ code: "hook_recursion", point: "pre_tool_call", hook: "again" });
    }
  });

  it.each([
    ["an async function", async (): Promise<void> => callTool()],
    ["a plain function that gives a promise", (): Promise<void> => callTool()],
  ])("across awaits (%s) is cut too", async (_what, start) => {
    let depth = 0;
    on("pre_tool_call", () => {
      depth += 1;
      return sleep(0).then(start);
    });
    const lines = await logOf(() => inRun(callTool));
    expect(depth).toBe(8);
    expect(lines).toEqual([
      [
        "warn",
        expect.objectContaining({ error: expect.stringContaining("8 times over") as unknown }),
        expect.any(String),
      ],
    ]);
  });

  it("through work that nobody waits for is cut too", async () => {
    let depth = 0;
    const cuts: unknown[] = [];
    on("pre_tool_call", () => {
      depth += 1;
      void sleep(0)
        .then(callTool)
        .catch((error: unknown) => cuts.push(error));
    });
    await inRun(callTool);
    while (cuts.length === 0) await sleep(1);
    await sleep(5);
    expect(depth).toBe(8);
    expect(cuts.map(HookRecursionError.is)).toEqual([true]);
  });

  it("through another hook is cut as well", async () => {
    const seen: string[] = [];
    on("pre_tool_call", async () => {
      seen.push("tool");
      await dispatch("input", inputContext());
    });
    on("input", async () => {
      seen.push("input");
      await callTool();
    });
    await logOf(() => inRun(callTool));
    expect(seen.filter((name) => name === "tool")).toHaveLength(8);
  });
});

describe("what is no recursion", () => {
  it("is a hook called a hundred times side by side", async () => {
    let count = 0;
    on("pre_tool_call", async () => {
      count += 1;
      await sleep(1);
    });
    await inRun(() => Promise.all(Array.from({ length: 100 }, callTool)));
    expect(count).toBe(100);
  });

  it("is a deep nest of runs that the hook only watches", async () => {
    let count = 0;
    on("pre_tool_call", () => void (count += 1));
    const nest = async (depth: number): Promise<void> => {
      await callTool();
      if (depth > 0) await runInFrame(childFrame({}), () => nest(depth - 1));
    };
    await inRun(() => nest(30));
    expect(count).toBe(31);
  });

  it("is a filtered hook that does not want the inner call", async () => {
    let count = 0;
    on("pre_tool_call", { tools: ["outer"] }, async () => {
      count += 1;
      for (let i = 0; i < 20; i += 1) await callTool();
    });
    await inRun(() => dispatch("pre_tool_call", toolContext({ toolName: "outer" })));
    expect(count).toBe(1);
  });
});
