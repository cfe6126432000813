import path from "node:path";

import { beforeEach, describe, expect, it } from "@jest/globals";

import { scopeOf, type Memory } from "../src/index.ts";
import { newFolder, newMemory, topicModel } from "./support.ts";

const places = {
  "in a file": async () => path.join(await newFolder(), "deep", "memory.db"),
  "in memory": () => Promise.resolve(":memory:"),
};

describe.each(Object.entries(places))("a memory %s", (_name, place) => {
  let memory: Memory;

  beforeEach(async () => {
    memory = newMemory({ file: await place() });
  });

  const textsOf = async (query: string, options?: Parameters<Memory["recall"]>[1]): Promise<string[]> =>
    (await memory.recall(query, options)).map((match) => match.text);

  it("finds by words, best first, and knows other forms of them", async () => {
    await memory.remember("Refunds are paid within five days");
    await memory.remember("The office dog is called Biscuit");
    await memory.remember("A refund above 100 euro needs a manager");
    expect(await textsOf("how are refunds above 100 handled?")).toEqual([
      "A refund above 100 euro needs a manager",
      "Refunds are paid within five days",
    ]);
    expect(await textsOf("what is it that you can do?")).toEqual([]);
    expect(await textsOf("   ")).toEqual([]);
  });

  it("gives the whole record with a score", async () => {
    const before = Date.now();
    const id = await memory.remember("Ann likes tea", {
      kind: "entity",
      scope: "/crew/desk",
      metadata: { from: "chat", at: new Date(0) },
      importance: 0.9,
    });
    const [match] = await memory.recall("tea");
    expect(match).toEqual({
      id,
      text: "Ann likes tea",
      kind: "entity",
      scope: "/crew/desk",
      metadata: { from: "chat", at: "1970-01-01T00:00:00.000Z" },
      importance: 0.9,
      createdAt: expect.any(Number),
      score: expect.any(Number),
    });
    expect(match?.createdAt).toBeGreaterThanOrEqual(before);
    expect(match?.score).toBeGreaterThan(0.9);
  });

  it("keeps scopes apart: a scope has what lies below it, nothing beside it", async () => {
    await memory.remember("tide tables of the crew", { scope: "/crew/sea" });
    await memory.remember("tide tables of an agent", { scope: "/crew/sea/agent/pilot" });
    await memory.remember("tide tables of others", { scope: "/crew/seaside" });
    await memory.remember("tide tables of nobody");
    expect((await textsOf("tide tables", { scope: "/crew/sea" })).sort()).toEqual([
      "tide tables of an agent",
      "tide tables of the crew",
    ]);
    expect(await textsOf("tide tables", { scope: ["/crew/seaside", "/agent"] })).toEqual(["tide tables of others"]);
    expect(await textsOf("tide tables", { scope: "/" })).toHaveLength(4);
  });

  it("never shows what is a user's to anybody else", async () => {
    await memory.remember("prefers the window seat", { scope: "/crew/travel", user: "ann" });
    await memory.remember("prefers the aisle seat", { scope: "/crew/travel", user: "ben" });
    await memory.remember("the train has one seat left", { scope: "/crew/travel" });
    expect(await textsOf("which seat?", { scope: "/crew/travel" })).toEqual(["the train has one seat left"]);
    expect((await textsOf("which seat?", { user: "ann" })).sort()).toEqual([
      "prefers the window seat",
      "the train has one seat left",
    ]);
    expect(await textsOf("which seat?", { scope: "/crew/travel/user/ben" })).toEqual(["prefers the aisle seat"]);
    expect(await textsOf("which seat?", { user: "ann/../ben" })).toEqual(["the train has one seat left"]);
  });

  it("lets no name pass for a user: a crew or an agent may be called user", async () => {
    const scope = scopeOf("crew", "user", "agent", "user");
    await memory.remember("the seat is taken", { scope });
    await memory.remember("the seat is free", { scope: "/user/user", user: "user" }).catch(() => undefined);
    await memory.remember("the seat is hers", { scope, user: "user" });
    expect(await textsOf("seat", { scope: scopeOf("crew", "user") })).toEqual(["the seat is taken"]);
    expect((await textsOf("seat", { scope: scopeOf("crew", "user"), user: "user" })).sort()).toEqual([
      "the seat is hers",
      "the seat is taken",
    ]);
    expect(await memory.forget({ user: "user" })).toBe(1);
  });

  it("filters by kind and by score, and stops at the limit", async () => {
    for (const kind of ["short_term", "long_term", "entity"] as const)
      await memory.remember(`apples ${kind}`, { kind });
    expect(await textsOf("apples", { kinds: ["entity", "short_term"], limit: 1 })).toHaveLength(1);
    expect(await textsOf("apples", { kinds: ["long_term"] })).toEqual(["apples long_term"]);
    expect(await textsOf("apples pears plums cherries", { minScore: 0.9 })).toEqual([]);
  });

  it("renews the same text in the same scope instead of doubling it", async () => {
    const first = await memory.remember("water boils at 100", { metadata: { n: 1 } });
    const again = await memory.remember("water boils at 100", { metadata: { n: 2 } });
    const elsewhere = await memory.remember("water boils at 100", { scope: "/lab" });
    expect(again).toBe(first);
    expect(elsewhere).not.toBe(first);
    expect(await memory.count()).toBe(2);
    expect((await memory.recall("water boils", { scope: "/" })).map((match) => match.metadata)).toContainEqual({
      n: 2,
    });
  });

  it("no longer finds what has expired, and removes it with the next save", async () => {
    await memory.remember("the code is green", { expiresAt: Date.now() - 1 });
    expect(await textsOf("code green")).toEqual([]);
    expect(await memory.count()).toBe(1);
    await memory.remember("something else");
    expect(await memory.count()).toBe(1);
  });

  it("forgets by id, scope, user, kind and age, and resets by kind", async () => {
    const id = await memory.remember("one");
    await memory.remember("two", { scope: "/a/b" });
    await memory.remember("three", { user: "ann" });
    await memory.remember("four", { kind: "entity" });
    await memory.remember("five", { kind: "short_term" });
    expect(await memory.forget({ ids: [id ?? ""] })).toBe(1);
    expect(await memory.forget({ scope: "/a" })).toBe(1);
    expect(await memory.forget({ user: "ann" })).toBe(1);
    expect(await memory.forget({ kinds: ["long_term"] })).toBe(0);
    expect(await memory.forget({ before: 1 })).toBe(0);
    expect(await memory.reset(["entity"])).toBe(1);
    expect(await memory.reset()).toBe(1);
    expect(await textsOf("one two three four five")).toEqual([]);
  });

  it("exports lines that another memory imports, as often as one likes", async () => {
    await memory.remember('says "hi"\nand \u2028 goes', { user: "ann", metadata: { list: [1, { a: null }] } });
    await memory.remember("fades", { kind: "short_term", expiresAt: 4_000_000_000_000 });
    const lines: string[] = [];
    for await (const line of memory.export()) lines.push(line);
    const other = newMemory();
    expect(await other.import(lines.join(""))).toBe(2);
    expect(await other.import(memory.export())).toBe(2);
    const copied: string[] = [];
    for await (const line of other.export()) copied.push(line);
    expect(copied).toEqual(lines);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ scope: "/user/ann", metadata: { list: [1, { a: null }] } });
  });

  it("imports nothing when one line is no record, and names every such line", async () => {
    const good = '{"id":"1","text":"t","kind":"entity","scope":"/","metadata":{},"importance":1,"createdAt":1}';
    const bad = [good, "{", good.replace('"/"', '"no/path"'), good.replace('"id"', '"ID"')].join("\n");
    await expect(memory.import(bad)).rejects.toMatchObject({
      code: "memory_import_invalid",
      faults: [
        expect.stringMatching(/^line 2: /),
        expect.stringMatching(/^line 3: .*scope/),
        expect.stringMatching(/^line 4: .*ID/),
      ],
    });
    expect(await memory.count()).toBe(0);
  });

  it("finds in scripts without spaces, with accents, and in any case", async () => {
    await memory.remember("明天北京的天气预报是晴天");
    await memory.remember("Die Größe der Übung");
    await memory.remember("ราคาน้ำมันวันนี้");
    await memory.remember("Привет, МИР");
    expect(await textsOf("天气预报")).toEqual(["明天北京的天气预报是晴天"]);
    expect(await textsOf("ubung")).toEqual(["Die Größe der Übung"]);
    expect(await textsOf("น้ำมัน")).toEqual(["ราคาน้ำมันวันนี้"]);
    expect(await textsOf("мир")).toEqual(["Привет, МИР"]);
  });

  it("stores texts that databases and searches choke on", async () => {
    const odd = [
      "a\0b nul",
      "half \uD800 character",
      "'; DROP TABLE records; --",
      "🛶".repeat(1000),
      "x".repeat(1_000_000),
    ];
    for (const text of odd) await memory.remember(text);
    expect(await textsOf("nul")).toEqual(["a\uFFFDb nul"]);
    expect(await textsOf("half")).toEqual(["half \uFFFD character"]);
    expect(await textsOf("drop table")).toEqual(["'; DROP TABLE records; --"]);
    expect(await memory.count()).toBe(odd.length);
  });

  it("takes secrets out before it stores", async () => {
    await memory.remember("the key is sk-abcdefghijklmnopqrstuv", { metadata: { password: "hunter2", note: "n" } });
    expect(await memory.recall("key")).toMatchObject([
      { text: "the key is [REDACTED]", metadata: { password: "[REDACTED]", note: "n" } },
    ]);
  });

  it("finds by meaning where an embedder is given, and by words what has no vector", async () => {
    const embedder = topicModel({ food: ["bread", "lunch"], ships: ["boat", "vessel"] });
    const file = await place();
    const hybrid = newMemory({ file, embedder });
    await hybrid.remember("We eat bread at noon");
    await hybrid.remember("The boat leaves at dawn");
    expect((await hybrid.recall("When is lunch?", { minScore: 0.4 })).map((match) => match.text)).toEqual([
      "We eat bread at noon",
    ]);
    expect((await hybrid.recall("vessel dawn"))[0]?.text).toBe("The boat leaves at dawn");
    expect(embedder.calls).toEqual([
      ["We eat bread at noon"],
      ["The boat leaves at dawn"],
      ["When is lunch?"],
      ["vessel dawn"],
    ]);
  });
});
