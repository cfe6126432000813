import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { clearAllHooks, HumanInputService, HumanInputUnavailableError, on } from "@boathook/hooks";
import { runInFrame } from "@boathook/kernel";
import { recordEvents } from "@boathook/testing";
import { z } from "zod";

import { runTool, tool, Toolbox, type Schema } from "../../src/index.ts";
import { callOf, frameWith, line, searchTool } from "../support/kit.ts";

beforeEach(clearAllHooks);
afterEach(clearAllHooks);

/** A tool that keeps what it gets. */
function keeper(inputSchema: Schema): { readonly toolbox: Toolbox; readonly got: unknown[] } {
  const got: unknown[] = [];
  const keep = tool({
    name: "keep",
    description: "Keeps.",
    inputSchema,
    execute: (input) => {
      got.push(input);
      return "kept";
    },
  });
  return { toolbox: new Toolbox({ tools: [keep] }), got };
}

describe("arguments rewritten by hooks", () => {
  it("count when edited and when replaced; POST sees the executor's own record; the model's call is untouched", async () => {
    const { search, got } = searchTool();
    const records: unknown[] = [];
    on("pre_tool_call", (context) => {
      records.push(context.toolInput);
      context.toolInput.query = `${String(context.toolInput.query)} edited`;
    });
    on("pre_tool_call", (context) => {
      context.toolInput = { query: `${String(context.toolInput.query)} and replaced` };
    });
    on("post_tool_call", (context) => {
      records.push(context.toolInput);
      return undefined;
    });
    const recorded = recordEvents();
    const call = callOf("search", { query: "tides" });
    await runTool(call, new Toolbox({ tools: [search] }));
    recorded.stop();
    expect(got).toEqual([{ query: "tides edited and replaced" }]);
    expect(records[1]).toBe(records[0]);
    expect(records[1]).toEqual({ query: "tides edited and replaced" });
    expect(recorded.events.map(line)[1]).toBe('started search {"query":"tides edited and replaced"}');
    expect(call.input).toEqual({ query: "tides" });
  });

  it("stay as they were, with a warning, when a hook leaves no record", async () => {
    const { search, got } = searchTool();
    on("pre_tool_call", (context) => {
      context.toolInput = ["query"] as never;
    });
    const { frame, warnings } = frameWith();
    const toolbox = new Toolbox({ tools: [search] });
    const { text } = await runInFrame(frame, () => runTool(callOf("search", { query: "tides" }), toolbox));
    expect([text, got]).toEqual(["found tides", [{ query: "tides" }]]);
    expect(warnings).toEqual([
      [{ tool: "search", left: "a list" }, "a hook left no record in ctx.toolInput; the arguments stay as they were"],
    ]);
  });

  it("are read back also when the hook that replaced them, or a later one, blocks", async () => {
    const seen: unknown[] = [];
    on("pre_tool_call", (context) => {
      context.toolInput = { query: "replaced" };
      return false;
    });
    on("post_tool_call", (context) => {
      seen.push(context.toolInput);
      return undefined;
    });
    await runTool(callOf("search", { query: "tides" }), new Toolbox({ tools: [searchTool().search] }));
    expect(seen).toEqual([{ query: "replaced" }]);
  });

  it("cannot set a prototype", async () => {
    const { toolbox, got } = keeper(z.looseObject({}));
    on("pre_tool_call", (context) => {
      const planted: unknown = JSON.parse('{"__proto__": {"admin": true}, "a": {"__proto__": {"admin": true}}}');
      context.toolInput = planted as Record<string, unknown>;
    });
    await runTool(callOf("keep"), toolbox);
    expect(got).toEqual([{ a: {} }]);
    expect((got[0] as { admin?: unknown }).admin).toBeUndefined();
    expect((got[0] as { a: { admin?: unknown } }).a.admin).toBeUndefined();
  });
});

describe("keys that the schema does not know", () => {
  const inner = { name: z.string() };

  it.each([
    ["a plain object", z.object({ who: z.object(inner), all: z.array(z.object(inner)) })],
    ["a strict object", z.strictObject({ who: z.strictObject(inner), all: z.array(z.strictObject(inner)) })],
  ])("of %s are left out of what the tool gets, at every level, and stay in toolInput", async (_what, schema) => {
    const { toolbox, got } = keeper(schema);
    const seen: unknown[] = [];
    on("pre_tool_call", (context) => {
      context.toolInput.reason = "audit";
    });
    on("post_tool_call", (context) => {
      seen.push(context.toolInput);
      return undefined;
    });
    const person = { name: "Ada", age: 36 };
    const { failure } = await runTool(callOf("keep", { who: person, all: [person, person], extra: 1 }), toolbox);
    expect(failure).toBeUndefined();
    expect(got).toEqual([{ who: { name: "Ada" }, all: [{ name: "Ada" }, { name: "Ada" }] }]);
    expect(seen).toEqual([{ who: person, all: [person, person], extra: 1, reason: "audit" }]);
  });

  it.each([
    ["an open object", z.looseObject({ a: z.number() })],
    ["an object with a catchall", z.object({ a: z.number() }).catchall(z.string())],
    ["a record", z.record(z.string(), z.union([z.string(), z.number()]))],
  ])("are kept by %s", async (_what, schema) => {
    const { toolbox, got } = keeper(schema);
    await runTool(callOf("keep", { a: 1, b: "two" }), toolbox);
    expect(got).toEqual([{ a: 1, b: "two" }]);
  });

  it("are the schema's own matter in unions and recursive schemas", async () => {
    const shape = z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("circle"), radius: z.number() }),
      z.object({ kind: z.literal("square"), side: z.number() }),
    ]);
    const { toolbox, got } = keeper(shape);
    await runTool(callOf("keep", { kind: "square", side: 2, radius: 1 }), toolbox);
    expect(got).toEqual([{ kind: "square", side: 2 }]);
  });
});

describe("validation", () => {
  it("gives the tool what the schema makes of the arguments: defaults, transformations, asynchronous checks", async () => {
    const schema = z
      .object({ day: z.iso.date().transform((day) => new Date(day)), limit: z.number().default(3) })
      .refine(async ({ limit }) => limit < 10, { error: "too many", path: ["limit"] });
    const { toolbox, got } = keeper(schema);
    await runTool(callOf("keep", { day: "2026-12-01" }), toolbox);
    const { text } = await runTool(callOf("keep", { day: "2026-12-01", limit: 12 }), toolbox);
    expect(got).toEqual([{ day: new Date("2026-12-01"), limit: 3 }]);
    expect(text).toContain("limit: too many");
  });

  it("names at most ten problems", async () => {
    const { toolbox } = keeper(z.object({ counts: z.array(z.number()) }));
    const { text } = await runTool(callOf("keep", { counts: Array.from({ length: 500 }, String) }), toolbox);
    expect(text).toContain("counts.9: Invalid input: expected number, received string; and 490 more.");
    expect(text.length).toBeLessThan(1_000);
  });

  it("that throws is the tool's failure, not a crash", async () => {
    const schema = z.object({}).refine(() => {
      throw new Error("database is down");
    });
    const { toolbox } = keeper(schema);
    const { text, failure } = await runTool(callOf("keep"), toolbox);
    expect([text, failure?.reason]).toEqual(["Error executing tool: database is down", "exception"]);
  });
});

describe("a schema of another library", () => {
  /** The smallest that Standard Schema allows, with JSON Schema. */
  function schemaOf(validate: (value: unknown) => unknown): Schema {
    const json = { type: "object", properties: { depth: { type: "number" } } };
    const jsonSchema = { input: () => json, output: () => json };
    return { "~standard": { version: 1, vendor: "hand", validate, jsonSchema } } as unknown as Schema; // as a library gives it
  }

  it("is read by its own rules; its issues may name their path in either form", async () => {
    const issues = [{ message: "too deep", path: [{ key: "depth" }, 0] }, { message: "not today" }];
    const { toolbox } = keeper(schemaOf(() => ({ issues })));
    const { text } = await runTool(callOf("keep", { depth: 9 }), toolbox);
    expect(text).toContain("'keep': depth.0: too deep; not today. Call it again");
  });

  it("may throw at once, which is the tool's failure", async () => {
    const { toolbox } = keeper(
      schemaOf(() => {
        throw new Error("rules are missing");
      }),
    );
    const { text, failure } = await runTool(callOf("keep", { depth: 9 }), toolbox);
    expect([text, failure?.reason]).toEqual(["Error executing tool: rules are missing", "exception"]);
  });

  it("is given a copy without what its JSON Schema does not know", async () => {
    const { toolbox, got } = keeper(schemaOf((value) => ({ value })));
    await runTool(callOf("keep", { depth: 9, width: 2 }), toolbox);
    expect(got).toEqual([{ depth: 9 }]);
  });
});

describe("the permission point", () => {
  const schema = z.object({ to: z.object({ path: z.string() }), tags: z.array(z.string()).default(["new"]) });

  it("sees a frozen copy of exactly what runs, also when other hooks keep on writing", async () => {
    const { toolbox, got } = keeper(z.object({ to: z.any(), tags: z.array(z.string()).default(["new"]) }));
    const seen: string[] = [];
    let live = { to: { path: "" } };
    on("pre_tool_call", (context) => {
      live = context.toolInput as typeof live;
    });
    on("tool_permission", async (context) => {
      seen.push(JSON.stringify(context.toolInput));
      expect(() => {
        (context.toolInput as typeof live).to = { path: "/etc" };
      }).toThrow(TypeError);
      expect(() => {
        (context.toolInput as typeof live).to.path = "/etc";
      }).toThrow(TypeError);
      await Promise.resolve();
      live.to.path = "/etc";
    });
    await runTool(callOf("keep", { to: { path: "/tmp" } }), toolbox);
    expect(seen).toEqual(['{"to":{"path":"/tmp"},"tags":["new"]}']);
    expect(got).toEqual([{ to: { path: "/tmp" }, tags: ["new"] }]);
  });

  it("shows the arguments that a schema turns into something else as they were before", async () => {
    const { toolbox, got } = keeper(z.object({ path: z.string() }).transform(({ path }) => path));
    const seen: unknown[] = [];
    on("tool_permission", (context) => {
      seen.push(context.toolInput);
      return true;
    });
    await runTool(callOf("keep", { path: "/tmp", unknown: 1 }), toolbox);
    expect([seen, got]).toEqual([[{ path: "/tmp" }], ["/tmp"]]);
  });

  it("gets copies of dates, bytes, maps and sets, not the tool's own", async () => {
    const schema = z.object({ at: z.string() }).transform(({ at }) => ({
      at: new Date(at),
      bytes: Buffer.from("ab"),
      map: new Map([["k", { v: 1 }]]),
      set: new Set([1]),
    }));
    const { toolbox, got } = keeper(schema);
    on("tool_permission", (context) => {
      const { at, bytes, map, set } = context.toolInput as ReturnType<typeof schema.parse>;
      at.setTime(0);
      bytes.fill(0);
      map.clear();
      set.clear();
    });
    await runTool(callOf("keep", { at: "2026-12-01" }), toolbox);
    const [{ at, bytes, map, set }] = got as [ReturnType<typeof schema.parse>];
    expect([at, bytes.toString(), [...map], [...set]]).toEqual([new Date("2026-12-01"), "ab", [["k", { v: 1 }]], [1]]);
  });

  it("says no by false and by an abort: the tool does not run, POST sees it as blocked", async () => {
    const { toolbox, got } = keeper(schema);
    const posts: boolean[] = [];
    on("post_tool_call", (context) => {
      posts.push(context.blocked);
      return undefined;
    });
    const plain = on("tool_permission", () => false);
    const first = await runTool(callOf("keep", { to: { path: "a" } }), toolbox);
    plain.unregister();
    on("tool_permission", { tools: ["Keep"] }, () => {
      throw new HumanInputUnavailableError("nobody is there");
    });
    const second = await runTool(callOf("keep", { to: { path: "a" } }), toolbox);
    expect([first.text, second.text]).toEqual([
      "Tool execution blocked by hook. Tool: keep",
      "Tool execution blocked by hook. Tool: keep. Reason: nobody is there",
    ]);
    expect([first.blocked, second.blocked, posts, got]).toEqual([true, true, [true, true], []]);
  });

  it("says no when its hook fails or is too slow, whatever the hook's onError is", async () => {
    const { toolbox, got } = keeper(schema);
    const broken = on("tool_permission", { onError: "continue" }, () => {
      throw new Error("policy file unreadable");
    });
    const first = await runTool(callOf("keep", { to: { path: "a" } }), toolbox);
    broken.unregister();
    on("tool_permission", { timeoutMs: 5, name: "slow" }, () => new Promise<boolean>(() => undefined));
    const second = await runTool(callOf("keep", { to: { path: "a" } }), toolbox);
    expect([first.blocked, second.blocked, got]).toEqual([true, true, []]);
    expect(first.text).toContain("Reason: policy file unreadable");
    expect(second.text).toContain("took longer than its 5 ms");
  });

  it("may ask a person", async () => {
    const { toolbox, got } = keeper(schema);
    const asked: string[] = [];
    on("tool_permission", async (context) => {
      const path = (context.toolInput.to as { path: string }).path;
      return (await context.requestHumanInput({ prompt: `Write ${path}?` })) === "yes";
    });
    const answers = ["yes", "no"];
    const { frame } = frameWith(HumanInputService, {
      ask: async ({ prompt }) => {
        asked.push(prompt);
        return answers.shift() ?? "";
      },
    });
    const blocked: boolean[] = [];
    for (const path of ["a", "b"]) {
      const result = await runInFrame(frame, () => runTool(callOf("keep", { to: { path } }), toolbox));
      blocked.push(result.blocked);
    }
    expect([asked, blocked, got.length]).toEqual([["Write a?", "Write b?"], [false, true], 1]);
  });

  it("is not asked about a call that will not run for its arguments", async () => {
    const { toolbox } = keeper(schema);
    let asked = 0;
    on("tool_permission", () => {
      asked += 1;
      return true;
    });
    await runTool(callOf("keep", { to: "a" }), toolbox);
    await runTool(callOf("unknown"), toolbox);
    expect(asked).toBe(0);
  });
});
