import { afterEach, describe, expect, it } from "@jest/globals";
import { HookAborted, on, SkipOperation, type HookRegistration } from "@boathook/hooks";
import { childFrame, LoggerService, defaultServices, runInFrame, type Logger } from "@boathook/kernel";
import { recordEvents } from "@boathook/testing";
import { runTool, Toolbox, type Tool } from "@boathook/tools";
import fc from "fast-check";

import {
  Knowledge,
  Memory,
  saveMemoryTool,
  scopeOf,
  searchKnowledgeTool,
  searchMemoryTool,
  type EmbeddingModelLike,
  type MemoryOptions,
} from "../src/index.ts";
import { newMemory } from "./support.ts";

const registrations: HookRegistration[] = [];

afterEach(() => {
  for (const registration of registrations.splice(0)) registration.unregister();
});

describe("a query", () => {
  it("cannot be anything but words, whatever is in it", async () => {
    const memory = newMemory();
    await memory.remember("the harbour master knows all tides");
    const syntax = [
      '"',
      "'",
      "*",
      "NEAR(",
      "OR",
      "AND",
      "NOT",
      "^",
      "words:",
      "(",
      ")",
      "{",
      "}",
      "+",
      "-",
      ";",
      "--",
      "\0",
      "\uD800",
      "%",
      "?",
      "tides",
    ];
    const hostile = fc.array(fc.oneof(fc.constantFrom(...syntax), fc.string({ unit: "binary" })), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(hostile, fc.constantFrom("", " "), async (parts, space) => {
        const matches = await memory.recall(parts.join(space));
        expect(matches.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 500 },
    );
    expect(await memory.recall('") OR words:* NOT "tides')).toHaveLength(1);
  });

  it("that is a text which was saved finds it, if it has a word", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", minLength: 1 }), async (text) => {
        fc.pre(text.trim() !== "");
        const memory = new Memory({ file: ":memory:", redact: false });
        await memory.remember(`${text} 𝕏harbour`);
        const [match] = await memory.recall(`${text} 𝕏harbour`);
        expect(match?.score).toBeGreaterThan(0.9);
        await memory.close();
      }),
      { numRuns: 50 },
    );
  });

  it("as long as a book is answered", async () => {
    const memory = newMemory();
    await memory.remember("the harbour master knows all tides");
    const book = Array.from({ length: 50_000 }, (_, n) => `word${n}`).join(" ");
    expect(await memory.recall(`tides ${book}`)).toHaveLength(1);
  });
});

describe("hooks", () => {
  it("rewrite, refuse and leave out what is to be stored, with two events each", async () => {
    registrations.push(
      on("memory_store", (ctx) => {
        if (ctx.payload.includes("forbidden")) throw new HookAborted("not that", "policy");
        if (ctx.payload.includes("boring")) throw new SkipOperation("boring");
        ctx.metadata["seen"] = true;
        return ctx.payload.replace("Ann", "A.");
      }),
    );
    const memory = newMemory();
    const events = recordEvents();
    await memory.remember("Ann likes tea", { scope: "/crew/x" });
    await expect(memory.remember("forbidden fruit")).rejects.toMatchObject({ source: "policy" });
    expect(await memory.remember("boring")).toBeUndefined();
    events.stop();
    expect(events.trail()).toEqual([
      ...["memory_store", "memory_save_started", "memory_save_completed"],
      ...["memory_store", "memory_save_started", "memory_save_failed"],
      ...["memory_store", "memory_save_started", "memory_save_completed"],
    ]);
    expect(events.events[1]).toMatchObject({ text: "A. likes tea", scope: "/crew/x", kind: "long_term" });
    expect(events.events.at(-1)).toMatchObject({ skipped: true });
    expect(await memory.recall("tea forbidden boring")).toMatchObject([
      { text: "A. likes tea", metadata: { seen: true } },
    ]);
  });

  it("filter what was recalled", async () => {
    const memory = newMemory();
    for (const text of ["tea is green", "tea is black"]) await memory.remember(text);
    registrations.push(on("memory_recall", (ctx) => ctx.payload.filter((match) => !match.text.includes("black"))));
    const events = recordEvents();
    expect((await memory.recall("tea")).map((match) => match.text)).toEqual(["tea is green"]);
    events.stop();
    expect(events.trail()).toEqual(["memory_query_started", "memory_recall", "memory_query_completed"]);
    expect(events.events[2]).toMatchObject({ count: 1 });
    registrations.push(on("memory_recall", () => "nonsense" as never));
    await expect(memory.recall("tea")).rejects.toMatchObject({ code: "invalid_hook_result" });
    registrations.pop()?.unregister();
    registrations.push(
      on("memory_recall", () => {
        throw new SkipOperation("not now");
      }),
    );
    expect(await memory.recall("tea")).toEqual([]);
  });
});

describe("saving in the background", () => {
  it("is seen by the next recall, waited for by drain, and a failure is a log line and an event", async () => {
    const lines: string[] = [];
    const memory = newMemory({ embedder: slowModel(20) });
    memory.rememberLater("tea is green");
    expect(await memory.recall("tea")).toHaveLength(1);
    memory.rememberLater("tea is black");
    await memory.drain();
    expect(await memory.count()).toBe(2);
    const events = recordEvents();
    const frame = childFrame({
      services: {
        get: (key) => (key === (LoggerService as unknown) ? (loggerTo(lines) as never) : defaultServices.get(key)),
      },
    });
    runInFrame(frame, () => {
      memory.rememberLater("");
      memory.rememberLater("x", { scope: "nowhere" });
    });
    await memory.drain();
    const closed = newMemory();
    await closed.close();
    runInFrame(frame, () => {
      closed.rememberLater("tea is cold");
    });
    await closed.drain();
    events.stop();
    expect(events.types()).toEqual(["memory_save_started", "memory_save_failed"]);
    expect(lines).toEqual(new Array(3).fill("a memory to be saved failed in the background"));
  });
});

describe("an embedding model", () => {
  const faults: [string, EmbeddingModelLike][] = [
    ["fails", modelOf(() => Promise.reject(new Error("down")))],
    ["gives too few", modelOf(() => Promise.resolve({ embeddings: [] }))],
    ["gives no numbers", modelOf(() => Promise.resolve({ embeddings: [["a"]] }))],
    ["gives no list", modelOf(() => Promise.resolve("no"))],
    ["never answers", modelOf(() => new Promise(() => undefined))],
    ["gives a zero vector", modelOf((values) => Promise.resolve({ embeddings: values.map(() => [0, 0]) }))],
  ];

  it.each(faults)("that %s costs no memory: it is stored and found by its words", async (_what, embedder) => {
    const lines: string[] = [];
    const frame = childFrame({
      services: {
        get: (key) => (key === (LoggerService as unknown) ? (loggerTo(lines) as never) : defaultServices.get(key)),
      },
    });
    const memory = newMemory({ embedder, embedTimeoutMs: 20 });
    await runInFrame(frame, async () => {
      await memory.remember("tea is green");
      expect((await memory.recall("tea")).map((match) => match.text)).toEqual(["tea is green"]);
    });
    expect(lines.length).toBe(embedder === faults[5]?.[1] ? 0 : 2);
  });

  it("is told when the run is cancelled, and the text is stored all the same", async () => {
    const controller = new AbortController();
    const memory = newMemory({ embedder: modelOf(() => new Promise(() => undefined)) });
    const saving = memory.remember("tea is green", { signal: controller.signal });
    setTimeout(() => {
      controller.abort();
    }, 5);
    expect(await saving).toEqual(expect.any(String));
    await expect(memory.recall("tea", { signal: controller.signal })).rejects.toMatchObject({ code: "run_cancelled" });
    expect(await memory.count()).toBe(1);
  });
});

describe("memory tools", () => {
  const call = async (tool: Tool, input: Record<string, unknown>): Promise<string> => {
    const toolbox = new Toolbox({
      tools: [tool],
      owner: { agent: undefined, agentRole: "r", task: undefined, crew: undefined },
    });
    return (await runTool({ id: "1", name: tool.name, input }, toolbox)).text;
  };

  it("save and search within the scope and for the user that the program says", async () => {
    const memory = newMemory();
    const where = { scope: "/crew/desk", user: "ann" };
    expect(await call(searchMemoryTool(memory, where), { query: "tea" })).toBe("Nothing is remembered about that.");
    expect(await call(saveMemoryTool(memory, where), { text: "Ann likes tea", scope: "/", user: "ben" })).toBe(
      "Remembered.",
    );
    expect(await call(searchMemoryTool(memory, where), { query: "tea", user: "ben" })).toBe("- Ann likes tea");
    expect(await call(searchMemoryTool(memory, { scope: "/crew/desk" }), { query: "tea" })).toBe(
      "Nothing is remembered about that.",
    );
    expect(await memory.recall("tea", { user: "ann" })).toMatchObject([{ scope: "/crew/desk/user/ann" }]);
  });

  it("search knowledge and name the source", async () => {
    const knowledge = new Knowledge({ sources: [{ text: "Tides turn twice a day.", name: "almanac" }] });
    expect(await call(searchKnowledgeTool(knowledge), { query: "tides" })).toBe("- [almanac] Tides turn twice a day.");
    expect(await call(searchKnowledgeTool(knowledge), { query: "prices" })).toBe(
      "No document says anything about that.",
    );
    await knowledge.close();
  });
});

describe("options", () => {
  it.each([
    [{ file: "" }, "file"],
    [{ embedder: { specificationVersion: "v1" } }, "embedder"],
    [{ ranking: { recency: 0.6, importance: 0.6 } }, "ranking"],
    [{ readonly: true }, "readonly"],
    [{ extract: "all" }, "extract"],
  ])("%j are refused", (options, at) => {
    expect(() => new Memory(options as MemoryOptions)).toThrow(
      expect.objectContaining({ code: "invalid_configuration", faults: [expect.objectContaining({ path: at })] }),
    );
  });

  it("are typed: a wrong name or kind does not compile", () => {
    const memory = newMemory();
    const misuses = [
      // @ts-expect-error -- no such option
      () => new Memory({ path: "x" }),
      // @ts-expect-error -- no such kind
      () => memory.remember("x", { kind: "forever" }),
      // @ts-expect-error -- no embedding model
      () => new Memory({ embedder: { embed: () => [] } }),
      // @ts-expect-error -- no such source
      () => new Knowledge({ sources: [{ path: "x" }] }),
    ];
    expect(misuses).toHaveLength(4);
  });

  it("of calls are refused, and so are an empty text and an empty filter", async () => {
    const memory = newMemory();
    const refused: Promise<unknown>[] = [
      memory.remember(" "),
      memory.remember("x", { scope: "/a//b" }),
      memory.remember("x", { importance: 2 }),
      memory.remember("x", { kind: "wrong" as never }),
      memory.remember("x", { scope: "/user/ann", user: "ben" }),
      memory.recall("x", { limit: 0 }),
      memory.recall("x", { scope: [] }),
      memory.forget({}),
      memory.forget({ user: "" }),
      memory.forget({ ids: undefined }),
    ];
    for (const one of await Promise.allSettled(refused))
      expect(one).toMatchObject({ status: "rejected", reason: { code: "invalid_configuration" } });
  });
});

describe("a scope", () => {
  it("is another one for other parts", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "grapheme" }), { minLength: 1 }),
        fc.array(fc.string({ unit: "grapheme" }), { minLength: 1 }),
        (one, other) => {
          expect(scopeOf(...one) === scopeOf(...other)).toBe(JSON.stringify(one) === JSON.stringify(other));
          expect(scopeOf(...one)).toMatch(/^(\/[^/]+)+$/);
        },
      ),
    );
    expect(scopeOf("crew", "user", "agent", "user")).not.toContain("/user");
    expect(scopeOf("crew", "A/B", "user", "x".repeat(500)).length).toBeLessThan(150);
  });
});

function modelOf(doEmbed: (values: readonly string[]) => Promise<unknown>): EmbeddingModelLike {
  return {
    specificationVersion: "v2",
    provider: "test",
    modelId: "m",
    maxEmbeddingsPerCall: undefined,
    doEmbed: ({ values }: { values: readonly string[] }) => doEmbed(values),
  };
}

function slowModel(ms: number): EmbeddingModelLike {
  return modelOf(async (values) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return { embeddings: values.map(() => [1, 0]) };
  });
}

function loggerTo(lines: string[]): Logger {
  const add = (_data: unknown, message?: string): void => {
    lines.push(message ?? "");
  };
  return { debug: add, info: add, warn: add, error: add };
}
